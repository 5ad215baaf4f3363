import { describeLifecycle, type ProgramText } from "../support/lifecycle";

const program: ProgramText = ({
  displayName = "Development",
  user = "ci",
  objects = 'spec: { hard: { pods: "20" } }',
}) => `
import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-platform";

const dev = new SpaceTemplate("dev", {
  name: "dev",
  displayName: "${displayName}",
  labels: { team: "web" },
  access: [{ users: ["*"], verbs: ["get"] }],
  template: {
    metadata: { labels: { "policy.loft.sh/pod-security": "baseline" } },
    objects: \`
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota }
${objects}
\`,
  },
});
const ci = new OwnedAccessKey("ci", {
  displayName: pulumi.interpolate\`CI for \${dev.name}\`,
  user: "${user}",
  ttl: 2592000,
  scope: { allowCli: true, projects: [{ project: "web" }] },
  identity: { username: "ci", connectorData: "connector-canary" },
});
new VirtualClusterImport("cluster", {
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
});
export const token: pulumi.Output<string | undefined> = ci.key;
export const keyName: pulumi.Output<string> = ci.name;
`;

for (const omitEmpty of [false, true]) {
  describeLifecycle("a TypeScript program on dynamic resources", "typescript", program, { omitEmpty });
}
