import { providerConfig } from "../config/config.js";
import { filterOf, isNamed } from "../objects/lifecycle/lifecycle.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { npmName, packageName, pluginNpmName, typeToken } from "../packageNames.js";
import type { Registry } from "../resources/registry.js";
import { envName } from "../settingNames.js";
import { type Json, objectOf, type Types } from "./fieldSpecs.js";

/** Metadata of the package, from package.json: the only place that names the repository. */
interface PackageInfo {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly keywords: readonly string[];
}

/** Owner and name of the repository on GitHub, such as `owner/name`. */
const repositoryOf = ({ repository }: PackageInfo) => repository.url.replace(/^.*github\.com\/|\.git$/g, "");

/** Where Pulumi's registry and engine find the repository, the logo and the plugin. */
const addressesOf = (info: PackageInfo) => ({
  homepage: info.homepage,
  repository: `https://github.com/${repositoryOf(info)}`,
  logoUrl: `https://raw.githubusercontent.com/${repositoryOf(info)}/v${info.version}/docs/logo.svg`,
  pluginDownloadURL: `github://api.github.com/${repositoryOf(info)}`,
});

/** The names of the SDKs that Pulumi generates. */
const languagesOf = (info: PackageInfo) => ({
  nodejs: { packageName: pluginNpmName, respectSchemaVersion: true },
  python: { packageName: npmName.replaceAll("-", "_"), pyproject: { enabled: true }, respectSchemaVersion: true },
  go: {
    importBasePath: `github.com/${repositoryOf(info)}/sdk/go/${packageName.replaceAll("-", "")}`,
    respectSchemaVersion: true,
  },
});

/** The Pulumi package schema from the zod definitions: types, fields, defaults and secrets. */
export function packageSchema({ resources, functions }: Registry, info: PackageInfo): Json {
  const types: Types = {};
  const providerSettings = providerArguments(types);
  return {
    name: packageName,
    displayName: "vCluster Platform",
    version: info.version,
    description: info.description,
    keywords: [...info.keywords, "category/infrastructure", "kind/native"],
    license: info.license,
    publisher: info.author,
    ...addressesOf(info),
    meta: { supportPack: true },
    config: { variables: configVariables(types) },
    provider: {
      description: "Settings of the platform; each may come from the program, stack configuration or the environment.",
      inputProperties: providerSettings,
      properties: providerSettings,
    },
    resources: Object.fromEntries(
      resources.map((resource) => [typeToken(resource.type), resourceSpec(resource, types)]),
    ),
    functions: Object.fromEntries(functions.map((each) => [typeToken(each.name), functionSpec(each, types)])),
    types,
    language: languagesOf(info),
  };
}

function resourceSpec(resource: Resource, types: Types): Json {
  const { inputs, outputs } = resource;
  const given = objectOf(inputs, types, "set");
  const added = objectOf(outputs, types, "set");
  // Check generates a missing name, so the output always has one.
  const named = isNamed(resource) ? ["name"] : [];
  return {
    description: descriptionOf(resource),
    inputProperties: given.properties,
    ...(given.required && { requiredInputs: given.required }),
    properties: { ...given.properties, ...added.properties },
    required: [...new Set([...(given.required ?? []), ...(added.required ?? []), ...named])].sort(),
    listInputs: { type: "object", ...objectOf(filterOf(resource), types, "set") },
  };
}

const descriptionOf = ({ description, destroys, productOnly }: Resource): string =>
  [description, destroys, productOnly && "vCluster Platform 4; not in the specification."].filter(Boolean).join(" ");

function functionSpec({ description, inputs, outputs }: PlatformFunction, types: Types): Json {
  return {
    description,
    inputs: { type: "object", ...objectOf(inputs, types, "set") },
    outputs: { type: "object", ...objectOf(outputs, types, "read") },
  };
}

/**
 * The schema as Pulumi reads it. Pulumi's Python SDK fails on a union with a list, so such a union
 * accepts any value there. The SDK classes and reference pages keep the types.
 */
export function withoutListUnions<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutListUnions) as T;
  const fields = Object.entries(value).map(([name, field]) =>
    name === "oneOf" && mayBeList(field) ? ["$ref", "pulumi.json#/Any"] : [name, withoutListUnions(field)],
  );
  return Object.fromEntries(fields);
}

const mayBeList = (types: { type?: string }[]) => types.some(({ type }) => type === "array");

/** The settings by name, with their schema. */
export const settings = (types: Types) => Object.entries(objectOf(providerConfig, types, "set").properties);

/** The settings as an SDK reads them from stack configuration and environment. */
function configVariables(types: Types): Record<string, Json> {
  const variable = ([name, property]: [string, Json]) => [
    name,
    withEnvironment(name, withoutNamedType(property, types)),
  ];
  return Object.fromEntries(settings(types).map(variable));
}

/**
 * The settings as arguments of a Provider, without defaults and environment variables. An SDK would
 * send them as if the program had set them: over the login file, and into the state.
 */
function providerArguments(types: Types): Record<string, Json> {
  return Object.fromEntries(settings(types).map(([name, { default: _default, ...property }]) => [name, property]));
}

/** Not for lists and secrets: an SDK reads a list as one text, and a secret in clear text. */
function withEnvironment(name: string, property: Json): Json {
  return property.type === "array" || property.secret === true
    ? property
    : { ...property, defaultInfo: { environment: [envName(name)] } };
}

/** An SDK would read a named type as JSON, but an enum is plain text in configuration. */
function withoutNamedType({ $ref, ...property }: Json, types: Types): Json {
  if (typeof $ref !== "string") return property;
  const { type, enum: words } = types[$ref.replace("#/types/", "")] as Json & { enum: Json[] };
  const meanings = words.map(({ value, description }) => `\`${value}\`: ${description}`);
  return { type, ...property, description: [property.description, ...meanings].join(" ") };
}
