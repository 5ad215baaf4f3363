// A small platform of one company: who is there, what they may use, and what runs.
import { platformNamespace } from "../kinds/project";
import type { JsonObject } from "../text/json";

const object = (kind: string, name: string, spec: JsonObject, more: JsonObject = {}): JsonObject => ({
  kind,
  metadata: { name },
  spec,
  ...more,
});

const inNamespace = (namespace: string, name: string) => ({ metadata: { namespace, name } });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const crew = { team: "platform-crew" };
const everyone = [{ name: "loft-access", verbs: ["get"], users: ["*"] }];
const chart = (version: string) => ({ chart: { version } });
const allowed = (kind: string, name: string, isDefault = false) => ({
  kind,
  group: "storage.loft.sh",
  name,
  isDefault,
});
const member = (kind: string, name: string, role: string) => ({
  kind,
  group: "storage.loft.sh",
  name,
  clusterRole: `loft-management-project-${role}`,
});

const role = (name: string, verbs: string[]) => {
  const rules = [{ apiGroups: ["management.loft.sh"], resources: ["projects"], verbs }];
  const metadata = {
    name: `loft-management-project-${name}`,
    labels: { "loft.sh/project-role": "true" },
  };
  const spec = { displayName: `Project ${name}`, management: true, clusterRoleTemplate: { rules } };
  return object("ClusterRoleTemplate", metadata.name, spec, { metadata });
};

const user = (name: string, displayName: string) =>
  object("User", name, { displayName, username: name, subject: name, email: `${name}@example.test` });

const parameters = [
  { variable: "replicas", label: "Replicas", type: "number", defaultValue: "1", min: 1, max: 3 },
  { variable: "size", label: "Size", type: "string", options: ["small", "large"], defaultValue: "small" },
];

const virtualCluster = (project: string, name: string, spec: JsonObject, status: JsonObject): JsonObject => {
  const clusterRef = { cluster: "loft-cluster", namespace: `loft-${project}-v-${name}`, virtualCluster: name };
  return object(
    "VirtualClusterInstance",
    name,
    { clusterRef, ...spec },
    { ...inNamespace(`p-${project}`, name), status },
  );
};

/** The objects of the platform, without apiVersion, in the order of their creation. */
export const demoObjects: readonly JsonObject[] = [
  object("Cluster", "loft-cluster", {
    displayName: "Main cluster",
    local: true,
    virtualClusters: [
      { name: "web", namespace: "vcluster-web" },
      { name: "dev", namespace: "loft-shop-v-dev" },
      { name: "qa", namespace: "loft-shop-v-qa", sleeping: true },
      { name: "notebooks", namespace: "loft-analytics-v-notebooks" },
    ],
  }),
  role("admin", ["*"]),
  role("user", ["get", "list", "create"]),
  role("viewer", ["get", "list"]),
  user("admin", "Administrator"),
  user("mia", "Mia Keller"),
  user("tom", "Tom Okafor"),
  object("User", "ci-bot", { displayName: "CI", username: "ci-bot", subject: "ci-bot", owner: crew }),
  object("Team", "platform-crew", { displayName: "Platform crew", users: ["admin", "mia"] }),
  object("Team", "shop-devs", { displayName: "Shop developers", users: ["tom"], groups: ["idp:shop"], owner: crew }),
  object("Team", "data-science", { displayName: "Data science", groups: ["idp:data"], owner: crew }),
  object("SpaceTemplate", "isolated", {
    displayName: "Isolated namespace",
    owner: crew,
    access: everyone,
    template: { metadata: { labels: { "pod-security.kubernetes.io/enforce": "baseline" } } },
  }),
  object("VirtualClusterTemplate", "small", {
    displayName: "Small virtual cluster",
    description: "For development; sleeps after an hour",
    owner: crew,
    access: everyone,
    template: { helmRelease: chart("0.32.1") },
    versions: ["0.31.0", "0.32.1"].map((version, i) => ({
      version: `1.${i}.0`,
      parameters,
      template: {
        pro: { enabled: true },
        helmRelease: { ...chart(version), values: "sleep: {auto: {afterInactivity: 1h}}\n" },
      },
    })),
  }),
  object("VirtualClusterTemplate", "notebooks", {
    displayName: "Notebooks with GPUs",
    owner: { team: "data-science" },
    template: {
      helmRelease: chart("0.32.1"),
      objects: "apiVersion: v1\nkind: Namespace\nmetadata: {name: notebooks}\n",
    },
  }),
  object("Project", "shop", {
    displayName: "Shop",
    owner: crew,
    allowedClusters: [{ name: "loft-cluster" }],
    allowedTemplates: [allowed("VirtualClusterTemplate", "small", true), allowed("SpaceTemplate", "isolated")],
    members: [member("Team", "shop-devs", "user"), member("User", "ci-bot", "admin")],
    quotas: { project: { virtualclusterinstances: "10" }, user: { virtualclusterinstances: "3" } },
    requireTemplate: { disabled: false },
  }),
  object("Project", "analytics", {
    displayName: "Analytics",
    owner: { team: "data-science" },
    allowedClusters: [{ name: "*" }],
    allowedTemplates: [allowed("VirtualClusterTemplate", "*")],
    members: [member("Team", "data-science", "admin"), member("User", "tom", "viewer")],
  }),
  object(
    "ProjectSecret",
    "registry",
    {
      displayName: "Registry login",
      owner: crew,
      data: { username: base64("robot"), password: base64("demo-password") },
    },
    inNamespace("p-shop", "registry"),
  ),
  object(
    "SharedSecret",
    "ghcr",
    { displayName: "GHCR pull", data: { ".dockerconfigjson": base64('{"auths":{}}') }, access: everyone },
    inNamespace(platformNamespace, "ghcr"),
  ),
  virtualCluster(
    "shop",
    "dev",
    {
      displayName: "Development",
      owner: { team: "shop-devs" },
      templateRef: { name: "small", version: "1.x.x" },
      parameters: "size: large\n",
    },
    { phase: "Ready", online: true },
  ),
  virtualCluster(
    "shop",
    "qa",
    { owner: { team: "shop-devs" }, templateRef: { name: "small", version: "1.0.0" } },
    { phase: "Sleeping" },
  ),
  virtualCluster(
    "analytics",
    "notebooks",
    { owner: { team: "data-science" }, templateRef: { name: "notebooks" } },
    { phase: "Ready", online: true },
  ),
  object(
    "SpaceInstance",
    "lint",
    {
      owner: { user: "tom" },
      templateRef: { name: "isolated" },
      clusterRef: { cluster: "loft-cluster", namespace: "loft-shop-s-lint" },
    },
    { ...inNamespace("p-shop", "lint"), status: { phase: "Ready" } },
  ),
  object("OwnedAccessKey", "ci", { displayName: "CI", user: "ci-bot", scope: { projects: [{ project: "shop" }] } }),
];
