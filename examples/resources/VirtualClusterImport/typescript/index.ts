import * as platform from "pulumi-vcluster-platform-plugin";

const legacy = new platform.VirtualClusterImport("legacy", {
  project: "web",
  sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
});

export const virtualCluster = legacy.virtualCluster;
