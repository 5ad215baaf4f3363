import type { Leaf } from "./driftRow";
import { added, removed, replaced } from "./edits";

/** Every input leaf of the parameters at a path. */
export const parameters = (path: string, at: string): Leaf[] => [
  ...["variable", "label", "description", "type", "defaultValue", "placeholder", "validation", "invalidation"].map(
    (key): Leaf => [`${path}[].${key}`, replaced(`${at}/0/${key}`, "theirs")],
  ),
  [`${path}[].section`, removed(`${at}/0/section`)],
  [`${path}[].options`, added(`${at}/0/options/-`, "3")],
  [`${path}[].min`, replaced(`${at}/0/min`, 0)],
  [`${path}[].max`, replaced(`${at}/0/max`, 3)],
  [`${path}[].required`, replaced(`${at}/0/required`, false)],
];

const references = ["usernameRef", "passwordRef"].flatMap((ref) =>
  ["project", "name", "key"].map((key) => [ref, "projectSecretRef", key]),
);

/** Every input leaf of the charts and apps at a path, each changed to another text or flag. */
export const releases = (path: string, at: string): Leaf[] => [
  ...["name", "repoURL", "version", "username", "password", "releaseName", "releaseNamespace", "values", "timeout"].map(
    (key): Leaf => [`${path}.charts[].${key}`, replaced(`${at}/charts/0/${key}`, "theirs")],
  ),
  ...references.map(
    (keys): Leaf => [`${path}.charts[].${keys.join(".")}`, replaced(`${at}/charts/0/${keys.join("/")}`, "theirs")],
  ),
  ...["wait", "insecureSkipTlsVerify"].map(
    (key): Leaf => [`${path}.charts[].${key}`, replaced(`${at}/charts/0/${key}`, false)],
  ),
  ...["name", "namespace", "releaseName", "version", "parameters", "hash"].map(
    (key): Leaf => [`${path}.apps[].${key}`, replaced(`${at}/apps/0/${key}`, "theirs")],
  ),
];

/** Every input leaf of the lists of a template at a path. */
export const templateLists = (path: string, at: string): Leaf[] => [
  ...releases(path, at),
  [`${path}.access.rules[].clusterRole`, replaced(`${at}/access/rules/0/clusterRole`, "edit")],
  [`${path}.access.rules[].users`, added(`${at}/access/rules/0/users/-`, "somebody")],
  [`${path}.access.rules[].teams`, removed(`${at}/access/rules/0/teams`)],
];

/** The other input leaves of a template at a path, except those with rows of their own. */
export const templateFields = (path: string, at: string): Leaf[] => [
  [`${path}.metadata.annotations`, replaced(`${at}/metadata/annotations/note`, "theirs")],
  [`${path}.access.defaultClusterRole`, replaced(`${at}/access/defaultClusterRole`, "edit")],
  [`${path}.instanceTemplate.metadata.labels`, replaced(`${at}/instanceTemplate/metadata/labels/instance`, "theirs")],
  [
    `${path}.instanceTemplate.metadata.annotations`,
    replaced(`${at}/instanceTemplate/metadata/annotations/note`, "theirs"),
  ],
];
