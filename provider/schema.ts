import { z } from "zod";
import { providerConfig } from "./config.js";
import type { Offer } from "./resources/offer.js";
import type { PlatformFunction } from "./resources/platformFunction.js";
import type { Resource } from "./resources/resource.js";

type Json = Record<string, unknown>;

/** The token of a type of this package. */
export const typeToken = (name: string) => `platform:index:${name}`;

/** The Pulumi package schema, made from the zod definitions: every type, field, default and secret. */
export function packageSchema({ resources, functions }: Offer, version: string): Json {
  const types: Json = {};
  const settings = objectOf(providerConfig, types, "input");
  return {
    name: "platform",
    displayName: "Platform",
    version,
    description: "Manages space templates, access keys and virtual cluster imports of a multi-tenant platform.",
    license: "Apache-2.0",
    config: { variables: settings.properties },
    provider: {
      description: "Settings of the platform; each may come from the program, stack configuration or the environment.",
      inputProperties: withoutDefaults(settings.properties),
    },
    resources: Object.fromEntries(resources.map((resource) => [typeToken(resource.type), resourceOf(resource, types)])),
    functions: Object.fromEntries(functions.map((each) => [typeToken(each.name), functionOf(each, types)])),
    types,
    language: languages,
  };
}

/** An SDK would send a default as if the program had set it, and so override the environment and the login file. */
function withoutDefaults(properties: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { default: _default, ...property }]) => [name, property]),
  );
}

const languages = {
  nodejs: { packageName: "pulumi-platform-plugin", respectSchemaVersion: true },
  python: { packageName: "pulumi_platform", respectSchemaVersion: true },
  go: { respectSchemaVersion: true },
};

function resourceOf({ description, inputs, outputs, complete, filter }: Resource, types: Json): Json {
  const given = objectOf(inputs, types, "input");
  const added = objectOf(outputs, types, "output");
  // Check fixes a name where the program gives none, so as an output it is always there.
  const named = complete ? ["name"] : [];
  return {
    description,
    inputProperties: given.properties,
    requiredInputs: given.required,
    properties: { ...given.properties, ...added.properties },
    required: [...new Set([...given.required, ...added.required, ...named])].sort(),
    ...(filter && { listInputs: { type: "object", ...objectOf(filter, types, "input") } }),
  };
}

function functionOf({ description, inputs, outputs }: PlatformFunction, types: Json): Json {
  // The types inside are those of a resource's inputs, which say the same of every field.
  const [given, answered] = [objectOf(inputs, types, "input"), objectOf(outputs, types, "input")];
  return { description, inputs: { type: "object", ...given }, outputs: { type: "object", ...asAnswer(answered) } };
}

/** What is said of a field that a program sets says nothing of one that it only reads. */
function asAnswer({ properties, required }: ObjectSpec): ObjectSpec {
  const read = ([name, { willReplaceOnChanges: _r, deprecationMessage: _d, ...property }]: [string, Json]) => [
    name,
    property,
  ];
  return { properties: Object.fromEntries(Object.entries(properties).map(read)), required };
}

interface ObjectSpec {
  readonly properties: Record<string, Json>;
  readonly required: string[];
}

/** The properties of an object; named object types that it uses are added to `types`. */
function objectOf(schema: z.ZodObject, types: Json, io: "input" | "output"): ObjectSpec {
  const root = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  for (const [name, definition] of Object.entries((root.$defs ?? {}) as Record<string, Json>)) {
    types[typeToken(name)] = { type: "object", description: definition.description, ...objectSpec(definition) };
  }
  return objectSpec(root);
}

function objectSpec(node: Json): ObjectSpec {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Json>);
  return {
    properties: Object.fromEntries(properties.map(([name, property]) => [name, propertyOf(property)])),
    required: [...((node.required as string[] | undefined) ?? [])].sort(),
  };
}

function propertyOf(node: Json): Json {
  return {
    ...typeOf(node),
    description: node.description,
    ...(node.default !== undefined && isScalar(node.default) && { default: node.default }),
    ...(node.secret === true && { secret: true }),
    ...(node.immutable === true && { willReplaceOnChanges: true }),
    ...(node.deprecationMessage !== undefined && { deprecationMessage: node.deprecationMessage }),
  };
}

const isScalar = (value: unknown) => typeof value !== "object";

const scalars = new Set(["string", "integer", "number", "boolean"]);

function typeOf(node: Json): Json {
  if (typeof node.$ref === "string") return { $ref: `#/types/${typeToken(node.$ref.split("/").at(-1) ?? "")}` };
  if (Array.isArray(node.anyOf)) return { oneOf: node.anyOf.map(typeOf) };
  if (node.type === "array") return { type: "array", items: typeOf(node.items as Json) };
  if (node.type === "object")
    return { type: "object", additionalProperties: typeOf(node.additionalProperties as Json) };
  return scalars.has(node.type as string) ? { type: node.type } : { $ref: "pulumi.json#/Any" };
}
