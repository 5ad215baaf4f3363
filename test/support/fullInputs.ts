/** An owner reference as a program gives it. */
export interface Owner {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
}

const someOwner: Owner = { apiVersion: "management.loft.sh/v1", kind: "Project", name: "web", uid: "uid-of-web" };

type Inputs = Record<string, unknown>;

const parameter = {
  ...{ variable: "size", label: "Size", description: "How large", type: "number", section: "Quota" },
  ...{ options: ["1", "2"], min: 1, max: 2, required: true, defaultValue: "1", placeholder: "1" },
  ...{ validation: "[0-9]+", invalidation: "[a-z]+" },
};

const projectSecretRef = { project: "web", name: "registry", key: "login" };

const definition = (password: string) => ({
  metadata: { labels: { "policy.loft.sh/pod-security": "baseline" }, annotations: { note: "of the space" } },
  objects: "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: '10'}}\n",
  charts: [
    {
      ...{ name: "ingress", repoURL: "https://charts.example.test", version: "1.0.0", username: "ci", password },
      ...{ releaseName: "ingress", releaseNamespace: "ingress", values: "replicas: 2\n", wait: true, timeout: "5m" },
      ...{ insecureSkipTlsVerify: true, usernameRef: { projectSecretRef }, passwordRef: { projectSecretRef } },
    },
  ],
  apps: [{ name: "app", namespace: "apps", releaseName: "app", version: "2", parameters: "a: b\n", hash: "h1" }],
  access: { defaultClusterRole: "admin", rules: [{ clusterRole: "view", users: ["ci"], teams: ["ops"] }] },
  instanceTemplate: { metadata: { labels: { instance: "label" }, annotations: { note: "of the instance" } } },
});

const virtualCluster = (password: string) => {
  const { metadata, objects, charts, apps, ...rest } = definition(password);
  const contents = { metadata, objects, charts, apps };
  const chart = {
    ...{ version: "0.32.1", name: "vcluster-pro", repo: "https://charts.example.test", username: "ci" },
    ...{ password: `helm-${password}`, insecureSkipTlsVerify: true },
  };
  return {
    ...{ ...contents, ...rest, spaceTemplate: contents },
    helmRelease: { chart, values: "sync: {}\n" },
    pro: { enabled: true },
    accessPoint: { ingress: { enabled: true } },
    forwardTokenMode: "TokenReview",
  };
};

/**
 * Valid inputs of every resource that together set every field but `gracePeriod`, which needs a
 * generated name, each to a meaningful value.
 * The first of each resource sets all compatible fields; the others set their alternatives.
 */
export function fullInputs(owner: Owner = someOwner): Record<string, [Inputs, ...Inputs[]]> {
  const metadata = (name: string) => ({
    name,
    generateName: "full-",
    labels: { plain: "label", "policy.loft.sh/pod-security": "baseline" },
    annotations: { plain: "any text: é", "example.test/note": "two\nlines" },
    finalizers: ["example.test/first", "example.test/second"],
    ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
  });
  const template: Inputs = {
    ...metadata("full-template"),
    displayName: "Full template",
    description: "Every field is set",
    owner: { user: "admin", team: "platform" },
    access: [
      { users: ["*"], verbs: ["get"] },
      { name: "admins", users: ["admin"], teams: ["ops"], subresources: ["*"] },
    ],
    parameters: [parameter],
    template: definition("chart-password-0123456789"),
    versions: [
      { version: "1.0.0", template: definition("version-password-0123456789"), parameters: [parameter] },
      { version: "2.0.0" },
    ],
    extraSpec: { futureList: [{ name: "one" }], future: { field: "ours" } },
    conflictPolicy: "fail",
  };
  const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { mode: "0755", on: "yes" } }];
  return {
    SpaceTemplate: [template, { ...template, name: "full-list", template: { objects } }],
    OwnedAccessKey: accessKeys(metadata("full-key")),
    VirtualClusterImport: [
      {
        ...metadata("full-request"),
        project: "web",
        sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team", importName: "imported-team" },
        deletionPolicy: "delete",
        restart: true,
        host: "platform.example.test",
        manage: true,
      },
    ],
    ...productInputs(metadata),
  };
}

const withoutTemplate = ({ template: _, ...inputs }: Inputs): Inputs => inputs;

/** The inputs of the kinds that only vCluster Platform 4 has. */
function productInputs(metadata: (name: string) => Inputs): Record<string, [Inputs, ...Inputs[]]> {
  const common = (name: string) => ({
    ...metadata(name),
    displayName: "Full",
    description: "Every field is set",
    owner: { user: "admin", team: "platform" },
    access: [
      { name: "admins", verbs: ["get", "bind"], subresources: ["members"], users: ["admin"], teams: ["ops"] },
      { verbs: ["get"], users: ["*"] },
    ],
    conflictPolicy: "fail",
  });
  const secretReference = { secretName: "registry", secretNamespace: "platform", key: "login" };
  const principal = {
    groups: ["idp:web", "idp:ops"],
    clusterRoles: [{ name: "loft-management-project-user" }],
    imagePullSecrets: [{ ...secretReference, apiGroup: "storage.loft.sh", kind: "ProjectSecret" }],
    allowSelfLockout: true,
    // The platform has no field without a property.
    extraSpec: {},
  };
  const project = {
    ...common("full-project"),
    allowedClusters: [{ name: "c1" }],
    allowedTemplates: [{ kind: "SpaceTemplate", group: "storage.loft.sh", name: "dev", isDefault: true }],
    allowedNodeTypes: [{ name: "large" }],
    allowedNodeProfiles: [{ name: "gpu" }],
    defaultNodeProfile: "gpu",
    members: [{ kind: "User", group: "storage.loft.sh", name: "mia", clusterRole: "loft-management-project-user" }],
    quotas: { project: { virtualclusterinstances: "10" }, user: { spaceinstances: "3" } },
    requireTemplate: { disabled: true },
    requirePreset: { disabled: true },
    namespacePattern: { space: "s-{{.Values.loft.name}}", virtualCluster: "v-{{.Values.loft.name}}" },
    namespaceTemplate: { metadata: { labels: { team: "web" }, annotations: { note: "of the namespace" } } },
    vault: {
      ...{ enabled: true, address: "https://vault.example.test", skipTLSVerify: true, namespace: "teams" },
      syncInterval: "1m",
      auth: {
        token: "vault-token-0123456789",
        tokenSecretRef: { name: "vault", key: "token", optional: true },
      },
    },
    extraSpec: { argoCD: { enabled: true } },
    forceDelete: true,
  };
  const platformObject = {
    ...metadata("full-role"),
    conflictPolicy: "merge",
    kind: "ClusterRoleTemplate",
    spec: {
      ...{ displayName: "Full role", management: true, clusters: ["c1", "c2"] },
      clusterRoleTemplate: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
    },
  };
  const user = {
    ...common("full-user"),
    ...principal,
    ...{ username: "mia", email: "mia@example.test", subject: "mia-1", icon: "https://example.test/mia.png" },
    ...{ ssoGroups: ["idp:web"], disabled: true, tokenGeneration: 2, extraClaims: { tenant: "blue" } },
    ...{ passwordRef: secretReference, codesRef: secretReference },
  };
  const secret = {
    ...common("full-secret"),
    data: { token: "secret-token-0123456789", ".dockerconfigjson": '{"auths":{"registry.example.test":{}}}' },
    binaryData: { keystore: "/u3+7f7t/u3+7Q==" },
    // The platform has no field without a property.
    extraSpec: {},
  };
  const virtualClusterTemplate = {
    ...common("full-cluster-template"),
    parameters: [parameter],
    template: virtualCluster("cluster-password-0123456789"),
    versions: [
      { version: "1.0.0", template: virtualCluster("old-password-0123456789"), parameters: [parameter] },
      { version: "2.0.0" },
    ],
    extraSpec: { spaceTemplateRef: { name: "dev" } },
  };
  const instance = {
    project: "web",
    extraAccessRules: [{ clusterRole: "view", users: ["ci"], teams: ["ops"] }],
    waitForReady: false,
  };
  const chosen = {
    templateRef: { name: "small", version: "1.0.x", syncOnce: true },
    parameters: "debug: true\nsize: m\n",
  };
  const virtualClusterInstance = {
    ...common("full-cluster"),
    ...instance,
    template: virtualCluster("instance-password-0123456789"),
    parameters: chosen.parameters,
    clusterRef: { cluster: "c1", namespace: "vc-full", virtualCluster: "full" },
    ...{ external: true, networkPeer: true, standalone: true },
    // The platform has no field without a property.
    extraSpec: {},
  };
  const spaceInstance = {
    ...common("full-space"),
    ...instance,
    template: definition("space-password-0123456789"),
    parameters: chosen.parameters,
    clusterRef: { cluster: "c1", namespace: "full" },
    // The platform has no field without a property.
    extraSpec: {},
  };
  return {
    PlatformObject: [platformObject],
    Project: [project, { ...project, name: "full-none", allowedNodeTypes: [], allowedNodeProfiles: [] }],
    Team: [{ ...common("full-team"), ...principal, username: "developers", users: ["mia", "tom"] }],
    User: [user],
    ProjectSecret: [{ ...secret, project: "web" }],
    SharedSecret: [{ ...secret, namespace: "vcluster-platform" }],
    VirtualClusterTemplate: [virtualClusterTemplate],
    VirtualClusterInstance: [
      virtualClusterInstance,
      { ...withoutTemplate(virtualClusterInstance), ...chosen, name: "chosen-cluster" },
    ],
    SpaceInstance: [spaceInstance, { ...withoutTemplate(spaceInstance), ...chosen, name: "chosen-space" }],
  };
}

function accessKeys(metadata: Inputs): [Inputs, Inputs] {
  const key: Inputs = {
    ...metadata,
    displayName: "Full key",
    description: "Every field is set",
    groups: ["group-1", "group-2"],
    key: "full-key-0123456789abcdef",
    disabled: true,
    ttl: 3600,
    ttlAfterLastActivity: true,
    scope: {
      allowCli: true,
      projects: [{ project: "web" }, { project: "*" }],
      spaces: [{ project: "web", space: "*" }],
      virtualClusters: [{ project: "web", virtualCluster: "team" }],
      clusters: [{ cluster: "c1" }],
      roles: [{ role: "vcluster", projects: ["web"], virtualClusters: ["team"] }],
      rules: [
        {
          verbs: ["get"],
          resources: [{ group: "apps", resources: ["deployments"], resourceNames: ["one"] }],
          namespaces: ["default"],
          nonResourceURLs: ["/healthz"],
          requestTargets: ["ManagementAPI"],
          cluster: "c1",
          virtualClusters: [{ name: "team", namespace: "p-web" }],
        },
      ],
    },
    rules: [
      {
        verbs: ["get", "list"],
        resources: [{ group: "apps", resources: ["deployments", "*/scale"] }],
        resourceNames: ["one"],
        namespaces: ["default"],
        nonResourceURLs: ["/healthz", "/metrics/*"],
        requestTargets: ["ManagementAPI"],
        cluster: "c1",
        virtualClusters: [{ name: "team", namespace: "p-web" }],
      },
    ],
    type: "User",
    identity: {
      userId: "id-1",
      username: "ci",
      preferredUsername: "CI",
      email: "ci@example.test",
      emailVerified: true,
      groups: ["idp-group"],
      connector: "github",
      connectorData: "connector-data-0123456789",
      extraClaims: { tenant: "blue" },
    },
    parent: "parent-key",
    identityRefresh: "2026-01-01T10:00:00Z",
    oidcProvider: {
      clientId: "client-1",
      nonce: "nonce-0123456789abcdef",
      redirectUri: "https://example.test/callback",
      scopes: "openid profile",
      parent: "parent-key",
    },
    oidcLogin: {
      idToken: "id-token-0123456789",
      accessToken: "access-token-0123456789",
      refreshToken: "refresh-token-0123456789",
      lastRefresh: "2026-01-02T11:00:00Z",
    },
    extraSpec: { parentClaims: { issuer: "example.test" } },
    conflictPolicy: "overwrite",
    rotateBeforeExpiry: 600,
    rotateEvery: 3000,
    rotationTriggers: { reason: "first" },
    replacedKey: "delete",
    allowSelfLockout: true,
  };
  const another = { ...key, name: "full-subject-key", key: "subject-key-0123456789abcdef" };
  return [
    { ...key, user: "ci", team: "platform" },
    { ...another, subject: "system:ci" },
  ];
}

/** The inputs without those that dynamic resources lack. */
export function forDynamic({ replacedKey: _replaced, ...inputs }: Inputs): Inputs {
  return inputs;
}
