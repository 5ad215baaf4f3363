/** A manifest without its apiVersion, as users of the product write it. */
export interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: object; annotations?: object };
  spec: Record<string, unknown>;
}

const inProject = "p-web";
const owner = { team: "platform-crew" };
const release = (version: string, values?: string) => ({
  helmRelease: { chart: { version }, ...(values && { values }) },
});
const readers = [{ verbs: ["get"], users: ["*"] }];

/** Manifests of the least and of many fields for each kind that users manage. */
export const productManifests: Manifest[] = [
  { kind: "Project", metadata: { name: "shop" }, spec: { displayName: "Shop", allowedClusters: [{ name: "*" }] } },
  {
    kind: "Project",
    metadata: { name: "billing" },
    spec: {
      displayName: "Billing",
      owner,
      allowedClusters: [{ name: "north" }],
      allowedTemplates: [{ kind: "VirtualClusterTemplate", group: "storage.loft.sh", name: "tiny", isDefault: true }],
      allowedNodeTypes: [],
      members: [
        { kind: "Team", group: "storage.loft.sh", name: "billing-devs", clusterRole: "loft-management-project-user" },
      ],
      requireTemplate: { disabled: true },
      quotas: { project: { virtualclusterinstances: "8" }, user: { virtualclusterinstances: "2" } },
      namespacePattern: { virtualCluster: "{{.Values.loft.project}}-v-{{.Values.loft.name}}" },
    },
  },
  { kind: "Team", metadata: { name: "billing-devs" }, spec: { displayName: "Billing devs", users: ["lea"] } },
  {
    kind: "Team",
    metadata: { name: "ops" },
    spec: {
      displayName: "Operations",
      username: "ops",
      owner,
      users: ["lea", "jan"],
      groups: ["idp:ops"],
      clusterRoles: [{ name: "loft-management-project-user" }],
      access: [{ name: "loft-access", verbs: ["get", "bind"], subresources: ["clusters"], teams: ["ops"] }],
    },
  },
  { kind: "User", metadata: { name: "lea" }, spec: { username: "lea", subject: "lea" } },
  {
    kind: "User",
    metadata: { name: "jan" },
    spec: {
      displayName: "Jan P.",
      username: "jan",
      email: "jan@example.test",
      subject: "jan",
      owner,
      clusterRoles: [{ name: "loft-management-project-user" }],
      access: [
        { name: "loft-access", verbs: ["get", "createkey"], subresources: ["accesskeys", "profile"], users: ["jan"] },
      ],
    },
  },
  { kind: "ProjectSecret", metadata: { name: "npm", namespace: inProject }, spec: { data: { token: "bnBtLXQ=" } } },
  {
    kind: "ProjectSecret",
    metadata: { name: "mirror", namespace: inProject, labels: { "loft.sh/project-secret-name": "mirror" } },
    spec: { displayName: "Mirror login", owner, data: { username: "bWly", password: "cm9y" } },
  },
  {
    kind: "SharedSecret",
    metadata: { name: "pull", namespace: "vcluster-platform" },
    spec: { data: { token: "cHVs" } },
  },
  {
    kind: "SharedSecret",
    metadata: { name: "robot", namespace: "vcluster-platform" },
    spec: {
      displayName: "Robot",
      description: "robot account",
      owner,
      data: { ".dockerconfigjson": "e30=" },
      access: readers,
    },
  },
  { kind: "VirtualClusterTemplate", metadata: { name: "tiny" }, spec: { template: release("0.31.0", "sync: {}\n") } },
  {
    kind: "VirtualClusterTemplate",
    metadata: { name: "medium" },
    spec: {
      displayName: "Medium",
      owner,
      access: readers,
      template: release("0.31.0"),
      versions: [
        {
          version: "1.0.0",
          parameters: [{ variable: "size", type: "string", options: ["s", "m"], defaultValue: "s", required: true }],
          template: {
            instanceTemplate: { metadata: { labels: { size: "{{ .Values.size }}" } } },
            pro: { enabled: true },
            ...release("0.31.0", "sleep: {auto: {afterInactivity: 2h}}\n"),
            objects: "kind: Namespace\napiVersion: v1\nmetadata: {name: extras}\n",
          },
        },
      ],
    },
  },
  {
    kind: "VirtualClusterInstance",
    metadata: { name: "next", namespace: inProject },
    spec: {
      owner,
      clusterRef: { cluster: "north" },
      templateRef: { name: "medium", version: "1.0.x" },
      parameters: "size: m\n",
    },
  },
  {
    kind: "VirtualClusterInstance",
    metadata: {
      name: "trial",
      namespace: inProject,
      labels: { env: "trial" },
      annotations: { "loft.sh/custom-links": "Docs=https://docs.test" },
    },
    spec: {
      displayName: "Trial",
      owner,
      template: {
        ...release("0.31.0", "controlPlane: {backingStore: {etcd: {embedded: {enabled: true}}}}\n"),
        access: { defaultClusterRole: "view", rules: [{ teams: ["ops"], clusterRole: "cluster-admin" }] },
      },
      access: [
        { name: "instance-access", verbs: ["use", "get"], subresources: ["logs", "kubeconfig"], teams: ["ops"] },
      ],
    },
  },
  {
    kind: "SpaceInstance",
    metadata: { name: "lint", namespace: inProject },
    spec: { templateRef: { name: "isolated" }, clusterRef: { cluster: "north" } },
  },
  {
    kind: "SpaceInstance",
    metadata: { name: "build", namespace: inProject, annotations: { "sleepmode.loft.sh/sleep-after": "1800" } },
    spec: {
      displayName: "Build",
      owner: { user: "lea" },
      clusterRef: { cluster: "north" },
      templateRef: { name: "isolated", version: "2.x.x" },
      parameters: "quota: small\n",
      extraAccessRules: [{ teams: ["ops"], clusterRole: "loft-cluster-space-admin" }],
    },
  },
];
