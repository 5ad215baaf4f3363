// The TypeScript SDK with dynamic resources, as texts.

import type { ObjectSpec, Property, ResourceSpec, Schema, TypeSpec } from "./schemaTypes.js";
import { typesIn } from "./typesIn.js";

const header = "// Generated from the zod definitions by `npm run generate`. Do not edit.\n";

const scalars = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
} as Record<string, string>;

const nameOf = (ref: string) => ref.split(":").at(-1) ?? ref;

/**
 * The TypeScript type of a property.
 * @param prefix what the names of types have before them
 */
function typeOf(spec: TypeSpec, prefix: string): string {
  if (spec.oneOf) return spec.oneOf.map((each) => typeOf(each, prefix)).join(" | ");
  if (spec.items) return `${parenthesized(typeOf(spec.items, prefix))}[]`;
  if (spec.additionalProperties) return `Record<string, ${typeOf(spec.additionalProperties, prefix)}>`;
  if (spec.$ref === "pulumi.json#/Any") return "unknown";
  if (spec.$ref) return `${prefix}${nameOf(spec.$ref)}`;
  return scalars[spec.type ?? ""] ?? "unknown";
}

const parenthesized = (type: string) => (/[ |]/.test(type) && !type.endsWith(">") ? `(${type})` : type);

/** A doc comment with lines of at most 100 characters. */
function docComment(indent: string, ...paragraphs: readonly string[]) {
  const width = 97 - indent.length;
  // A description must not end the comment.
  const lines = paragraphs.flatMap((text) => wrapped(text.replaceAll("*/", "*\\/"), width));
  if (lines.length === 1 && (lines[0] ?? "").length <= width - 4) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd().concat("\n")).join("")}${indent} */\n`;
}

const wrapped = (text: string, width: number) => text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, "g")) ?? [""];

function comment(
  { description, deprecationMessage }: Pick<Property, "description" | "deprecationMessage">,
  indent: string,
) {
  const texts = [description ?? "", deprecationMessage ? `@deprecated ${deprecationMessage}` : ""].filter(Boolean);
  return texts.length > 0 ? docComment(indent, ...texts) : "";
}

/** The members of an interface, in braces. */
function membersOf({ properties, required = [] }: ObjectSpec, prefix: string) {
  const members = Object.entries(properties).map(([key, property]) => {
    const [mark, absent] = required.includes(key) ? ["", ""] : ["?", " | undefined"];
    return `${comment(property, "  ")}  ${key}${mark}: ${typeOf(property, prefix)}${absent};\n`;
  });
  return `{\n${members.join("")}}`;
}

export function sdkTypes(schema: Schema) {
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

function propertiesOf(name: string, spec: ResourceSpec) {
  const inputs = { properties: spec.inputProperties, required: spec.requiredInputs ?? [] };
  return [
    `/** The inputs of ${name}. */\nexport interface ${name}Inputs ${membersOf(inputs, "")}\n\n`,
    `/** The properties of ${name}, including those that the platform adds. */\n`,
    `export interface ${name}State extends ${name}Inputs ${membersOf(addedTo(spec), "")}\n`,
  ].join("");
}

/** What a lookup shows of an object, as the properties of its resource without the others. */
function partOfResource(schema: Schema, spec: ObjectSpec): string | undefined {
  const form = ({ properties, required = [] }: ObjectSpec, key: string) =>
    properties[key] && `${typeOf(properties[key], "")} ${required.includes(key)}`;
  const keys = Object.keys(spec.properties);
  if (!keys.includes("uid")) return undefined;
  const isPart = (resource: ObjectSpec) => keys.every((key) => form(spec, key) === form(resource, key));
  const [token, resource] = Object.entries(schema.resources).find(([, each]) => isPart(each)) ?? [];
  if (!token || !resource) return undefined;
  const others = Object.keys(resource.properties).filter((key) => !keys.includes(key));
  return `Omit<${nameOf(token)}State, ${others.map((key) => JSON.stringify(key)).join(" | ")}>`;
}

function unionOf(name: string, words: NonNullable<ObjectSpec["enum"]>, description: string = "") {
  const meanings = words.map(({ value, description: meaning }) => `- \`${value}\`: ${meaning}`);
  const union = words.map(({ value }) => JSON.stringify(value)).join(" | ");
  return `${docComment("", description, "", ...meanings)}export type ${name} = ${union};\n`;
}

export function sdkIndex(names: readonly string[]) {
  const classes = names.map((name) => `export { ${name}, type ${name}Args } from "./generated/${name}.js";\n`);
  return `${header}${classes.join("")}export * from "./generated/functions.js";\nexport type * from "./generated/types.js";\n`;
}

export function sdkFunctions(schema: Schema) {
  const functions = Object.entries(schema.functions).map(([token, { description, inputs, outputs }]) => {
    const name = nameOf(token);
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const optional = inputs.required?.length ? "" : " = {}";
    const head = docComment("", description ?? "");
    const parameter = `args: Inputs<${type}Args>${optional}): pulumi.Output<${type}Result> {\n  return `;
    // A promise cannot be secret.
    const isSecret = Object.values(outputs.properties).some((property) => property.secret);
    const forms = isSecret
      ? [
          `${head}export function ${name}Output(${parameter}`,
          `pulumi.secret(pulumi.output(args).apply((known) => callFunction<${type}Result>("${name}", known)));\n}\n`,
        ]
      : [
          `${head}export function ${name}(args: ${type}Args${optional}): Promise<${type}Result> {\n`,
          `  return callFunction("${name}", args);\n}\n\n`,
          `/** Like ${name}, with outputs as arguments. */\nexport function ${name}Output(${parameter}`,
          `pulumi.output(args).apply((known) => ${name}(known as ${type}Args));\n}\n`,
        ];
    return [
      `/** Arguments of ${name}. */\nexport interface ${type}Args ${membersOf(inputs, "types.")}\n\n`,
      `/** Result of ${name}. */\nexport ${resultOf(schema, `${type}Result`, outputs)}\n\n`,
      ...forms,
    ].join("");
  });
  const imports =
    'import * as pulumi from "@pulumi/pulumi";\nimport { callFunction, type Inputs } from "../functions.js";\nimport type * as types from "./types.js";\n';
  return `${header}${imports}\n${functions.join("\n")}`;
}

/** A lookup answers with what a list has of each object. */
function resultOf(schema: Schema, name: string, outputs: ObjectSpec) {
  const form = ({ properties, required }: ObjectSpec) => JSON.stringify([properties, required]);
  const [same] = Object.entries(schema.types).find(([, spec]) => form(spec) === form(outputs)) ?? [];
  return same ? `type ${name} = types.${nameOf(same)};` : `interface ${name} ${membersOf(outputs, "types.")}`;
}

export function sdkClass(schema: Schema, name: string) {
  const spec = resourceOf(schema, name);
  const optional = !spec.requiredInputs?.length;
  return [
    header,
    'import type * as pulumi from "@pulumi/pulumi";\n',
    'import { dynamicType, type Fields, isOfType, PlatformResource } from "../dynamic.js";\nimport type { Inputs, Outputs } from "../functions.js";\n',
    'import type * as types from "./types.js";\n\n',
    `const fields: Fields = ${JSON.stringify({ all: Object.keys(spec.properties), secret: secretPaths(schema, spec.properties) })};\n\n`,
    `/** The inputs of ${name}. */\nexport type ${name}Args = Inputs<types.${name}Inputs>;\n\n`,
    `export interface ${name} extends Outputs<types.${name}State> {}\n`,
    `${docComment("", spec.description ?? "")}export class ${name} extends PlatformResource {\n`,
    "  /** Type of the resources, by which policies select them. */\n",
    `  static readonly __pulumiType: string = dynamicType("${name}");\n\n`,
    `  constructor(name: string, args: ${name}Args${optional ? " = {}" : ""}, options?: pulumi.CustomResourceOptions) {\n`,
    `    super("${name}", fields, name, args, options);\n  }\n\n`,
    "  /** Reads an existing object. Pulumi neither changes nor deletes it. */\n",
    `  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): ${name} {\n`,
    `    return new ${name}(name, {}${optional ? "" : ` as ${name}Args`}, { ...options, id });\n  }\n\n`,
    "  /** Whether a value is a resource of this class, even from another copy of this package. */\n",
    `  static override isInstance(value: unknown): value is ${name} {\n`,
    `    return isOfType(${name}.__pulumiType, value);\n  }\n}\n`,
  ].join("");
}

function resourceOf(schema: Schema, name: string) {
  const spec = schema.resources[`vcluster-platform:index:${name}`];
  if (!spec) throw new Error(`The schema has no resource ${name}.`);
  return spec;
}

/** The outputs that are no inputs, or that are always there although the input is optional. */
function addedTo({ properties, required = [], inputProperties, requiredInputs = [] }: ResourceSpec): ObjectSpec {
  const isAdded = (key: string) =>
    !(key in inputProperties) || (required.includes(key) && !requiredInputs.includes(key));
  return { properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isAdded(key))), required };
}

/** The paths of the secret fields; `*` is every entry of a list. */
function secretPaths(schema: Schema, properties: Record<string, Property>): string[][] {
  return Object.entries(properties).flatMap(([key, property]) => secretsIn(schema, property, [key]));
}

function secretsIn(schema: Schema, property: TypeSpec & { secret?: boolean }, path: string[]): string[][] {
  const { secret, items, $ref = "" } = property;
  if (secret) return [path];
  if (items) return secretsIn(schema, items, [...path, "*"]);
  const { properties = {} } = schema.types[$ref.replace("#/types/", "")] ?? {};
  return Object.entries(properties).flatMap(([key, each]) => secretsIn(schema, each, [...path, key]));
}
