import { VirtualClusterInstance } from "pulumi-vcluster-platform";

const dev = new VirtualClusterInstance(
  "dev",
  {
    name: "dev",
    project: "payments",
    owner: { team: "payments-devs" },
    templateRef: { name: "small", version: "1.0.x" },
    parameters: { replicas: 3 },
  },
  // Its deletion would delete all that runs in it.
  { protect: true },
);

export const cluster = dev.cluster;
