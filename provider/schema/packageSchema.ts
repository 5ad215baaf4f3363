import type { Registry } from "../resources/registry.js";
import { type PlatformFunction, type Resource, typeToken } from "../resources/resource.js";
import { type Json, objectOf, type Types } from "./fieldSpecs.js";
import { languages } from "./languages.js";
import { configVariables, providerArguments } from "./settings.js";

/** What the package says of itself beside its types; nothing has a public address yet. */
export interface PackageInfo {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

/** The Pulumi package schema, made from the zod definitions: every type, field, default and secret. */
export function packageSchema({ resources, functions }: Registry, info: PackageInfo): Json {
  const types: Types = {};
  const providerSettings = providerArguments(types);
  return {
    name: "platform",
    displayName: "Platform",
    version: info.version,
    description: info.description,
    keywords: [...info.keywords, "category/infrastructure", "kind/native"],
    license: info.license,
    meta: { supportPack: true },
    config: { variables: configVariables(types) },
    provider: {
      description: "Settings of the platform; each may come from the program, stack configuration or the environment.",
      inputProperties: providerSettings,
      properties: providerSettings,
    },
    resources: Object.fromEntries(resources.map((resource) => [typeToken(resource.type), resourceOf(resource, types)])),
    functions: Object.fromEntries(functions.map((each) => [typeToken(each.name), functionOf(each, types)])),
    types,
    language: languages,
  };
}

function resourceOf({ description, inputs, outputs, complete, filter }: Resource, types: Types): Json {
  const given = objectOf(inputs, types, "set");
  const added = objectOf(outputs, types, "set");
  // Check fixes a name where the program gives none, so as an output it is always there.
  const named = complete ? ["name"] : [];
  return {
    description,
    inputProperties: given.properties,
    ...(given.required && { requiredInputs: given.required }),
    properties: { ...given.properties, ...added.properties },
    required: [...new Set([...(given.required ?? []), ...(added.required ?? []), ...named])].sort(),
    ...(filter && { listInputs: { type: "object", ...objectOf(filter, types, "set") } }),
  };
}

function functionOf({ description, inputs, outputs }: PlatformFunction, types: Types): Json {
  return {
    description,
    inputs: { type: "object", ...objectOf(inputs, types, "set") },
    outputs: { type: "object", ...objectOf(outputs, types, "read") },
  };
}
