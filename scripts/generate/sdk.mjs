// The TypeScript SDK with dynamic resources, as texts.

import { typesIn } from "./typesIn.mjs";

/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./schemaTypes.js").Property} Property */
/** @typedef {import("./schemaTypes.js").TypeSpec} TypeSpec */
/** @typedef {import("./schemaTypes.js").ObjectSpec} ObjectSpec */

const header = "// Generated from the zod definitions by `npm run generate`. Do not edit.\n";

const scalars = /** @type {Record<string, string>} */ ({
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
});

/** @param {string} ref */
const nameOf = (ref) => ref.split(":").at(-1) ?? ref;

/**
 * The TypeScript type of a property.
 * @param {TypeSpec} spec
 * @param {string} prefix what the names of types have before them
 * @returns {string}
 */
function typeOf(spec, prefix) {
  if (spec.oneOf) return spec.oneOf.map((each) => typeOf(each, prefix)).join(" | ");
  if (spec.items) return `${parenthesized(typeOf(spec.items, prefix))}[]`;
  if (spec.additionalProperties) return `Record<string, ${typeOf(spec.additionalProperties, prefix)}>`;
  if (spec.$ref === "pulumi.json#/Any") return "unknown";
  if (spec.$ref) return `${prefix}${nameOf(spec.$ref)}`;
  return scalars[spec.type ?? ""] ?? "unknown";
}

/** @param {string} type */
const parenthesized = (type) => (/[ |]/.test(type) && !type.endsWith(">") ? `(${type})` : type);

/**
 * A doc comment with lines of at most 100 characters.
 * @param {string} indent
 * @param {readonly string[]} paragraphs
 */
function docComment(indent, ...paragraphs) {
  const width = 97 - indent.length;
  // A description must not end the comment.
  const lines = paragraphs.flatMap((text) => wrapped(text.replaceAll("*/", "*\\/"), width));
  if (lines.length === 1 && (lines[0] ?? "").length <= width - 4) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd().concat("\n")).join("")}${indent} */\n`;
}

/** @param {string} text @param {number} width */
const wrapped = (text, width) => text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, "g")) ?? [""];

/**
 * @param {Pick<Property, "description" | "deprecationMessage">} property
 * @param {string} indent
 */
function comment({ description, deprecationMessage }, indent) {
  const texts = [description ?? "", deprecationMessage ? `@deprecated ${deprecationMessage}` : ""].filter(Boolean);
  return texts.length > 0 ? docComment(indent, ...texts) : "";
}

/**
 * The members of an interface, in braces.
 * @param {ObjectSpec} spec
 * @param {string} prefix
 */
function membersOf({ properties, required = [] }, prefix) {
  const members = Object.entries(properties).map(([key, property]) => {
    const [mark, absent] = required.includes(key) ? ["", ""] : ["?", " | undefined"];
    return `${comment(property, "  ")}  ${key}${mark}: ${typeOf(property, prefix)}${absent};\n`;
  });
  return `{\n${members.join("")}}`;
}

/** @param {Schema} schema */
export function sdkTypes(schema) {
  const given = typesIn(
    schema,
    Object.values(schema.resources).flatMap(({ inputProperties }) => Object.values(inputProperties)),
  );
  const types = Object.entries(schema.types).map(([token, spec]) => {
    const name = nameOf(token);
    if (spec.enum) return unionOf(name, spec.enum, spec.description);
    const text = comment(spec, "");
    const known = partOfResource(schema, spec);
    if (known) return `${text}export type ${name} = ${known};\n`;
    const declared = `${text}export interface ${name} ${membersOf(spec, "")}\n`;
    return given.has(token) ? `${declared}export type ${name}Args = Inputs<${name}>;\n` : declared;
  });
  const resources = Object.entries(schema.resources).map(([token, spec]) => propertiesOf(nameOf(token), spec));
  return `${header}import type { Inputs } from "../functions.js";\n\n${[...resources, ...types].join("\n")}`;
}

/**
 * @param {string} name
 * @param {import("./schemaTypes.js").ResourceSpec} spec
 */
function propertiesOf(name, spec) {
  const inputs = { properties: spec.inputProperties, required: spec.requiredInputs ?? [] };
  return [
    `/** The inputs of ${name}. */\nexport interface ${name}Inputs ${membersOf(inputs, "")}\n\n`,
    `/** The properties of ${name}, including those that the platform adds. */\n`,
    `export interface ${name}State extends ${name}Inputs ${membersOf(addedTo(spec), "")}\n`,
  ].join("");
}

/**
 * What a lookup shows of an object, as the properties of its resource without the others.
 * @param {Schema} schema
 * @param {ObjectSpec} spec
 * @returns {string | undefined}
 */
function partOfResource(schema, spec) {
  const form = (/** @type {ObjectSpec} */ { properties, required = [] }, /** @type {string} */ key) =>
    properties[key] && `${typeOf(properties[key], "")} ${required.includes(key)}`;
  const keys = Object.keys(spec.properties);
  if (!keys.includes("uid")) return undefined;
  const isPart = (/** @type {ObjectSpec} */ resource) => keys.every((key) => form(spec, key) === form(resource, key));
  const [token, resource] = Object.entries(schema.resources).find(([, each]) => isPart(each)) ?? [];
  if (!token || !resource) return undefined;
  const others = Object.keys(resource.properties).filter((key) => !keys.includes(key));
  return `Omit<${nameOf(token)}State, ${others.map((key) => JSON.stringify(key)).join(" | ")}>`;
}

/**
 * @param {string} name
 * @param {NonNullable<ObjectSpec["enum"]>} words
 * @param {string} [description]
 */
function unionOf(name, words, description = "") {
  const meanings = words.map(({ value, description: meaning }) => `- \`${value}\`: ${meaning}`);
  const union = words.map(({ value }) => JSON.stringify(value)).join(" | ");
  return `${docComment("", description, "", ...meanings)}export type ${name} = ${union};\n`;
}

/** @param {readonly string[]} names */
export function sdkIndex(names) {
  const classes = names.map((name) => `export { ${name}, type ${name}Args } from "./generated/${name}.js";\n`);
  return `${header}${classes.join("")}export * from "./generated/functions.js";\nexport type * from "./generated/types.js";\n`;
}

/** @param {Schema} schema */
export function sdkFunctions(schema) {
  const functions = Object.entries(schema.functions).map(([token, { description, inputs, outputs }]) => {
    const name = nameOf(token);
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const optional = inputs.required?.length ? "" : " = {}";
    return [
      `/** Arguments of ${name}. */\nexport interface ${type}Args ${membersOf(inputs, "types.")}\n\n`,
      `/** Result of ${name}. */\nexport ${resultOf(schema, `${type}Result`, outputs)}\n\n`,
      `${docComment("", description ?? "")}export function ${name}(args: ${type}Args${optional}): Promise<${type}Result> {\n`,
      `  return callFunction("${name}", args);\n}\n\n`,
      `/** Like ${name}, with outputs as arguments. */\nexport function ${name}Output(args: Inputs<${type}Args>${optional}): pulumi.Output<${type}Result> {\n`,
      `  return pulumi.output(args).apply((known) => ${name}(known as ${type}Args));\n}\n`,
    ].join("");
  });
  const imports =
    'import * as pulumi from "@pulumi/pulumi";\nimport { callFunction, type Inputs } from "../functions.js";\nimport type * as types from "./types.js";\n';
  return `${header}${imports}\n${functions.join("\n")}`;
}

/**
 * A lookup answers with what a list has of each object.
 * @param {Schema} schema
 * @param {string} name
 * @param {ObjectSpec} outputs
 */
function resultOf(schema, name, outputs) {
  const form = (/** @type {ObjectSpec} */ { properties, required }) => JSON.stringify([properties, required]);
  const [same] = Object.entries(schema.types).find(([, spec]) => form(spec) === form(outputs)) ?? [];
  return same ? `type ${name} = types.${nameOf(same)};` : `interface ${name} ${membersOf(outputs, "types.")}`;
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
export function sdkClass(schema, name) {
  const spec = resourceOf(schema, name);
  const optional = !spec.requiredInputs?.length;
  return [
    header,
    'import type * as pulumi from "@pulumi/pulumi";\n',
    'import { type Fields, isOfType, PlatformResource } from "../dynamic.js";\nimport type { Inputs, Outputs } from "../functions.js";\n',
    'import type * as types from "./types.js";\n\n',
    `const fields: Fields = ${JSON.stringify({ all: Object.keys(spec.properties), secret: secretPaths(schema, spec.properties) })};\n\n`,
    `/** The inputs of ${name}. */\nexport type ${name}Args = Inputs<types.${name}Inputs>;\n\n`,
    `export interface ${name} extends Outputs<types.${name}State> {}\n`,
    `${docComment("", spec.description ?? "")}export class ${name} extends PlatformResource {\n`,
    `  constructor(name: string, args: ${name}Args${optional ? " = {}" : ""}, options?: pulumi.CustomResourceOptions) {\n`,
    `    super("${name}", fields, name, args, options);\n  }\n\n`,
    "  /** Reads an existing object. Pulumi neither changes nor deletes it. */\n",
    `  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): ${name} {\n`,
    `    return new ${name}(name, {}${optional ? "" : ` as ${name}Args`}, { ...options, id });\n  }\n\n`,
    "  /** Whether a value is a resource of this class, even from another copy of this package. */\n",
    `  static override isInstance(value: unknown): value is ${name} {\n`,
    `    return isOfType("${name}", value);\n  }\n}\n`,
  ].join("");
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
function resourceOf(schema, name) {
  const spec = schema.resources[`vcluster-platform:index:${name}`];
  if (!spec) throw new Error(`The schema has no resource ${name}.`);
  return spec;
}

/**
 * The outputs that are no inputs, or that are always there although the input is optional.
 * @param {import("./schemaTypes.js").ResourceSpec} spec
 * @returns {ObjectSpec}
 */
function addedTo({ properties, required = [], inputProperties, requiredInputs = [] }) {
  const isAdded = (/** @type {string} */ key) =>
    !(key in inputProperties) || (required.includes(key) && !requiredInputs.includes(key));
  return { properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isAdded(key))), required };
}

/**
 * The paths of the secret fields; `*` is every entry of a list.
 * @param {Schema} schema
 * @param {Record<string, Property>} properties
 */
function secretPaths(schema, properties) {
  return Object.entries(properties).flatMap(([key, property]) => secretsIn(schema, property, [key]));
}

/**
 * @param {Schema} schema
 * @param {TypeSpec & { secret?: boolean }} property
 * @param {string[]} path
 * @returns {string[][]}
 */
function secretsIn(schema, { secret, items, $ref = "" }, path) {
  if (secret) return [path];
  if (items) return secretsIn(schema, items, [...path, "*"]);
  const { properties = {} } = schema.types[$ref.replace("#/types/", "")] ?? {};
  return Object.entries(properties).flatMap(([key, each]) => secretsIn(schema, each, [...path, key]));
}
