import type { DriftRow, Leaf } from "./driftRow";
import { added, deleted, mergedSpec, recreated, removed, replaced } from "./edits";
import {
  anotherValue,
  projectFields,
  secretFields,
  spaceInstanceFields,
  teamFields,
  userFields,
  virtualClusterInstanceFields,
  virtualClusterTemplateFields,
} from "./productLeaves";
import { parameters, templateFields, templateLists } from "./templateLeaves";

const gone = { by: "nobody" } as const;
const emptied = { by: "nobody (empty)" } as const;
const created = { by: "nobody", repair: "creates" } as const;
const needsPerson = { repair: "needs a person" } as const;

const unseen = (reason: string, ...paths: string[]): Leaf[] =>
  paths.map((path) => [path, undefined, { unseen: reason }]);
const ownRequests = "it controls only our own requests";
const flaggedOwner = { apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u", controller: false };

/** The metadata of every object that the platform stores by name. */
const metadata: readonly Leaf[] = [
  // Without a finalizer the object is gone; with one it is terminating.
  ["name", deleted, { declares: { finalizers: undefined }, ...created }],
  ["name", deleted, created],
  ["name", recreated, { declares: { finalizers: undefined }, by: "gitops" }],
  ["generateName", undefined, { unseen: "the platform gets the complete name" }],
  ["labels", replaced("/metadata/labels/plain", "theirs")],
  ["labels", removed("/metadata/labels/policy.loft.sh~1pod-security"), gone],
  ["labels", removed("/metadata/labels/empty"), { declares: { labels: { empty: "" } }, ...gone }],
  ["annotations", replaced("/metadata/annotations/example.test~1note", "two lines")],
  ["finalizers", removed("/metadata/finalizers/0"), gone],
  ["finalizers", replaced("/metadata/finalizers/1", "example.test/theirs")],
  ["ownerReferences[].apiVersion", replaced("/metadata/ownerReferences/0/apiVersion", "apps/v2")],
  ["ownerReferences[].kind", replaced("/metadata/ownerReferences/0/kind", "StatefulSet")],
  ["ownerReferences[].name", replaced("/metadata/ownerReferences/0/name", "theirs")],
  ["ownerReferences[].uid", replaced("/metadata/ownerReferences/0/uid", "uid-of-theirs"), { repair: "is refused" }],
  ["ownerReferences[].uid", removed("/metadata/ownerReferences/0"), gone],
  ["ownerReferences[].controller", replaced("/metadata/ownerReferences/0/controller", false)],
  ["ownerReferences[].blockOwnerDeletion", removed("/metadata/ownerReferences/0/blockOwnerDeletion")],
  [
    "ownerReferences[].controller",
    added("/metadata/ownerReferences/0/controller", true),
    { declares: { ownerReferences: [flaggedOwner] } },
  ],
];

const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: 10}}\n";
const list = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { on: "yes" } }];
const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {on: yes}\n";
const podSecurity = "/spec/template/metadata/labels/policy.loft.sh~1pod-security";

const versionTemplate = "/spec/versions/0/template";

/** Every input leaf of the versions of a SpaceTemplate. */
const versions: readonly Leaf[] = [
  ["versions[].version", replaced("/spec/versions/0/version", "1.0.1")],
  ["versions[].version", added("/spec/versions/-", { version: "3.0.0" })],
  ["versions[].template.metadata.labels", replaced(`${versionTemplate}/metadata/labels`, { theirs: "x" })],
  ["versions[].template.objects", replaced(`${versionTemplate}/objects`, quota)],
  ...templateFields("versions[].template", versionTemplate),
  ...templateLists("versions[].template", versionTemplate),
  ...parameters("versions[].parameters", "/spec/versions/0/parameters"),
];

/** Every input leaf of a SpaceTemplate (specification, section 2.2). */
const spaceTemplate: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy"),
  ["displayName", replaced("/spec/displayName", "Theirs")],
  ["displayName", mergedSpec({ displayName: "Theirs" }), { declares: { displayName: "" } }],
  ["description", removed("/spec/description"), gone],
  ["access[].users", replaced("/spec/access/1/users/0", "somebody")],
  ["access[].users", added("/spec/access/1/users/-", "somebody")],
  ["access[].verbs", added("/spec/access/1/verbs", ["get"])],
  ["access[].verbs", mergedSpec({ access: [{ verbs: ["get"] }] }), { declares: { access: [] } }],
  ["template.metadata.labels", replaced(podSecurity, "privileged")],
  ["template.metadata.labels", removed(podSecurity), gone],
  [
    "template.metadata.labels",
    mergedSpec({ template: null }),
    { declares: { template: { metadata: { labels: { empty: "" } } } }, ...gone },
  ],
  ["template.objects", replaced("/spec/template/objects", quota)],
  ["template.objects", removed("/spec/template"), gone],
  ["template.objects", replaced("/spec/template/objects", configMap), { declares: { template: { objects: list } } }],
  ["owner.user", replaced("/spec/owner/user", "theirs")],
  ["owner.team", removed("/spec/owner/team"), gone],
  ["access[].name", replaced("/spec/access/1/name", "theirs")],
  ["access[].teams", added("/spec/access/1/teams/-", "theirs")],
  ["access[].subresources", removed("/spec/access/1/subresources")],
  ...parameters("parameters", "/spec/parameters"),
  ...templateFields("template", "/spec/template"),
  ...templateLists("template", "/spec/template"),
  ...versions,
  ["extraSpec", replaced("/spec/future/field", "theirs")],
  ["extraSpec", removed("/spec/futureList"), gone],
];

const inWeb = { declares: { scope: { projects: [{ project: "web" }] } } };

/** Every input leaf of an OwnedAccessKey (specification, section 2.4). */
const ownedAccessKey: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy", "rotateBeforeExpiry", "rotationTriggers", "replacedKey", "gracePeriod"),
  ...unseen(ownRequests, "rotateEvery"),
  ...unseen(ownRequests, "allowSelfLockout"),
  ["displayName", replaced("/spec/displayName", "Theirs")],
  ["description", replaced("/spec/description", "Every field is set.")],
  ["user", replaced("/spec/user", "somebody")],
  ["user", removed("/spec/user"), gone],
  ["team", replaced("/spec/team", "others")],
  [
    "subject",
    replaced("/spec/subject", "system:theirs"),
    { declares: { user: undefined, team: undefined, subject: "system:ci" } },
  ],
  ["groups", added("/spec/groups/-", "system:masters")],
  ["groups", replaced("/spec/groups", ["group-2", "group-1"])],
  ["key", replaced("/spec/key", "a-key-that-somebody-else-chose")],
  ["key", replaced("/spec/key", "a-key-that-somebody-else-chose"), { declares: { key: undefined } }],
  ["disabled", mergedSpec({ disabled: true }), { declares: { disabled: undefined }, repair: "needs a person" }],
  ["disabled", replaced("/spec/disabled", false), emptied],
  ["disabled", mergedSpec({ disabled: true }), { declares: { disabled: false } }],
  ["ttl", replaced("/spec/ttl", 3601)],
  ["ttl", mergedSpec({ ttl: 60 }), { declares: { ttl: 0, rotateBeforeExpiry: undefined } }],
  ["ttlAfterLastActivity", removed("/spec/ttlAfterLastActivity"), gone],
  ["scope.allowCli", replaced("/spec/scope/allowLoftCli", false), emptied],
  ["scope.allowCli", removed("/spec/scope"), gone],
  ["scope.projects[].project", replaced("/spec/scope/projects/0/project", "*")],
  ["scope.projects[].project", added("/spec/scope/projects/-", { project: "shop" })],
  [
    "scope.projects[].project",
    mergedSpec({ scope: { projects: [{ project: "shop" }] } }),
    { declares: { scope: { projects: [] } } },
  ],
  ["scope.spaces[].project", replaced("/spec/scope/spaces/0/project", "shop")],
  ["scope.spaces[].space", replaced("/spec/scope/spaces/0/space", "one")],
  ["scope.virtualClusters[].project", removed("/spec/scope/virtualClusters/0/project")],
  ["scope.virtualClusters[].virtualCluster", replaced("/spec/scope/virtualClusters/0/virtualCluster", "*")],
  ["scope.clusters[].cluster", replaced("/spec/scope/clusters/0/cluster", "*")],
  ["scope.roles[].role", replaced("/spec/scope/roles/0/role", "agent")],
  ["scope.roles[].projects", added("/spec/scope/roles/0/projects/-", "shop")],
  ["scope.roles[].virtualClusters", removed("/spec/scope/roles/0/virtualClusters")],
  ["scope.rules[].verbs", added("/spec/scope/rules/0/verbs/-", "delete")],
  ["scope.rules[].resources[].group", replaced("/spec/scope/rules/0/resources/0/group", "")],
  ["scope.rules[].resources[].resources", replaced("/spec/scope/rules/0/resources/0/resources/0", "*")],
  ["scope.rules[].resources[].resourceNames", removed("/spec/scope/rules/0/resources/0/resourceNames")],
  ["scope.rules[].namespaces", replaced("/spec/scope/rules/0/namespaces/0", "kube-system")],
  ["scope.rules[].nonResourceURLs", removed("/spec/scope/rules/0/nonResourceURLs/0")],
  ["scope.rules[].requestTargets", replaced("/spec/scope/rules/0/requestTargets", [])],
  ["scope.rules[].cluster", replaced("/spec/scope/rules/0/cluster", "c2")],
  ["scope.rules[].virtualClusters[].name", replaced("/spec/scope/rules/0/virtualClusters/0/name", "")],
  ["scope.rules[].virtualClusters[].namespace", replaced("/spec/scope/rules/0/virtualClusters/0/namespace", "p-shop")],
  ["rules[].verbs", added("/spec/rules/0/verbs/-", "delete")],
  ["rules[].verbs", removed("/spec/rules/0"), emptied],
  ["rules[].resources[].group", replaced("/spec/rules/0/resources/0/group", "")],
  ["rules[].resources[].resources", replaced("/spec/rules/0/resources/0/resources/0", "*")],
  ["rules[].resourceNames", removed("/spec/rules/0/resourceNames")],
  ["rules[].namespaces", replaced("/spec/rules/0/namespaces/0", "kube-system")],
  ["rules[].namespaces", replaced("/spec/rules/0/namespaces", []), { declares: { rules: [{ namespaces: [""] }] } }],
  ["rules[].nonResourceURLs", removed("/spec/rules/0/nonResourceURLs/1")],
  ["rules[].requestTargets", replaced("/spec/rules/0/requestTargets", [])],
  ["rules[].cluster", replaced("/spec/rules/0/cluster", "c2")],
  ["rules[].virtualClusters[].name", replaced("/spec/rules/0/virtualClusters/0/name", "")],
  ["rules[].virtualClusters[].namespace", replaced("/spec/rules/0/virtualClusters/0/namespace", "p-shop")],
  ["type", replaced("/spec/type", "Login")],
  ["identity.userId", replaced("/spec/identity/userId", "id-2")],
  ["identity.username", replaced("/spec/identity/username", "somebody")],
  ["identity.preferredUsername", replaced("/spec/identity/preferredUsername", "Somebody")],
  ["identity.email", replaced("/spec/identity/email", "CI@example.test")],
  ["identity.emailVerified", replaced("/spec/identity/emailVerified", false), emptied],
  ["identity.groups", added("/spec/identity/groups/0", "admins")],
  ["identity.connector", removed("/spec/identity/connector"), gone],
  [
    "identity.connectorData",
    mergedSpec({ identity: { connectorData: "other-connector-data" } }),
    { unseen: "it is never shown" },
  ],
  ["identity.extraClaims", replaced("/spec/identity/extraClaims/tenant", "red")],
  ["parent", replaced("/spec/parent", "another-key")],
  ["identityRefresh", replaced("/spec/identityRefresh", "2026-01-01T10:00:01Z")],
  ["oidcProvider.clientId", replaced("/spec/oidcProvider/clientId", "client-2")],
  ["oidcProvider.nonce", replaced("/spec/oidcProvider/nonce", "another-nonce-0123456789")],
  ["oidcProvider.redirectUri", replaced("/spec/oidcProvider/redirectUri", "https://example.test/")],
  ["oidcProvider.scopes", replaced("/spec/oidcProvider/scopes", "openid")],
  ["oidcProvider.parent", removed("/spec/oidcProvider/parent"), gone],
  ["oidcLogin.idToken", replaced("/spec/oidcLogin/idToken", "another-id-token-0123456789")],
  ["oidcLogin.accessToken", replaced("/spec/oidcLogin/accessToken", "another-access-token-0123456789")],
  ["oidcLogin.refreshToken", removed("/spec/oidcLogin/refreshToken"), gone],
  ["oidcLogin.lastRefresh", replaced("/spec/oidcLogin/lastRefresh", "2026-01-02T11:00:01Z")],
  ["extraSpec", replaced("/spec/parentClaims/issuer", "theirs.example.test")],
  // A member that the program does not declare, but that lets the key do more.
  ["groups", added("/spec/groups", ["system:masters"]), { declares: { groups: undefined } }],
  ["scope.allowCli", added("/spec/scope/allowLoftCli", true), inWeb],
  ["scope.spaces[].space", added("/spec/scope/spaces", [{ project: "web", space: "one" }]), inWeb],
  ["scope.virtualClusters[].project", added("/spec/scope/virtualClusters", [{ project: "*" }]), inWeb],
  ["scope.clusters[].cluster", added("/spec/scope/clusters", [{ cluster: "*" }]), inWeb],
  ["scope.roles[].role", added("/spec/scope/roles", [{ role: "agent" }]), inWeb],
];

const notStored = "the platform keeps the virtual cluster, not the request";

/** Input leaves of a VirtualClusterImport: the platform keeps only `clusterRef` (spec, 2.3). */
const virtualClusterImport: readonly Leaf[] = [
  // A virtual cluster cannot change its project or its name, but it can be deleted.
  ["project", deleted, created],
  ["sourceVirtualCluster.importName", deleted, created],
  ["sourceVirtualCluster.importName", recreated, { by: "gitops" }],
  ["sourceVirtualCluster.cluster", replaced("/spec/clusterRef/cluster", "c2"), needsPerson],
  ["sourceVirtualCluster.namespace", replaced("/spec/clusterRef/namespace", "vc-theirs"), needsPerson],
  ["sourceVirtualCluster.name", replaced("/spec/clusterRef/virtualCluster", "theirs"), needsPerson],
  ...unseen(ownRequests, "deletionPolicy", "restart", "host", "manage"),
  ...unseen(notStored, "name", "generateName", "labels", "annotations", "finalizers"),
  ...unseen(
    notStored,
    ...["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"].map(
      (field) => `ownerReferences[].${field}`,
    ),
  ),
];

const project: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy", "forceDelete"),
  ...projectFields,
];

const noExtra = unseen("the platform has no field without a property", "extraSpec");

/** What users and teams have in common. */
const principal: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy", "allowSelfLockout"),
  ...noExtra,
];
const team: readonly Leaf[] = [...principal, ...teamFields];
const user: readonly Leaf[] = [...principal, ...userFields];

/** The leaves of a secret in this place. */
const secret = (place: "project" | "namespace"): readonly Leaf[] => [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy"),
  ...noExtra,
  [place, deleted, { declares: { finalizers: undefined }, ...created }],
  ...secretFields,
];

const virtualClusterTemplate: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy"),
  ...virtualClusterTemplateFields,
];

/** What virtual clusters and spaces have in common. */
const instance: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy", "waitForReady"),
  ...noExtra,
  ["project", deleted, { declares: { finalizers: undefined }, ...created }],
];

const virtualClusterInstance: readonly Leaf[] = [...instance, ...virtualClusterInstanceFields];
const spaceInstance: readonly Leaf[] = [...instance, ...spaceInstanceFields];

/** Its object is a ClusterRoleTemplate. */
const platformObject: readonly Leaf[] = [
  ...metadata,
  ...unseen(ownRequests, "conflictPolicy", "waitFor"),
  ...unseen("every kind in a namespace has a resource of its own", "project", "namespace"),
  ["kind", deleted, { declares: { finalizers: undefined }, ...created }],
  ["spec", replaced("/spec/displayName", "Theirs")],
  ["spec", removed("/spec/management"), gone],
  ["spec", added("/spec/clusters/-", "c3")],
  ["spec", added("/spec/clusterRoleTemplate/rules/0/verbs/-", "delete")],
];

const rowsOf = (type: string, prefix: string, leaves: readonly Leaf[]): DriftRow[] =>
  leaves.map(([path, change, options], index) => ({
    path,
    change,
    ...options,
    type,
    id: `${prefix}-${String(index).padStart(2, "0")}`,
  }));

/** Every input leaf of every resource: its change on the server, or why no change is visible. */
export const driftTable: readonly DriftRow[] = [
  ...rowsOf("SpaceTemplate", "template", spaceTemplate),
  ...rowsOf("OwnedAccessKey", "key", ownedAccessKey),
  ...rowsOf("VirtualClusterImport", "import", virtualClusterImport),
  ...rowsOf("Project", "project", project),
  ...rowsOf("Team", "team", team),
  ...rowsOf("User", "user", user),
  ...rowsOf("ProjectSecret", "project-secret", secret("project")),
  ...rowsOf("SharedSecret", "shared-secret", secret("namespace")),
  ...rowsOf("VirtualClusterTemplate", "cluster-template", virtualClusterTemplate),
  ...rowsOf("VirtualClusterInstance", "instance", virtualClusterInstance),
  ...rowsOf("SpaceInstance", "space", spaceInstance),
  ...rowsOf("PlatformObject", "object", platformObject),
];

/** The rows whose change is drift. */
export const visibleRows = driftTable.filter(({ change, unseen: reason }) => change && !reason);

/** Values that the rows write into secret fields; the last is the end of every declared key. */
export const secretTexts: readonly string[] = [
  "a-key-that-somebody-else-chose",
  "another-nonce-0123456789",
  "another-id-token-0123456789",
  "another-access-token-0123456789",
  "other-connector-data",
  "another-vault-token-0123456789",
  anotherValue,
  Buffer.from(anotherValue).toString("base64"),
  "-0123456789abcdef",
];
