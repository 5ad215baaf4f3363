import fc from "fast-check";
import { type CheckResult, check } from "../../../provider/engine/engine";
import type { Naming } from "../../../provider/objects/operation";
import type { Resource } from "../../../provider/objects/resource";
import { formatPath, type Properties, unknown } from "../../../provider/objects/values";
import { resources } from "../../../provider/resources/registry";
import { fullInputs } from "../../support/fullInputs";

const naming: Naming = { resourceName: "res", suffix: "x7k2p9q" };
const byType = Object.fromEntries(resources.map((resource) => [resource.type, resource]));
const resourceOf = (type: string) => byType[type] as Resource;
const checked = (type: string, inputs: Properties): CheckResult => check(resourceOf(type), { inputs, naming });

/** What every row of this type needs to be valid apart from its one mistake. */
const required: Record<string, Properties> = {
  SpaceTemplate: {},
  OwnedAccessKey: {},
  VirtualClusterImport: { project: "web", sourceVirtualCluster: { cluster: "c1", namespace: "ns", name: "vc" } },
  Project: {},
  Team: {},
  User: {},
  ProjectSecret: { project: "web" },
  SharedSecret: { namespace: "vcluster-platform" },
  VirtualClusterTemplate: {},
  VirtualClusterInstance: { project: "web" },
  SpaceInstance: { project: "web" },
  PlatformObject: { kind: "App", spec: {} },
};

/** Invalid fields, and for each problem its property path, a space and a part of its reason. */
type Row = [fields: Properties, ...problems: string[]];

const long = (length: number) => "a".repeat(length);
const nameRule = "must consist of lowercase letters, digits, '-' and '.', starting and ending with a letter or digit";
const notObject = "template.objects document 1 is not an object";
const keyRule = "cannot be a key: it must be a name of at most 63 letters";
const valueRule = "must be at most 63 letters";

const invalidNames = [...". .. a/b A a_b -a a- a. .a a..b é".split(" "), "", "a b", "a\u0000", "a\n"];
const badNames: Row[] = invalidNames.map((name) => [{ name }, `name ${nameRule}`]);

const ownerReference = { apiVersion: "v1", kind: "K", name: "n", uid: "u" };

const metadata: Row[] = [
  ...badNames,
  [{ name: long(254) }, "name must be no more than 253 characters"],
  [{ name: 7 }, "name must be a string, not a number."],
  [{ labels: ["a"] }, "labels must be a map, not a list."],
  [{ labels: { "a b": "x" } }, `labels["a b"] ${keyRule}`],
  [{ labels: { "a/b/c": "x" } }, `labels["a/b/c"] ${keyRule}`],
  [{ labels: { [long(64)]: "x" } }, `labels.${long(64)} ${keyRule}`],
  [{ labels: { a: "b c" } }, `labels.a ${valueRule}`],
  [{ labels: { a: long(64) } }, `labels.a ${valueRule}`],
  [{ labels: { "x.y/z": 1 } }, 'labels["x.y/z"] must be a string, not a number.'],
  [{ annotations: { "a b": "x" } }, `annotations["a b"] ${keyRule}`],
  [{ finalizers: ["ok", "not ok"] }, "finalizers[1] must be a name"],
  [{ finalizers: ["a", "b", "a"] }, "finalizers must not have the same entry twice"],
  [
    { ownerReferences: [{ apiVersion: "v1", kind: "K", uid: "u" }] },
    "ownerReferences[0].name is required. Name of the",
  ],
  [{ ownerReferences: [{ ...ownerReference, uid: "" }] }, "ownerReferences[0].uid must not be empty."],
];

const unknownKeys: Row[] = ["colour", "metadata", "kind", "constructor", "toString", "__proto__", "a.b"].map((key) => [
  Object.fromEntries([[key, "x"]]),
  `${formatPath([key])} is not a property. Known here: `,
]);

const prefixes: Row[] = [
  [{ generateName: "Upper-" }, "generateName must be the beginning of a name"],
  [{ generateName: "g.-" }, "generateName must be the beginning of a name"],
  [{ generateName: "" }, "generateName must not be empty"],
  [{ generateName: long(247) }, "generateName must be no more than 246 characters"],
];

/** Mistakes in what all kinds of vCluster Platform 4 have. */
const product: Row[] = [
  ...prefixes,
  ...unknownKeys,
  [{ access: [{ verbs: ["get"] }, { name: "devs" }] }, "access[1].verbs needs an entry. What these users may do"],
  [{ access: [{ verbs: [] }] }, "access[0].verbs needs an entry."],
  [{ owner: { group: "a" } }, "owner.group is not a property. Known here: user, team."],
];

const chart = (version?: string) => ({ helmRelease: { chart: { version } } });
const roles = (...all: (string | undefined)[]) => ({
  access: { rules: all.map((clusterRole) => ({ clusterRole, users: ["mia"] })) },
});

/** Mistakes in what virtual clusters and spaces have in common. */
const instance: Row[] = [
  [{ project: "a.b" }, "project must consist of lowercase letters, digits and '-'"],
  [{ template: {}, templateRef: { name: "a" } }, "templateRef cannot be set together with `template`."],
  [{ templateRef: {} }, "templateRef.name is required. Name of the template."],
  [{ templateRef: { name: "a", version: "1.0" } }, "templateRef.version must have three parts"],
  [{ extraAccessRules: [{ users: ["mia"] }] }, "extraAccessRules[0].clusterRole is required."],
  [{ template: roles("") }, "template.access.rules[0].clusterRole is required."],
  ...["- a", "a: [", "text", "mode: 0777", "version: 1.10", "a: 1\n---\nb: 2\n"].map(
    (parameters): Row => [{ parameters }, "parameters is no map of variables in YAML."],
  ),
  [{ parameters: ["a"] }, "parameters has the wrong type: it is a list."],
];

const mistakes: Record<string, Row[]> = {
  Project: [
    ...product,
    [{ name: "a.b" }, "name must consist of lowercase letters, digits and '-'"],
    [{ name: long(64) }, "name must be no more than 63 characters"],
    [{ members: [{ kind: "User", name: "mia" }] }, "members[0].clusterRole is required. Role in the project"],
    [{ allowedClusters: [{}] }, "allowedClusters[0].name is required."],
    [
      { quotas: { project: { virtualclusterinstances: 3 } } },
      "quotas.project.virtualclusterinstances must be a string",
    ],
    [{ vault: { auth: { tokenSecretRef: {} } } }, "vault.auth.tokenSecretRef.key is required."],
    [{ namespaceTemplate: { metadata: { labels: { a: "b c" } } } }, `namespaceTemplate.metadata.labels.a ${valueRule}`],
  ],
  Team: [...metadata, ...product, [{ clusterRoles: [{ name: "" }] }, "clusterRoles[0].name must not be empty."]],
  User: [...metadata, ...product, [{ tokenGeneration: 1.5 }, "tokenGeneration must be a whole number"]],
  ProjectSecret: [
    ...metadata,
    ...product,
    [{ project: "a.b" }, "project must consist of lowercase letters, digits and '-'"],
    [{ data: { a: 1 } }, "data.a must be a string"],
    [{ data: { "a/b": "x" } }, 'data["a/b"] cannot be a key: it must consist of letters, digits'],
    [{ binaryData: { a: "no base64!" } }, "binaryData.a must be base64"],
    [{ data: { a: "x", b: "y" }, binaryData: { b: "/w==" } }, "data.b is in `binaryData`, too. Declare it once."],
  ],
  SharedSecret: [
    ...metadata,
    ...product,
    [{ namespace: "a.b" }, "namespace must consist of lowercase letters, digits and '-'"],
    [{ data: { a: "x" }, binaryData: { a: "/w==" } }, "data.a is in `binaryData`, too. Declare it once."],
    [
      { data: { a: "x", ab: "\ud800" }, binaryData: { a: "/w==" } },
      "data.a is in `binaryData`, too.",
      "data.ab is not valid Unicode",
    ],
  ],
  VirtualClusterInstance: [
    ...metadata,
    ...product,
    ...instance,
    [{ template: chart("0.32") }, "template.helmRelease.chart.version must be a version such as 0.32.1"],
    [{ template: { spaceTemplate: { objects: "a: [" } } }, "template.spaceTemplate.objects is not valid YAML: line 1"],
    [{ template: { forwardToken: true } }, "template.forwardToken is not a property."],
    [{ clusterRef: { cluster: "" } }, "clusterRef.cluster must not be empty."],
  ],
  PlatformObject: [
    ...metadata,
    ...prefixes,
    ...unknownKeys.filter(([fields]) => !("kind" in fields)),
    [{ kind: "apps" }, "kind must be the name of a kind, such as ClusterRoleTemplate."],
    [{ kind: "OwnedAccessKey" }, "kind has a resource of its own: use OwnedAccessKey."],
    [{ kind: undefined }, "kind is required. Kind of the object"],
    [{ project: "a", namespace: "b" }, "namespace cannot be set together with `project`."],
    [{ spec: [] }, "spec must be a map, not a list."],
    [{ spec: undefined }, "spec is required for a new object, since an import leaves it out."],
    [{ waitFor: "" }, "waitFor must not be empty."],
  ],
  SpaceInstance: [...metadata, ...product, ...instance, [{ external: true }, "external is not a property."]],
  VirtualClusterTemplate: [
    ...metadata,
    ...product,
    [
      { versions: [{ version: "1.0.0" }, { version: "1.0" }, { version: "1.0.x" }] },
      "versions[1].version must have three parts",
      "versions[2].version must have three parts",
    ],
    [{ versions: [{ template: chart("0.32.1") }] }, "versions[0].version is required. The version."],
    [{ template: chart() }, "template.helmRelease.chart.version is required. Version of vCluster's chart."],
    [{ template: { helmRelease: { values: "a: b" } } }, "template.helmRelease.chart is required. The chart."],
    [{ template: chart("latest") }, "template.helmRelease.chart.version must be a version such as 0.32.1"],
    [
      { versions: [{ version: "1.0.0", template: chart("0.32") }] },
      "versions[0].template.helmRelease.chart.version must be a version such as 0.32.1",
    ],
    [{ template: roles("view", undefined) }, "template.access.rules[1].clusterRole is required. Cluster role that"],
    [{ template: roles("") }, "template.access.rules[0].clusterRole is required."],
    [
      { versions: [{ version: "1.0.0", template: roles(undefined) }] },
      "versions[0].template.access.rules[0].clusterRole is required.",
    ],
    [{ template: { spaceTemplate: { objects: "a: [" } } }, "template.spaceTemplate.objects is not valid YAML: line 1"],
    [{ template: { forwardToken: true } }, "template.forwardToken is not a property."],
    [{ spaceTemplateRef: { name: "a" } }, "spaceTemplateRef is not a property."],
  ],
  SpaceTemplate: [
    ...metadata,
    ...prefixes,
    ...unknownKeys,
    [{ displayName: 1 }, "displayName must be a string, not a number. Human-readable name of the template."],
    [{ access: [{}, { verbs: [1] }] }, "access[1].verbs[0] must be a string, not a number."],
    [{ template: { metadata: { name: "x" } } }, "template.metadata.name Known here: labels, annotations."],
    [
      { template: { metadata: { annotations: { "a b": "" } } } },
      'template.metadata.annotations["a b"] cannot be a key',
    ],
    [{ versions: [{}, { template: { objects: "a: [" } }] }, "versions[1].template.objects is not valid YAML: line 1"],
    [{ versions: [{ template: { charts: [{ pasword: "p" }] } }] }, "versions[0].template.charts[0].pasword is not a"],
    [{ parameters: [{ min: 1.5 }] }, "parameters[0].min must be a whole number"],
    [{ template: { metadata: { labels: { a: "b c" } } } }, `template.metadata.labels.a ${valueRule}`],
    [{ template: { objects: 1 } }, "template.objects has the wrong type: it is a number. Kubernetes objects"],
    [{ template: { objects: ["text"] } }, notObject, "template.objects[0] must be a map, not a string."],
    [{ template: { objects: "a: [" } }, "template.objects is not valid YAML: line 1"],
    [{ template: { objects: [{ kind: "Pod" }] } }, "template.objects document 1 has no apiVersion"],
    [{ extraSpec: { template: { metadata: { labels: 1 } } } }, "template.metadata.labels must be a map, not a number."],
    [{ displayName: 1, acces: [] }, "acces is not a property.", "displayName must be a string"],
  ],
  OwnedAccessKey: [
    ...metadata,
    ...prefixes,
    ...unknownKeys,
    [{ user: "" }, "user must not be empty. The user the key acts for."],
    [{ subject: "s", user: "u" }, "subject cannot be combined with `user`"],
    [{ subject: "s", team: "t" }, "subject cannot be combined with `team`"],
    [{ key: "" }, "key must not be empty.", "key has characters that no access key has"],
    [
      { key: "trailing-newline-key-1\n" },
      "key has characters that no access key has, such as a space or a line break.",
    ],
    [{ key: "with a space" }, "key has characters that no access key has"],
    [{ key: "schlüssel" }, "key has characters that no access key has"],
    [{ key: "k".repeat(16_385) }, "key is longer than 16384 characters, which no server accepts."],
    [{ ttl: 1.5 }, "ttl must be a whole number, not a fraction. Lifetime in seconds"],
    [{ ttl: -1 }, "ttl must not be negative."],
    [
      { extraSpec: { identity: { connectorData: "x", more: true } } },
      "extraSpec.identity.connectorData has a property of its own: set `identity.connectorData` on the",
    ],
    [
      { scope: { projects: [{}, { project: "" }, { project: "*" }] } },
      "scope.projects[0].project is required: without it the entry names nothing. Set it, or find out",
      "scope.projects[1].project is required",
    ],
    [{ scope: { spaces: [{ project: "web" }] } }, "scope.spaces[0].space is required"],
    [{ scope: { spaces: [{ space: "*" }] } }, "scope.spaces[0].project is required"],
    [{ scope: { virtualClusters: [{ project: "web" }] } }, "scope.virtualClusters[0].virtualCluster is required"],
    [{ scope: { clusters: [{ cluster: undefined }] } }, "scope.clusters[0].cluster is required"],
    [{ scope: { roles: [{ projects: ["web"] }] } }, "scope.roles[0].role is required"],
    [{ rules: [{ resourceNames: ["a"] }] }, "rules[0].resourceNames needs `resources`"],
    [{ rules: [{ nonResourceURLs: ["/a*"] }] }, "rules[0].nonResourceURLs[0] must have a wildcard only"],
    [{ identityRefresh: "yesterday" }, "identityRefresh must be a time in RFC 3339"],
    [{ ttl: -1, subject: "s", user: "u" }, "subject cannot be combined", "ttl must not be negative"],
  ],
  VirtualClusterImport: [
    ...metadata,
    ...unknownKeys,
    [{ project: undefined }, "project is required. Project into which the virtual cluster is imported."],
    [{ project: "a.b" }, "project must consist of lowercase letters, digits and '-'"],
    [{ project: long(64) }, "project must be no more than 63 characters"],
    [{ sourceVirtualCluster: undefined }, "sourceVirtualCluster is required. The virtual cluster to import."],
    [{ sourceVirtualCluster: { name: "a", namespace: "b" } }, "sourceVirtualCluster.cluster is required"],
    [
      { sourceVirtualCluster: { cluster: "c", namespace: "a.b", name: "A", importName: "a/b", as: "x" } },
      "sourceVirtualCluster.as Known here: cluster, namespace, name, importName.",
      `sourceVirtualCluster.importName ${nameRule}`,
      `sourceVirtualCluster.name ${nameRule}`,
      "sourceVirtualCluster.namespace must consist of lowercase letters, digits and '-'",
    ],
    [{ deletionPolicy: "keep" }, 'deletionPolicy must be one of "retain", "delete".'],
    [{ generateName: "" }, "generateName must not be empty"],
    [{ extraSpec: {} }, "extraSpec is not a property."],
  ],
};

const sorted = (result: CheckResult) => [...result.problems].sort((a, b) => (a.property < b.property ? -1 : 1));

describe.each(resources.map(({ type }) => type))("%s", (type) => {
  test.each(mistakes[type] ?? [])("%j is refused with path and reason", (fields, ...problems) => {
    const expected = problems.map((problem) => {
      const [, property, reason = ""] = /^((?:[^ "]|"[^"]*")+) (.*)$/s.exec(problem) ?? [];
      return { property, reason: expect.stringContaining(reason) };
    });
    expect(sorted(checked(type, { ...required[type], ...fields }))).toEqual(expected);
  });

  test("exactly the required fields are required", () => {
    const { problems } = checked(type, {});
    const missing = problems.map(({ property, reason }) => `${property} ${reason.slice(0, 11)}`);
    expect(missing).toEqual(Object.keys(required[type] ?? {}).map((key) => `${key} is required`));
  });

  test("null equals an absent value, and reserved keys are no fields of the program", () => {
    const nulls = Object.fromEntries(Object.keys(resourceOf(type).inputs.shape).map((key) => [key, null]));
    const reserved = { __defaults: [], __internal: { a: 1 } };
    expect(checked(type, { ...nulls, ...reserved, ...required[type] }).problems).toEqual([]);
  });
});

test.each<Properties>([
  { rules: [{ resourceNames: ["a"], resources: [{ group: "" }] }] },
  { rules: [{ nonResourceURLs: ["/healthz", "/apis/*", "*"] }] },
  { identityRefresh: "2030-01-31T12:00:00+02:00" },
  { annotations: { "Example.com/note": "x" } },
])("%j is accepted", (inputs) => {
  expect(checked("OwnedAccessKey", inputs).problems).toEqual([]);
});

test("an entry without its name is accepted while it is as an import took it from the platform", () => {
  const previous = { scope: { spaces: [{ project: "web" }] } };
  const problems = (spaces: unknown) =>
    check(resourceOf("OwnedAccessKey"), { inputs: { scope: { spaces } }, previous, naming }).problems;
  expect(problems([{ project: "web", space: "*" }, { project: "web" }])).toEqual([]);
  expect(problems([{ project: "shop" }, {}]).map(({ property }) => property)).toEqual([
    "scope.spaces[0].space",
    "scope.spaces[1].project",
    "scope.spaces[1].space",
  ]);
});

describe("unknown values", () => {
  const cases = Object.entries(fullInputs()).flatMap(([type, list]) => list.map((inputs) => ({ type, inputs })));

  test.each(cases)("never make a full $type invalid", ({ type, inputs }) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 4 })), (choices) => {
        expect(checked(type, withUnknowns(inputs, choices) as Properties).problems).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test.each(cases)("never hide a mistake of another field of a full $type", ({ type, inputs }) => {
    const bad = fc.constantFrom("colour", ...Object.keys(inputs));
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 4 })), bad, (choices, key) => {
        // A symbol is the value of no field, and of no JSON.
        const { problems } = checked(type, { ...(withUnknowns(inputs, choices) as Properties), [key]: Symbol("bad") });
        expect(problems.map(({ property }) => property)).toEqual([key]);
      }),
      { numRuns: 50 },
    );
  });

  test.each<[string, Properties, string[]]>([
    ["SpaceTemplate", { access: [{ users: unknown, verb: unknown }] }, ["access[0].verb"]],
    ["SpaceTemplate", { labels: { a: unknown, "not valid": unknown } }, ['labels["not valid"]']],
    ["SpaceTemplate", { template: { objects: [unknown, { kind: "Pod" }] } }, ["template.objects"]],
    [
      "Project",
      { access: [{ verbs: unknown }, unknown, { verbs: [unknown] }], members: [{}] },
      ["members[0].clusterRole"],
    ],
    [
      "VirtualClusterTemplate",
      { template: { access: { rules: [{ users: unknown }, { clusterRole: unknown }, unknown] } } },
      ["template.access.rules[0].clusterRole"],
    ],
    ["OwnedAccessKey", { extraSpec: { displayName: unknown, ttl: -1 } }, ["ttl"]],
    ["OwnedAccessKey", { extraSpec: { oidcLogin: { idToken: unknown } } }, ["extraSpec.oidcLogin.idToken"]],
    ["OwnedAccessKey", { scope: { spaces: [{ project: unknown }, unknown] } }, ["scope.spaces[0].space"]],
    [
      "VirtualClusterImport",
      { project: unknown, sourceVirtualCluster: { name: unknown } },
      ["sourceVirtualCluster.cluster", "sourceVirtualCluster.namespace"],
    ],
  ])("%s %p is wrong at %j", (type, inputs, properties) => {
    expect(sorted(checked(type, inputs)).map(({ property }) => property)).toEqual(properties);
  });
});

/** The value with unknown in place of the leaves and branches where the stream says zero. */
function withUnknowns(value: unknown, choices: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((item) => part(item, choices));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, part(member, choices)]));
}

function part(value: unknown, choices: Iterator<number>): unknown {
  return choices.next().value === 0 ? unknown : withUnknowns(value, choices);
}

describe("secrets", () => {
  const secretText = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/);

  test.each<[string, (secret: string) => Properties]>([
    ["valid fields beside other mistakes", (key) => ({ key, ttl: -1, subject: "s", user: "u", colour: "x" })],
    ["lists and objects", (secret) => ({ key: [secret], oidcLogin: [secret], oidcProvider: { nonce: { secret } } })],
    ["fields that do not exist", (secret) => ({ oidcLogin: { token: secret }, identity: { conectorData: secret } })],
    ["the wrong place", (secret) => ({ identity: secret, oidcProvider: secret, oidcLogin: secret, scope: secret })],
    ["extraSpec", (secret) => ({ extraSpec: { key: secret, oidcLogin: { idToken: secret } } })],
    ["fields of another type", (secret) => ({ ttl: secret, disabled: secret, rules: secret, name: `${secret}/` })],
    ["texts that are no name", (secret) => ({ name: `${secret} `, generateName: secret, labels: { a: `${secret} ` } })],
  ])("in %s appear in no problem and no warning", (_, inputs) => {
    fc.assert(
      fc.property(secretText, (secret) => {
        const { problems, warnings } = checked("OwnedAccessKey", inputs(secret));
        expect(problems).not.toEqual([]);
        expect(JSON.stringify([problems, warnings])).not.toContain(secret);
      }),
    );
  });
});

/** A key that says what it needs. */
const careful = { ttl: 3600, scope: { projects: [{ project: "web" }] } };

describe("warnings about a key", () => {
  test.each<[Properties, string[]]>([
    [careful, []],
    [{ ...careful, ttl: undefined }, ["ttl is not set: the key never expires"]],
    [{ ...careful, ttl: 0 }, ["ttl is 0: the key never expires"]],
    [{ ...careful, ttl: unknown }, []],
    [{ ttl: 3600 }, ["scope is empty: the key reaches all"]],
    [{ ttl: 3600, scope: { allowCli: false, projects: [] } }, ["scope is empty: the key reaches all"]],
    [{ ttl: 3600, extraSpec: { scope: { future: [] }, more: [1] } }, ["scope is empty: the key reaches all"]],
    [{ ttl: 3600, extraSpec: { scope: { future: ["a"] } } }, []],
    [{ ttl: 3600, extraSpec: unknown }, []],
    [{ ttl: 3600, scope: unknown }, []],
    [{ ttl: 3600, rules: [{ verbs: ["get"] }] }, ["rules is deprecated"]],
    [{ ...careful, ttl: 3599 }, ["ttl is 3599, which is less than an hour: ttl counts seconds."]],
    [{ ...careful, ttl: 315_360_000 }, []],
    [{ ...careful, ttl: 2_592_000_000 }, ["ttl is 2592000000, which is more than ten years: ttl counts seconds."]],
    [{ ...careful, user: "u", team: "t" }, ["team is set beside `user`: nothing says for which of them the key acts."]],
    [{ ...careful, user: "u", team: unknown }, []],
  ])("for %p is %j", (inputs, expected) => {
    const { problems, warnings } = checked("OwnedAccessKey", inputs);
    expect(problems).toEqual([]);
    expect(warnings.map(({ property, reason }) => `${property} ${reason}`)).toEqual(
      expected.map((words) => expect.stringContaining(words)),
    );
  });
});

test("an unusual ttl is warned of where it is new", () => {
  const inputs = { ...careful, ttl: 60 };
  const warningsAfter = (previous: Properties) =>
    check(resourceOf("OwnedAccessKey"), { inputs, previous, naming: { resourceName: "res", suffix: "1" } }).warnings;
  expect(warningsAfter(inputs)).toEqual([]);
  expect(warningsAfter(careful)).toHaveLength(1);
});

describe("deprecated fields", () => {
  test.each<[Properties, string, string]>([
    [{ rules: [] }, "rules", "is deprecated. Use scope.projects, scope.spaces and scope.virtualClusters instead."],
    [{ oidcLogin: {} }, "oidcLogin", "is deprecated. Use identity instead."],
    [{ oidcProvider: { parent: "p" } }, "oidcProvider.parent", "is deprecated. Sharing token information"],
    [{ rules: unknown }, "rules", "is deprecated. Use scope"],
  ])("%p is valid, with a warning", (inputs, property, reason) => {
    const { problems, warnings } = checked("OwnedAccessKey", { ...careful, ...inputs });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([{ property, reason: expect.stringContaining(reason) }]);
  });
});

describe("a generated name", () => {
  test.each(["SpaceTemplate", "OwnedAccessKey"])("is the only addition to the inputs of a %s", (type) => {
    const inputs = { labels: { a: "b" } };
    expect(checked(type, inputs).inputs).toEqual({ ...inputs, name: "res-x7k2p9q", __defaults: ["name"] });
  });

  test("is left to the platform for an import", () => {
    const inputs = required.VirtualClusterImport ?? {};
    expect(checked("VirtualClusterImport", inputs).inputs).toEqual(inputs);
  });

  test.each<[string, NonNullable<Naming["proposal"]>, string]>([
    ["is required if autonaming is disabled", "disabled", "autonaming is disabled"],
    ["of the engine must be valid", { name: "Not Valid", enforced: true }, nameRule],
  ])("%s", (_, proposal, reason) => {
    const { problems } = check(resourceOf("SpaceTemplate"), { inputs: {}, naming: { ...naming, proposal } });
    expect(problems).toEqual([{ property: "name", reason: expect.stringContaining(reason) }]);
  });
});

test.each<[string, previous: Properties | undefined, problems: string[]]>([
  ["before the first run", undefined, ["template.objects"]],
  ["if the state has another text", { template: { objects: "a: 1" } }, ["template.objects"]],
  ["except if the state has the same text", { template: { objects: "[broken" } }, []],
])("manifests are validated %s", (_, previous, properties) => {
  const request = { inputs: { template: { objects: "[broken" } }, previous, naming };
  expect(check(resourceOf("SpaceTemplate"), request).problems.map(({ property }) => property)).toEqual(properties);
});
