import { getVirtualClusterKubeconfigOutput, OwnedAccessKey } from "pulumi-vcluster-platform";

const ci = new OwnedAccessKey("ci", {
  user: "ci-bot",
  scope: { virtualClusters: [{ project: "web", virtualCluster: "legacy" }] },
});

// A secret: shown only by pulumi stack output --show-secrets.
export const { kubeconfig } = getVirtualClusterKubeconfigOutput({ project: "web", name: "legacy", key: ci.key });
