import { SpaceInstance } from "pulumi-vcluster-platform";

const ci = new SpaceInstance(
  "ci",
  {
    name: "ci",
    project: "payments",
    displayName: "CI of the payments team",
    templateRef: { name: "isolated" },
  },
  // Its deletion would delete all that is in it.
  { protect: true },
);

export const namespace = ci.hostNamespace;
