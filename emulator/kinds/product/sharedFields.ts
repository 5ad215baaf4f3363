// Fields that several kinds of vCluster Platform 4 have in common.
import { type Fields, textMap, texts, typed } from "../fields";

/** A reference to a key in a Secret of the platform's cluster. */
export const secretRef: Fields = typed("string", "secretName secretNamespace key");

/** The fields of the spec that every owned kind has. */
export const owned: Fields = {
  ...typed("string", "displayName description"),
  owner: typed("string", "user team"),
  access: [{ name: "string", "verbs+": texts, ...typed(texts, "subresources users teams") }],
};

/** Who gets which cluster role. */
export const accessRules = [{ clusterRole: "string", ...typed(texts, "users teams") }] as const;

const metadata: Fields = typed(textMap, "labels annotations");
const fromSecret: Fields = { projectSecretRef: typed("string", "project name key") };

/** Where a chart is, and how its repository is opened. */
export const chartSource: Fields = {
  ...typed("string", "name version repoURL username password"),
  ...typed(fromSecret, "usernameRef passwordRef"),
  insecureSkipTlsVerify: "boolean",
};

const chart: Fields = {
  ...chartSource,
  ...typed("string", "releaseName releaseNamespace values timeout"),
  wait: "boolean",
};

const contents: Fields = {
  "metadata+": metadata,
  objects: "string",
  charts: [chart],
  apps: [typed("string", "name namespace releaseName version parameters hash")],
};

/** What a space gets. */
export const spaceContents: Fields = {
  ...contents,
  "instanceTemplate+": { "metadata+": metadata },
  access: { defaultClusterRole: "string", rules: accessRules },
};

const helmChart: Fields = {
  ...typed("string", "name repo version username password"),
  insecureSkipTlsVerify: "boolean",
};

/** What a virtual cluster gets. */
export const virtualClusterContents: Fields = {
  ...spaceContents,
  "helmRelease+": { "chart+": helmChart, values: "string" },
  "accessPoint+": { "ingress+": { enabled: "boolean" } },
  "pro+": { enabled: "boolean" },
  "spaceTemplate+": contents,
  forwardToken: "boolean",
  forwardTokenMode: "Off|TokenReview|Passthrough",
};

/** The parameters of a template or an app. */
export const parameters = [
  {
    ...typed("string", "variable label description type defaultValue placeholder validation invalidation section"),
    ...typed("integer", "min max"),
    options: texts,
    required: "boolean",
  },
] as const;

/** The fields of a template that come with its contents. */
export const templateOf = (contents: Fields): Fields => ({
  "template+": contents,
  parameters,
  versions: [{ version: "string", "template+": contents, parameters }],
});

/** The fields of an instance that come with its contents. */
export const instanceOf = (contents: Fields): Fields => ({
  template: contents,
  templateRef: { ...typed("string", "name version"), syncOnce: "boolean" },
  parameters: "string",
  extraAccessRules: accessRules,
});

/** A selector of objects by their labels. */
export const labelSelector: Fields = {
  matchLabels: textMap,
  matchExpressions: [{ ...typed("string", "key operator"), values: texts }],
};

/** A template of a cluster role. */
export const clusterRole: Fields = {
  "metadata+": "any",
  "rules+": [typed(texts, "verbs apiGroups resources resourceNames nonResourceURLs")],
  aggregationRule: { clusterRoleSelectors: [labelSelector] },
};

/** The namespace template of a project. */
export const namespaceTemplate: Fields = { "metadata+": metadata };
