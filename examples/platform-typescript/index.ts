import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform";

const config = new pulumi.Config();
const day = 24 * 3600;
const protect = { protect: config.getBoolean("protect") ?? true };

// Teams. Their members come from groups of the single sign-on.
const operators = new platform.Team("operators", {
  name: "operators",
  displayName: "Platform operators",
  clusterRoles: [{ name: "loft-management-admin" }],
  groups: ["idp:operators"],
});
const developers = Object.fromEntries(
  ["web", "data"].map((name) => [
    name,
    new platform.Team(name, { name: `${name}-devs`, displayName: `Developers of ${name}`, groups: [`idp:${name}`] }),
  ]),
);

// A custom role for members of projects. Its kind has no class, so it is a PlatformObject.
const deployer = new platform.PlatformObject("deployer", {
  kind: "ClusterRoleTemplate",
  name: "project-deployer",
  labels: { "loft.sh/project-role": "true" },
  spec: {
    displayName: "Deployer",
    management: true,
    clusterRoleTemplate: {
      rules: [
        {
          apiGroups: ["management.loft.sh"],
          resources: ["virtualclusterinstances", "virtualclusterinstances/kubeconfig"],
          verbs: ["get", "list", "use"],
        },
      ],
    },
  },
});

// A template for virtual clusters. Instances follow the newest 1.x.
const definition = (replicas: number) => ({
  helmRelease: {
    chart: { version: "0.32.1" },
    values: `controlPlane: {statefulSet: {highAvailability: {replicas: ${replicas}}}}\n`,
  },
});
const small = new platform.VirtualClusterTemplate("small", {
  name: "small",
  displayName: "Small virtual cluster",
  owner: { team: operators.name },
  parameters: [{ variable: "environment", label: "Environment", options: ["dev", "prod"], defaultValue: "dev" }],
  versions: [
    { version: "1.0.0", template: definition(1) },
    { version: "1.1.0", template: definition(3) },
  ],
});

// A project for each team, with limits.
const projects = Object.fromEntries(
  Object.entries(developers).map(([name, team]) => [
    name,
    new platform.Project(
      name,
      {
        name,
        displayName: `Project ${name}`,
        owner: { team: operators.name },
        allowedClusters: [{ name: "*" }],
        allowedTemplates: [{ kind: "VirtualClusterTemplate", group: "storage.loft.sh", name: small.name }],
        members: [{ kind: "Team", group: "storage.loft.sh", name: team.name, clusterRole: deployer.name }],
        quotas: { project: { virtualclusterinstances: "10" }, user: { virtualclusterinstances: "2" } },
      },
      protect,
    ),
  ]),
);

// A virtual cluster, registry credentials and a key for the pipeline of each project.
export const keys = Object.fromEntries(
  Object.entries(projects).map(([name, { name: project }]) => {
    const cluster = new platform.VirtualClusterInstance(
      name,
      {
        project,
        name: "dev",
        owner: { team: developers[name].name },
        templateRef: { name: small.name, version: "1.x.x" },
        parameters: { environment: "dev" },
      },
      protect,
    );
    new platform.ProjectSecret(name, {
      project,
      name: "registry",
      data: { username: "ci", password: config.requireSecret("registryPassword") },
    });
    const pipeline = new platform.OwnedAccessKey(name, {
      displayName: `Pipeline of ${name}`,
      team: developers[name].name,
      scope: { virtualClusters: [{ project, virtualCluster: cluster.name }] },
      ttl: 30 * day,
      rotateBeforeExpiry: 7 * day,
    });
    return [name, pipeline.key];
  }),
);
