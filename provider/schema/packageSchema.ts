import { providerConfig } from "../config/config.js";
import { filterOf, isNamed } from "../objects/lifecycle/lifecycle.js";
import type { PlatformFunction, Resource } from "../objects/resource.js";
import { npmName, packageName, pluginNpmName, typeToken } from "../packageNames.js";
import type { Registry } from "../resources/registry.js";
import { envName } from "../settingNames.js";
import { type Json, objectOf, type Types } from "./fieldSpecs.js";

/** The fields of package.json that the schema needs. Only that file names the repository. */
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
  const inputSpec = objectOf(inputs, types, "full");
  const outputSpec = objectOf(outputs, types, "full");
  // Check generates a missing name, so the output always has one.
  const generated = isNamed(resource) ? ["name"] : [];
  return {
    description: descriptionOf(resource),
    inputProperties: inputSpec.properties,
    ...(inputSpec.required && { requiredInputs: inputSpec.required }),
    properties: { ...inputSpec.properties, ...outputSpec.properties },
    required: [...new Set([...(inputSpec.required ?? []), ...(outputSpec.required ?? []), ...generated])].sort(),
    listInputs: { type: "object", ...objectOf(filterOf(resource), types, "full") },
  };
}

const descriptionOf = ({ description, destroys, productOnly }: Resource): string =>
  [description, destroys, productOnly && "vCluster Platform 4; not in the specification."].filter(Boolean).join(" ");

function functionSpec({ description, inputs, outputs }: PlatformFunction, types: Types): Json {
  return {
    description,
    inputs: { type: "object", ...objectOf(inputs, types, "full") },
    outputs: { type: "object", ...objectOf(outputs, types, "result") },
  };
}

/**
 * The schema for Pulumi: a union with a list becomes Any, because Pulumi's Python SDK fails on it.
 * The classes in sdk/ and the reference pages are made from the schema before this step.
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
export const settings = (types: Types) => Object.entries(objectOf(providerConfig, types, "full").properties);

/** The settings as an SDK reads them from stack configuration and environment. */
function configVariables(types: Types): Record<string, Json> {
  const toVariable = ([name, property]: [string, Json]) => [
    name,
    withEnvironment(name, withoutNamedType(property, types)),
  ];
  return Object.fromEntries(settings(types).map(toVariable));
}

/**
 * The settings as arguments of a Provider, without defaults and environment variables. An SDK would
 * send these like values of the program: they would override the login file and enter the state.
 */
function providerArguments(types: Types): Record<string, Json> {
  return Object.fromEntries(settings(types).map(([name, { default: _default, ...property }]) => [name, property]));
}

/** Adds the variable, but not to lists and secrets: an SDK would read both as plain text. */
function withEnvironment(name: string, property: Json): Json {
  return property.type === "array" || property.secret === true
    ? property
    : { ...property, defaultInfo: { environment: [envName(name)] } };
}

/** An SDK would read a named type as JSON, but an enum is plain text in configuration. */
function withoutNamedType({ $ref, ...property }: Json, types: Types): Json {
  if (typeof $ref !== "string") return property;
  const { type, enum: values } = types[$ref.replace("#/types/", "")] as Json & { enum: Json[] };
  const meanings = values.map(({ value, description }) => `\`${value}\`: ${description}`);
  return { type, ...property, description: [property.description, ...meanings].join(" ") };
}
