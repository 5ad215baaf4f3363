import { VirtualClusterImport } from "pulumi-vcluster-platform";

const legacy = new VirtualClusterImport("legacy", {
  project: "web",
  sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
});

export const virtualCluster = legacy.virtualCluster;
