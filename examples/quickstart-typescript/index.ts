import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-vcluster-platform";

// New spaces of the web team start with a quota and the baseline pod security level.
const web = new SpaceTemplate("web", {
  displayName: "Web team",
  description: "Spaces of the web team",
  access: [{ users: ["*"], verbs: ["get"] }],
  template: {
    metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
    objects: [{ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "quota" }, spec: { hard: { pods: "20" } } }],
  },
});

// A key for CI that expires after thirty days. allowCli lets it also read what its user may read.
const ci = new OwnedAccessKey("ci", {
  displayName: "CI of the web team",
  type: "User",
  user: "ci-bot",
  ttl: 30 * 24 * 3600,
  scope: { allowCli: true, projects: [{ project: "default" }] },
});

// A virtual cluster that runs already comes into the project. Deleting this resource leaves it there.
const team = new VirtualClusterImport("team", {
  project: "default",
  sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-web", name: "web" },
});

export const template = web.name;
export const token = ci.key;
export const expiresAt = ci.expiresAt;
export const virtualCluster = team.virtualCluster;
