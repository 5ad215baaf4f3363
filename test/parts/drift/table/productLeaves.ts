import type { Leaf, LeafOptions } from "./driftRow";
import { added, mergedSpec, removed, replaced } from "./edits";
import { parameters, releases, templateFields, templateLists } from "./templateLeaves";

const gone = { by: "nobody" } as const;
const emptied = { by: "nobody (empty)" } as const;

/** A text that another client changes. */
const texts = (...paths: string[]): Leaf[] =>
  paths.map((path) => [path, replaced(`/spec/${path.replaceAll("[]", "/0").replaceAll(".", "/")}`, "theirs")]);

/** Every input leaf of the fields that all kinds of vCluster Platform 4 have. */
const common: readonly Leaf[] = [
  ...texts("displayName", "owner.user"),
  ["description", removed("/spec/description"), gone],
  ["owner.team", removed("/spec/owner/team"), gone],
  ["access[].name", replaced("/spec/access/0/name", "theirs")],
  ["access[].verbs", added("/spec/access/0/verbs/-", "use")],
  ["access[].subresources", removed("/spec/access/0/subresources")],
  ["access[].users", added("/spec/access/1/users/-", "somebody")],
  ["access[].teams", replaced("/spec/access/0/teams/0", "theirs")],
];

/** Every input leaf of a Project. */
export const projectFields: readonly Leaf[] = [
  ...common,
  ...texts("allowedClusters[].name", "allowedNodeTypes[].name", "defaultNodeProfile"),
  ["allowedNodeTypes[].name", replaced("/spec/allowedNodeTypes", null), { declares: { allowedNodeTypes: [] } }],
  ["allowedNodeProfiles[].name", replaced("/spec/allowedNodeProfiles", [])],
  ...texts("allowedTemplates[].kind", "allowedTemplates[].group", "allowedTemplates[].name"),
  ["allowedTemplates[].isDefault", replaced("/spec/allowedTemplates/0/isDefault", false)],
  ...texts("members[].kind", "members[].group", "members[].name", "members[].clusterRole"),
  ["quotas.project", replaced("/spec/quotas/project/virtualclusterinstances", "11")],
  ["quotas.user", removed("/spec/quotas/user/spaceinstances"), gone],
  ["requireTemplate.disabled", replaced("/spec/requireTemplate/disabled", false), emptied],
  [
    "requireTemplate.disabled",
    mergedSpec({ requireTemplate: { disabled: true } }),
    { declares: { requireTemplate: { disabled: false } } },
  ],
  ["requirePreset.disabled", removed("/spec/requirePreset/disabled"), gone],
  ...texts("namespacePattern.space", "namespacePattern.virtualCluster"),
  ["namespaceTemplate.metadata.labels", replaced("/spec/namespaceTemplate/metadata/labels/team", "theirs")],
  ["namespaceTemplate.metadata.annotations", removed("/spec/namespaceTemplate/metadata/annotations/note"), gone],
  ["vault.enabled", replaced("/spec/vault/enabled", false), emptied],
  ["vault.skipTLSVerify", removed("/spec/vault/skipTLSVerify"), gone],
  ...texts("vault.address", "vault.namespace", "vault.syncInterval"),
  ["vault.auth.token", replaced("/spec/vault/auth/token", "another-vault-token-0123456789")],
  ...texts("vault.auth.tokenSecretRef.name", "vault.auth.tokenSecretRef.key"),
  ["vault.auth.tokenSecretRef.optional", removed("/spec/vault/auth/tokenSecretRef/optional"), gone],
  ["extraSpec", replaced("/spec/argoCD/enabled", false), emptied],
];

const reference = ["secretName", "secretNamespace", "key"];

/** The leaves that users and teams have in common. */
const principalFields: readonly Leaf[] = [
  ...common,
  ...texts("username", "clusterRoles[].name"),
  ["groups", added("/spec/groups/-", "idp:theirs")],
  ...texts(...[...reference, "apiGroup", "kind"].map((key) => `imagePullSecrets[].${key}`)),
];

/** Every input leaf of a Team. */
export const teamFields: readonly Leaf[] = [...principalFields, ["users", removed("/spec/users/1")]];

/** Every input leaf of a User. */
export const userFields: readonly Leaf[] = [
  ...principalFields,
  ...texts("email", "subject", "icon"),
  ...texts(...["passwordRef", "codesRef"].flatMap((name) => reference.map((key) => `${name}.${key}`))),
  ["ssoGroups", removed("/spec/ssoGroups"), gone],
  ["disabled", replaced("/spec/disabled", false), emptied],
  ["tokenGeneration", replaced("/spec/tokenGeneration", 3)],
  ["extraClaims", replaced("/spec/extraClaims/tenant", "red")],
];

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A value that somebody else writes into a secret. */
export const anotherValue = "another-secret-token-0123456789";

/** Every input leaf of the secrets, except their place. */
export const secretFields: readonly Leaf[] = [
  ...common,
  ["data", replaced("/spec/data/token", base64(anotherValue))],
  ["data", removed("/spec/data/token"), gone],
  ["binaryData", replaced("/spec/data/keystore", "/v8=")],
  ["binaryData", removed("/spec/data/keystore"), gone],
];

const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota}\nspec: {hard: {pods: 10}}\n";

/** Every input leaf of what a template puts into a namespace, except charts and apps. */
const contents = (path: string, at: string, removal: LeafOptions): Leaf[] => [
  [`${path}.metadata.labels`, replaced(`${at}/metadata/labels`, { theirs: "x" }), removal],
  [`${path}.objects`, replaced(`${at}/objects`, quota)],
];

/** The input leaves of a template. Nobody manages a removed value, except in a list. */
const virtualCluster = (path: string, at: string, removal: LeafOptions = {}): Leaf[] => [
  ...contents(path, at, removal),
  ...templateFields(path, at),
  ...templateLists(path, at),
  ...contents(`${path}.spaceTemplate`, `${at}/spaceTemplate`, removal),
  [`${path}.spaceTemplate.metadata.annotations`, replaced(`${at}/spaceTemplate/metadata/annotations/note`, "theirs")],
  ...releases(`${path}.spaceTemplate`, `${at}/spaceTemplate`),
  ...["name", "repo", "username", "password"].map(
    (key): Leaf => [`${path}.helmRelease.chart.${key}`, replaced(`${at}/helmRelease/chart/${key}`, "theirs")],
  ),
  [`${path}.helmRelease.chart.version`, replaced(`${at}/helmRelease/chart/version`, "0.33.0")],
  [
    `${path}.helmRelease.chart.insecureSkipTlsVerify`,
    removed(`${at}/helmRelease/chart/insecureSkipTlsVerify`),
    removal,
  ],
  [`${path}.helmRelease.values`, replaced(`${at}/helmRelease/values`, "theirs: {}")],
  [`${path}.pro.enabled`, removed(`${at}/pro/enabled`), removal],
  [`${path}.accessPoint.ingress.enabled`, removed(`${at}/accessPoint/ingress/enabled`), removal],
  [`${path}.forwardTokenMode`, replaced(`${at}/forwardTokenMode`, "Passthrough")],
];

/** Every input leaf of a VirtualClusterTemplate. */
export const virtualClusterTemplateFields: readonly Leaf[] = [
  ...common,
  ...parameters("parameters", "/spec/parameters"),
  ...virtualCluster("template", "/spec/template", gone),
  ["versions[].version", replaced("/spec/versions/0/version", "1.0.1")],
  ["versions[].version", added("/spec/versions/-", { version: "3.0.0" })],
  ...virtualCluster("versions[].template", "/spec/versions/0/template"),
  ...parameters("versions[].parameters", "/spec/versions/0/parameters"),
  ["extraSpec", replaced("/spec/spaceTemplateRef/name", "theirs")],
];

const fromTemplate = {
  declares: { template: undefined, templateRef: { name: "small", version: "1.0.x", syncOnce: true } },
};
const movedElsewhere = { repair: "needs a person" } as const;

/** The input leaves that virtual clusters and spaces have in common. */
const instanceFields: readonly Leaf[] = [
  ...common,
  ["templateRef.name", replaced("/spec/templateRef/name", "theirs"), fromTemplate],
  ["templateRef.version", removed("/spec/templateRef/version"), { ...fromTemplate, ...gone }],
  ["templateRef.syncOnce", undefined, { unseen: "the platform resets it" }],
  ["parameters", replaced("/spec/parameters", "debug: true\nsize: l\n")],
  ["parameters", replaced("/spec/parameters", "size: m\n")],
  ["extraAccessRules[].clusterRole", replaced("/spec/extraAccessRules/0/clusterRole", "edit")],
  ["extraAccessRules[].users", added("/spec/extraAccessRules/0/users/-", "somebody")],
  ["extraAccessRules[].teams", removed("/spec/extraAccessRules/0/teams")],
  ["clusterRef.cluster", replaced("/spec/clusterRef/cluster", "c2"), movedElsewhere],
  ["clusterRef.namespace", replaced("/spec/clusterRef/namespace", "theirs"), movedElsewhere],
];

/** Every input leaf of a VirtualClusterInstance, except its project. */
export const virtualClusterInstanceFields: readonly Leaf[] = [
  ...instanceFields,
  ...virtualCluster("template", "/spec/template", gone),
  ["clusterRef.virtualCluster", replaced("/spec/clusterRef/virtualCluster", "theirs"), movedElsewhere],
  ["external", replaced("/spec/external", false), emptied],
  ["networkPeer", removed("/spec/networkPeer"), gone],
  ["standalone", replaced("/spec/standalone", false), emptied],
];

/** Every input leaf of a SpaceInstance, except its project. */
export const spaceInstanceFields: readonly Leaf[] = [
  ...instanceFields,
  ...contents("template", "/spec/template", gone),
  ...templateFields("template", "/spec/template"),
  ...templateLists("template", "/spec/template"),
];
