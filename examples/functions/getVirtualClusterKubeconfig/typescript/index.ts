import * as platform from "pulumi-vcluster-platform-plugin";

const ci = new platform.OwnedAccessKey("ci", {
  user: "ci-bot",
  scope: { virtualClusters: [{ project: "web", virtualCluster: "legacy" }] },
});

// A secret: shown only by pulumi stack output --show-secrets.
export const { kubeconfig } = platform.getVirtualClusterKubeconfigOutput({
  project: "web",
  name: "legacy",
  key: ci.key,
});
