import * as z from "zod";
import { typeToken } from "../packageNames.js";

/** A part of the schema. */
export type Json = Record<string, unknown>;

interface ObjectSpec {
  readonly properties: Record<string, Json>;
  /** The required properties. Absent if there are none, as in Pulumi's schemas. */
  readonly required?: string[];
}

/** The named types of the schema, by their token. */
export type Types = Record<string, Json>;

/** "result" for results of functions: no defaults and no input notes. "full" for the rest. */
type Use = "full" | "result";

/** The properties of an object. Adds each named type to `types`, unless it is there already. */
export function objectOf(schema: z.ZodObject, types: Types, use: Use): ObjectSpec {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  for (const [name, definition] of Object.entries((root.$defs ?? {}) as Record<string, Json>)) {
    types[typeToken(name)] ??= namedType(definition, use);
  }
  return objectSpec(root, use);
}

function namedType(definition: Json, use: Use): Json {
  const { description, choices } = definition;
  if (choices === undefined) return { type: "object", description, ...objectSpec(definition, use) };
  const values = Object.entries(choices as Record<string, string>);
  return { type: "string", description, enum: values.map(([value, meaning]) => ({ value, description: meaning })) };
}

function objectSpec(node: Json, use: Use): ObjectSpec {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Json>);
  const required = (node.required as string[] | undefined) ?? [];
  return {
    properties: Object.fromEntries(properties.map((property) => [property[0], propertyOf(property, use)])),
    ...(required.length > 0 && { required: [...required].sort() }),
  };
}

function propertyOf([name, node]: [name: string, node: Json], use: Use): Json {
  if (node.description === undefined)
    throw new Error(
      `Field "${name}" has no description, or the same one as its type. Describe it with .describe(), not with the words of its type.`,
    );
  const described = { ...typeSpec(node), description: node.description, ...(node.secret === true && { secret: true }) };
  if (use === "result") return described;
  return {
    ...described,
    ...(node.inputNote !== undefined && { description: `${node.description} ${node.inputNote}` }),
    ...(node.default !== undefined && isScalar(node.default) && { default: node.default }),
    ...(node.immutable === true && { willReplaceOnChanges: true }),
    ...(node.deprecationMessage !== undefined && { deprecationMessage: node.deprecationMessage }),
  };
}

/** Pulumi's schema has no defaults for lists and objects. */
const isScalar = (value: unknown) => typeof value !== "object";

const scalarTypes = new Set(["string", "integer", "number", "boolean"]);

function typeSpec(node: Json): Json {
  if (typeof node.$ref === "string") return { $ref: `#/types/${typeToken(node.$ref.split("/").at(-1) ?? "")}` };
  if (Array.isArray(node.anyOf)) return { oneOf: node.anyOf.map(typeSpec) };
  if (node.type === "array") return { type: "array", items: typeSpec(node.items as Json) };
  if (node.type === "object")
    return { type: "object", additionalProperties: typeSpec(node.additionalProperties as Json) };
  return scalarTypes.has(node.type as string) ? { type: node.type } : { $ref: "pulumi.json#/Any" };
}
