import { groupPath } from "../../../support/http";
import type { Inputs, NoiseRow } from "./driftRow";
import {
  added,
  type Edit,
  firstRead,
  inTurn,
  type LiveObject,
  merged,
  mergedMetadata,
  mergedSpec,
  patched,
  put,
  reads,
  removed,
  replaced,
} from "./edits";

/** Rows of one resource: an edit of an object of these inputs, or of these inputs and some more. */
const rows = (type: string, common: Inputs, noise: Record<string, Edit | [Inputs, Edit]>): NoiseRow[] =>
  Object.entries(noise).map(([what, row]) => {
    const [more, edit] = Array.isArray(row) ? row : [{}, row];
    return { id: what.toLowerCase().replace(/\W+/g, "-"), what, type, declares: { ...common, ...more }, noise: edit };
  });

const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u-1" };
const foreignOwner = { apiVersion: "v1", kind: "ConfigMap", name: "theirs", uid: "u-2" };
const controller = { ...foreignOwner, controller: true };
const lastApplied = "kubectl.kubernetes.io~1last-applied-configuration";
const finalizer = (index: number) => `/metadata/finalizers/${index}`;
const flagged = { ...owner, controller: false, blockOwnerDeletion: false };
const condition = { phase: "Ready", conditions: [{ type: "Ready", status: "True" }] };

const reversed = <T extends object>(object: T) => Object.fromEntries(Object.entries(object).reverse()) as T;
const withMetadata = ({ metadata, ...rest }: LiveObject, more: object): LiveObject => {
  return { ...rest, metadata: { ...metadata, ...more } } as LiveObject;
};

const isEmpty = (value: unknown) => !value || (typeof value === "object" && Object.keys(value).length === 0);
/** A value without its empty members, as a server that omits empty fields stores it. */
const pruned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, pruned(member)]);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
};
const emptied = put((live) => ({ ...live, spec: pruned(live.spec) as LiveObject["spec"] }));

const declaredMetadata: Inputs = {
  displayName: "Ours",
  labels: { ours: "a", also: "b" },
  annotations: { ours: "a", also: "b" },
  finalizers: ["example.test/one", "example.test/two"],
  ownerReferences: [owner],
};

const metadata = rows("SpaceTemplate", declaredMetadata, {
  "a foreign label": added("/metadata/labels/theirs", "x"),
  "a declared label, removed and added": inTurn(removed("/metadata/labels/ours"), added("/metadata/labels/ours", "a")),
  "the owner label, removed": removed("/metadata/labels/pulumi-vcluster-platform~1owner"),
  "a foreign annotation": added("/metadata/annotations/theirs", "x"),
  "the annotation of kubectl apply": added(`/metadata/annotations/${lastApplied}`, "{}"),
  "the create nonce, removed": removed("/metadata/annotations/pulumi-vcluster-platform~1create-nonce"),
  "a foreign finalizer after the declared ones": added("/metadata/finalizers/-", "example.test/theirs"),
  "another order of the finalizers": patched({ op: "move", from: finalizer(0), path: finalizer(1) }),
  "a foreign owner before the declared one": added("/metadata/ownerReferences/0", controller),
  "default flags of an owner": mergedMetadata({ ownerReferences: [flagged] }),
  "the declared values, written again": merged({ spec: { displayName: "Ours" }, metadata: { labels: { ours: "a" } } }),
  "a field, changed and changed back": inTurn(mergedSpec({ displayName: "T" }), mergedSpec({ displayName: "Ours" })),
});

const nothing = {};
const undeclaredMetadata = rows("SpaceTemplate", nothing, {
  "a first label": [{ labels: {}, annotations: {} }, mergedMetadata({ labels: { theirs: "x" } })],
  "a first annotation": mergedMetadata({ annotations: { theirs: "x" } }),
  "a first finalizer": [{ finalizers: [] }, mergedMetadata({ finalizers: ["example.test/theirs"] })],
  "a first owner": [{ ownerReferences: [] }, mergedMetadata({ ownerReferences: [foreignOwner] })],
  "false flags, dropped": [{ ownerReferences: [flagged] }, mergedMetadata({ ownerReferences: [owner] })],
});

const text = 'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: quota\nspec:\n  hard:\n    pods: "10"\n';
const quota = { template: { objects: text } };
const list = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { mode: "0755" } }];
const labels = { metadata: { labels: { ours: "a" } } };
const objects = (value: string) => replaced("/spec/template/objects", value);

const template = rows("SpaceTemplate", quota, {
  "an unknown field": added("/spec/future", { user: "admin" }),
  "an unknown field of the template": added("/spec/template/future", [{ name: "nginx" }]),
  "undeclared charts of the template": added("/spec/template/charts", [{ name: "nginx", password: "0123456789" }]),
  "undeclared access rules": added("/spec/access", [{ users: ["*"], verbs: ["get"] }]),
  "a status with conditions": merged({ status: condition }),
  "the same objects in flow style": objects(
    "{apiVersion: v1, kind: ResourceQuota, metadata: {name: quota}, spec: {hard: {pods: '10'}}}",
  ),
});

const emptyTemplate: Inputs = {
  ...{ displayName: "", description: "", labels: { blank: "" }, annotations: {}, finalizers: [], ownerReferences: [] },
  access: [{ users: ["*"], verbs: [] }],
  template: { metadata: { labels: {} }, objects: "" },
  extraSpec: { flag: false, none: 0, text: "", list: [], map: {}, future: { team: "ours", user: "" } },
};

const templateFields = rows("SpaceTemplate", nothing, {
  "annotations of the template": [{ template: labels }, added("/spec/template/metadata/annotations", { theirs: "x" })],
  "a foreign label of the template": [{ template: labels }, added("/spec/template/metadata/labels/theirs", "x")],
  "undeclared objects beside declared labels": [{ template: labels }, added("/spec/template/objects", text)],
  "empty fields of a template, dropped": [emptyTemplate, emptied],
  "an empty list and an empty object, dropped": [{ access: [], template: {} }, emptied],
  "empty users, added": [{ access: [{ verbs: ["get"] }] }, mergedSpec({ access: [{ users: [], verbs: ["get"] }] })],
  "a text for objects that the program declares as a list": [
    { template: { objects: list } },
    objects("kind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\ndata: {mode: '0755'}\n"),
  ],
  "a member beside one of extraSpec": [
    { extraSpec: { future: { team: "ours" } } },
    added("/spec/future/user", "admin"),
  ],
  "an unknown member of an entry of a list": [{ access: [{ users: ["*"] }] }, added("/spec/access/0/future", "theirs")],
  "a hash that the platform adds to an app": [
    { template: { apps: [{ name: "a" }] } },
    added("/spec/template/apps/0/hash", "h"),
  ],
  "another order of members in a list of extraSpec": [
    { extraSpec: { future: [{ variable: "size", label: "Size" }] } },
    inTurn(removed("/spec/future"), added("/spec/future", [{ label: "Size", variable: "size" }])),
  ],
});

const read = { displayName: "Ours", description: "", labels: { ours: "a" }, access: [{ users: ["*"] }] };
const none = { finalizers: null, ownerReferences: null, namespace: null };

/** Noise in the response to one read. */
export const responseNoise: readonly NoiseRow[] = rows("SpaceTemplate", read, {
  "a Warning header": reads((live) => live, { warning: '299 - "management.loft.sh/v1 SpaceTemplate is deprecated"' }),
  "a response with members in another order": reads(({ metadata, spec, ...rest }) =>
    reversed({ ...rest, metadata: reversed(metadata), spec: reversed(spec) }),
  ),
  "null for absent values": reads((live) => ({
    ...withMetadata(live, none),
    spec: { ...live.spec, description: null, template: null },
    status: null,
  })),
  "unknown members beside the spec": reads((live) => ({ ...withMetadata(live, { selfLink: "/x" }), data: { x: 1 } })),
  "a response without status and managedFields": reads(({ status: _, ...live }) =>
    withMetadata(live as LiveObject, { managedFields: undefined }),
  ),
  "a 503 before the response": firstRead({ status: 503 }),
});

const rule = { verbs: ["get"], resources: [{ group: "apps", resources: ["deployments"] }] };
const user = { user: "ci" };
const scoped = { ...user, scope: { projects: [{ project: "web" }] }, identity: { username: "ci" } };
const used = "2030-01-01T00:00:00Z";
const useKey: Edit = async ({ platform, live }) => {
  const { key } = (await live()).spec;
  await fetch(`${platform.baseUrl}${groupPath}/projects`, { headers: { authorization: `Bearer ${key}` } });
};

const key = rows("OwnedAccessKey", scoped, {
  "an unknown field of a key": added("/spec/parentClaims", { issuer: "example.test" }),
  "a default type": added("/spec/type", "User"),
  "undeclared names of a key": mergedSpec({ displayName: "Theirs", description: "theirs" }),
  "disabled: false, added": mergedSpec({ disabled: false }),
  "an unknown field of the scope": added("/spec/scope/future", [{ role: "reader" }]),
  "undeclared rules of the scope": added("/spec/scope/rules", [rule]),
  "more of the identity, added by a login": mergedSpec({ identity: { emailVerified: true, groups: ["idp"] } }),
  "an undeclared client": mergedSpec({ oidcProvider: { clientId: "c" }, oidcLogin: { idToken: "t-01234567" } }),
});

const emptyKey: Inputs = {
  ...{ displayName: "", groups: [], disabled: false, ttl: 0, ttlAfterLastActivity: false },
  scope: { allowCli: false, projects: [], spaces: [], virtualClusters: [] },
  rules: [{ verbs: ["get"], cluster: "", namespaces: [], resources: [{ group: "", resources: ["pods"] }] }],
  identity: { username: "ci", email: "", emailVerified: false, groups: [] },
  oidcProvider: { clientId: "c", scopes: "", nonce: "" },
};

const keyFields = rows("OwnedAccessKey", user, {
  "a use of the key": useKey,
  "a longer life": [{ ttl: 3600, ttlAfterLastActivity: true }, merged({ status: { lastActivity: used } })],
  "an undeclared scope": added("/spec/scope", { projects: [{ project: "web" }] }),
  "an undeclared identity": mergedSpec({ identity: { username: "ci" }, identityRefresh: used }),
  "empty fields of a key, dropped": [emptyKey, emptied],
  "empty lists and objects of a key, dropped": [{ scope: {}, rules: [], oidcLogin: {} }, emptied],
  "other order in a rule": [{ rules: [rule] }, inTurn(removed("/spec/rules"), added("/spec/rules", [reversed(rule)]))],
  "declared connector data, which is never shown": [
    { identity: { connector: "github", connectorData: "connector-data-0123456789" } },
    mergedMetadata({ annotations: { theirs: "x" } }),
  ],
  "the same time in another spelling": [
    { identityRefresh: "2026-01-01T11:00:00+01:00", oidcLogin: { lastRefresh: "2026-01-02T11:00:00.000Z" } },
    mergedSpec({ identityRefresh: "2026-01-01T10:00:00Z", oidcLogin: { lastRefresh: "2026-01-02T11:00:00Z" } }),
  ],
  "the declared key, written again": [{ key: "again-0123456789" }, replaced("/spec/key", "again-0123456789")],
});

const cluster = { cluster: "c1", namespace: "vc-team", name: "team" };
const source = { project: "web", sourceVirtualCluster: cluster, labels: { ours: "a" } };

const virtualCluster = rows("VirtualClusterImport", source, {
  "metadata of a virtual cluster": mergedMetadata({ labels: { ours: "b", theirs: "x" }, annotations: { theirs: "x" } }),
  "a finalizer of a virtual cluster": mergedMetadata({ finalizers: ["example.test/theirs"] }),
  "an owner of a virtual cluster": mergedMetadata({ ownerReferences: [foreignOwner] }),
  "names of a virtual cluster": mergedSpec({ displayName: "Theirs", description: "theirs" }),
  "an unknown field of a virtual cluster": added("/spec/template", { helmRelease: { values: "x" } }),
  "an unknown field of the source": added("/spec/clusterRef/region", "eu"),
  "the source, written again": replaced("/spec/clusterRef/cluster", "c1"),
});

const platformAnnotations = { "loft.sh/apply": "x", "loft.sh/project-namespace": "p-x", "loft.sh/last-activity": "1" };
const platformRules = [{ name: "loft-access", verbs: ["get"], users: ["*"] }];
const rules = {
  access: [
    { name: "devs", verbs: ["get"], teams: ["devs"] },
    { users: ["mia"], verbs: ["get"], teams: [] },
  ],
};

const emptyProject: Inputs = {
  ...{ displayName: "", members: [], allowedClusters: [], allowedTemplates: [], defaultNodeProfile: "" },
  ...{ quotas: { project: {} }, requireTemplate: { disabled: false }, requirePreset: {}, namespacePattern: {} },
};

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const values = { data: { token: "secret-token-0123456789" }, binaryData: { keystore: "/u3+7Q==" } };
const storedValues = { keystore: "/u3+7Q==", token: base64("secret-token-0123456789") };

const secrets = (type: string, place: Inputs) =>
  rows(type, place, {
    [`the values of a ${type}, written again`]: [values, replaced("/spec/data", storedValues)],
    [`undeclared values of a ${type}`]: added("/spec/data", storedValues),
    [`empty values of a ${type}, dropped`]: [{ data: {}, binaryData: {} }, mergedSpec({ data: null })],
  });

const manifests = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } }];
const sameManifests = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\n";

const inProject = { project: "web", waitForReady: false };

const productKinds = [
  ...secrets("ProjectSecret", { project: "web" }),
  ...secrets("SharedSecret", { namespace: "vcluster-platform" }),
  ...rows("VirtualClusterTemplate", nothing, {
    "manifests of a host namespace in another form": [
      { template: { spaceTemplate: { objects: manifests } } },
      replaced("/spec/template/spaceTemplate/objects", sameManifests),
    ],
    "empty structs of a virtual cluster, added": [
      { template: { forwardTokenMode: "Off" } },
      mergedSpec({ template: { pro: {}, accessPoint: { ingress: {} }, helmRelease: {}, access: {} } }),
    ],
    "an undeclared virtual cluster": mergedSpec({ template: { pro: { enabled: true } }, versions: [] }),
    "empty fields of a virtual cluster, dropped": [
      { template: { pro: { enabled: false }, charts: [], objects: "", spaceTemplate: { apps: [] } }, versions: [] },
      mergedSpec({ template: { pro: null, charts: null, objects: null }, versions: null }),
    ],
  }),
  ...rows("VirtualClusterInstance", inProject, {
    "the place that the platform chooses": mergedSpec({
      clusterRef: { cluster: "c1", namespace: "a", virtualCluster: "b" },
    }),
    "a place, written again": [
      { clusterRef: { cluster: "c1" } },
      mergedSpec({ clusterRef: { cluster: "c1", namespace: "a" } }),
    ],
    "variables that the platform adds, in another order": [
      { parameters: { size: "m", debug: true } },
      replaced("/spec/parameters", "added: 1\ndebug: true # as declared\nsize: 'm'\n"),
    ],
    "parameters without a declaration": mergedSpec({ parameters: "size: m\n" }),
    "a template applied once": [
      { templateRef: { name: "small", syncOnce: true } },
      mergedSpec({ templateRef: { syncOnce: null } }),
    ],
    "annotations of a sleeping virtual cluster": mergedMetadata({
      annotations: { "sleepmode.loft.sh/last-activity": "1", "virtualcluster.loft.sh/latest-version": "0.33.0" },
      labels: { "loft.sh/project": "web" },
    }),
    "empty fields of an instance, dropped": [
      { external: false, networkPeer: false, extraAccessRules: [], parameters: {} },
      mergedSpec({ external: null, networkPeer: null, extraAccessRules: null, parameters: null }),
    ],
  }),
  ...rows("SpaceInstance", inProject, {
    "an owner and rules of a space that the platform fills in": mergedSpec({
      owner: { user: "admin" },
      access: platformRules,
    }),
  }),
  ...rows("Project", nothing, {
    "empty structs of a project, added": mergedSpec({ quotas: {}, requireTemplate: {}, requirePreset: {} }),
    "an owner and rules that the platform fills in": mergedSpec({ owner: { user: "admin" }, access: platformRules }),
    "annotations of the platform": mergedMetadata({ annotations: platformAnnotations }),
    "an undeclared quota": mergedSpec({ quotas: { project: { spaceinstances: "1" } } }),
    "all node types as null": mergedSpec({ allowedNodeTypes: null, allowedNodeProfiles: null }),
    "no node types, declared": [
      { allowedNodeTypes: [], allowedNodeProfiles: [] },
      mergedMetadata({ labels: { a: "b" } }),
    ],
    "empty fields of a project, dropped": [
      emptyProject,
      mergedSpec({ members: null, allowedClusters: null, quotas: {} }),
    ],
  }),
  ...rows(
    "PlatformObject",
    { kind: "ClusterRoleTemplate", spec: { displayName: "Role", management: false } },
    {
      "fields that others add to a spec": mergedSpec({ description: "theirs", access: platformRules }),
      "a declared false that the platform drops": mergedSpec({ management: null }),
    },
  ),
  ...rows("Team", rules, {
    "rules of others, and members of a rule in another order": replaced("/spec/access", [
      ...platformRules,
      { verbs: ["get"], users: ["mia"] },
      { teams: ["devs"], verbs: ["get"], name: "devs" },
    ]),
  }),
  ...rows("User", nothing, {
    "what a login adds to a user": inTurn(
      mergedSpec({ ssoGroups: ["idp"], codesRef: { secretName: "codes" }, passwordRef: { secretName: "password" } }),
      mergedMetadata({ annotations: platformAnnotations }),
    ),
    "flags of a user, dropped": [{ disabled: false, tokenGeneration: 0, email: "" }, mergedSpec({ disabled: null })],
  }),
];

/** Changes on the server that are no drift. */
export const noiseTable: readonly NoiseRow[] = [
  ...metadata,
  ...undeclaredMetadata,
  ...template,
  ...templateFields,
  ...responseNoise,
  ...key,
  ...keyFields,
  ...virtualCluster,
  ...productKinds,
];
