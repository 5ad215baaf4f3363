import { describeLifecycle, type ProgramText } from "../support/lifecycle";

const program: ProgramText = ({
  displayName = "Development",
  user = "ci",
  objects = 'spec: { hard: { pods: "20" } }',
}) => `
resources:
  dev:
    type: platform:index:SpaceTemplate
    properties:
      name: dev
      displayName: ${displayName}
      labels: { team: web }
      access: [{ users: ["*"], verbs: [get] }]
      template:
        metadata: { labels: { policy.loft.sh/pod-security: baseline } }
        objects: |
          apiVersion: v1
          kind: ResourceQuota
          metadata: { name: quota }
          ${objects}
  ci:
    type: platform:index:OwnedAccessKey
    properties:
      displayName: CI
      user: ${user}
      ttl: 2592000
      scope: { allowCli: true, projects: [{ project: web }] }
      identity: { username: ci, connectorData: connector-canary }
  cluster:
    type: platform:index:VirtualClusterImport
    properties:
      project: web
      sourceVirtualCluster: { cluster: c1, namespace: vc-team, name: team }
outputs:
  token: \${ci.key}
  keyName: \${ci.name}
`;

for (const omitEmpty of [false, true])
  describeLifecycle("a YAML program on the plugin", "yaml", program, { omitEmpty });
