// The TypeScript SDK on the dynamic face, as texts.

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
 * How types are written in one place: as inputs or outputs, with what before their names, and which of them are words.
 * @typedef {{ input: boolean, prefix: string, words: ReadonlySet<string> }} Mode
 */

/**
 * The types that are one of a few words, which are the same as inputs and as outputs.
 * @param {Schema} schema
 */
const wordsOf = (schema) =>
  new Set(
    Object.keys(schema.types)
      .filter((token) => schema.types[token]?.enum)
      .map(nameOf),
  );

/**
 * The TypeScript type of a property; as an input every part may be an output of another resource.
 * @param {TypeSpec} spec
 * @param {Mode} mode
 * @returns {string}
 */
function typeOf(spec, mode) {
  const wrap = (/** @type {string} */ type) => (mode.input ? `pulumi.Input<${type}>` : type);
  if (spec.oneOf) return wrap(spec.oneOf.map((each) => typeOf(each, mode)).join(" | "));
  if (spec.items) return wrap(`${parenthesised(typeOf(spec.items, mode))}[]`);
  if (spec.additionalProperties) return wrap(`Record<string, ${typeOf(spec.additionalProperties, mode)}>`);
  if (spec.$ref === "pulumi.json#/Any") return "unknown";
  if (spec.$ref) {
    const name = nameOf(spec.$ref);
    return wrap(`${mode.prefix}${name}${mode.input && !mode.words.has(name) ? "Args" : ""}`);
  }
  return wrap(scalars[spec.type ?? ""] ?? "unknown");
}

/**
 * The type of an optional member. An optional output of another resource fits into an optional input.
 * @param {string} type
 */
const orUndefined = (type) =>
  type.startsWith("pulumi.Input<") ? `${type.slice(0, -1)} | undefined>` : `${type} | undefined`;

/** @param {string} type */
const parenthesised = (type) => (/[ |]/.test(type) && !type.endsWith(">") ? `(${type})` : type);

/**
 * @param {Pick<Property, "description" | "deprecationMessage">} property
 * @param {string} indent
 */
function comment({ description, deprecationMessage }, indent) {
  const lines = [description ?? "", ...(deprecationMessage ? [`@deprecated ${deprecationMessage}`] : [])]
    .filter(Boolean)
    // A description must not end the comment.
    .map((line) => line.replaceAll("*/", "*\\/"));
  if (lines.length < 2) return lines.length === 0 ? "" : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/**
 * @param {string} name
 * @param {ObjectSpec} spec
 * @param {Mode} mode
 */
function interfaceOf(name, { description, properties, required = [] }, mode) {
  const members = Object.entries(properties).map(([key, property]) => {
    const type = typeOf(property, mode);
    const [mark, declared] = required.includes(key) ? ["", type] : ["?", orUndefined(type)];
    return `${comment(property, "  ")}  ${key}${mark}: ${declared};\n`;
  });
  return `${comment({ ...(description && { description }) }, "")}export interface ${name} {\n${members.join("")}}\n`;
}

/** @param {Schema} schema */
export function sdkTypes(schema) {
  const words = wordsOf(schema);
  const given = typesIn(
    schema,
    Object.values(schema.resources).flatMap(({ inputProperties }) => Object.values(inputProperties)),
  );
  const interfaces = Object.entries(schema.types).flatMap(([token, spec]) => {
    if (spec.enum) return [unionOf(nameOf(token), spec.enum, spec.description)];
    return [
      ...(given.has(token) ? [interfaceOf(`${nameOf(token)}Args`, spec, { input: true, prefix: "", words })] : []),
      interfaceOf(nameOf(token), spec, { input: false, prefix: "", words }),
    ];
  });
  return `${header}import type * as pulumi from "@pulumi/pulumi";\n\n${interfaces.join("\n")}`;
}

/**
 * @param {string} name
 * @param {NonNullable<ObjectSpec["enum"]>} words
 * @param {string} [description]
 */
function unionOf(name, words, description = "") {
  const meanings = words.map(({ value, description: meaning }) => ` * - \`${value}\`: ${meaning}\n`);
  const union = words.map(({ value }) => JSON.stringify(value)).join(" | ");
  return `/**\n * ${description}\n *\n${meanings.join("")} */\nexport type ${name} = ${union};\n`;
}

/** @param {readonly string[]} names */
export function sdkIndex(names) {
  const classes = names.map((name) => `export { ${name}, type ${name}Args } from "./generated/${name}.js";\n`);
  return `${header}${classes.join("")}export * from "./generated/functions.js";\nexport type * from "./generated/types.js";\n`;
}

/** @param {Schema} schema */
export function sdkFunctions(schema) {
  const words = wordsOf(schema);
  const functions = Object.entries(schema.functions).map(([token, { description, inputs, outputs }]) => {
    const name = nameOf(token);
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const optional = inputs.required?.length ? "" : " = {}";
    const plain = { input: false, prefix: "types.", words };
    return [
      interfaceOf(`${type}Args`, { ...inputs, description: `What ${name} is asked.` }, plain),
      interfaceOf(`${type}Result`, { ...outputs, description: `What ${name} answers.` }, plain),
      `/** ${description} */\nexport function ${name}(args: ${type}Args${optional}): Promise<${type}Result> {\n`,
      `  return callFunction("${name}", args);\n}\n\n`,
      `/** The same, for arguments that are outputs of resources. */\nexport function ${name}Output(args: Inputs<${type}Args>${optional}): pulumi.Output<${type}Result> {\n`,
      `  return pulumi.output(args).apply((known) => ${name}(known as ${type}Args));\n}\n`,
    ];
  });
  const imports =
    'import * as pulumi from "@pulumi/pulumi";\nimport { callFunction, type Inputs } from "../functions.js";\nimport type * as types from "./types.js";\n';
  return `${header}${imports}\n${functions.map(([args, result, ...rest]) => `${args}\n${result}\n${rest.join("")}`).join("\n")}`;
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
export function sdkClass(schema, name) {
  const spec = schema.resources[`platform:index:${name}`];
  if (!spec) throw new Error(`The schema has no resource ${name}.`);
  const inputs = {
    properties: spec.inputProperties,
    required: spec.requiredInputs ?? [],
    description: `The properties that a program sets on ${name}.`,
  };
  const words = wordsOf(schema);
  const outputs = Object.entries(spec.properties).map(([key, property]) => {
    const absent = spec.required?.includes(key) ? "" : " | undefined";
    return `${comment(property, "  ")}  declare readonly ${key}: pulumi.Output<${typeOf(property, { input: false, prefix: "types.", words })}${absent}>;\n`;
  });
  const optional = inputs.required.length === 0;
  return [
    header,
    'import type * as pulumi from "@pulumi/pulumi";\n',
    'import { type Fields, isOfType, PlatformResource } from "../dynamic.js";\n',
    'import type * as types from "./types.js";\n\n',
    `const fields: Fields = ${JSON.stringify({ all: Object.keys(spec.properties), secret: secretFields(schema, spec.properties) }, null, 2)};\n\n`,
    interfaceOf(`${name}Args`, inputs, { input: true, prefix: "types.", words }),
    `\n/** ${spec.description} */\nexport class ${name} extends PlatformResource {\n${outputs.join("")}\n`,
    `  constructor(name: string, args: ${name}Args${optional ? " = {}" : ""}, options?: pulumi.CustomResourceOptions) {\n`,
    `    super("${name}", fields, name, args, options);\n  }\n\n`,
    "  /** Reads an existing object. Pulumi neither changes nor deletes it. */\n",
    `  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): ${name} {\n`,
    `    return new ${name}(name, {}${optional ? "" : ` as ${name}Args`}, { ...options, id });\n  }\n\n`,
    "  /** Whether a value is a resource of this class, also of another copy of this package. */\n",
    `  static override isInstance(value: unknown): value is ${name} {\n`,
    `    return isOfType("${name}", value);\n  }\n}\n`,
  ].join("");
}

/**
 * The fields that are secret, or hold something secret.
 * @param {Schema} schema
 * @param {Record<string, Property>} properties
 */
function secretFields(schema, properties) {
  return Object.keys(properties).filter((key) => isSecret(schema, properties[key] ?? {}));
}

/**
 * @param {Schema} schema
 * @param {Property} property
 * @returns {boolean}
 */
function isSecret(schema, property) {
  if (property.secret) return true;
  const type = property.$ref && schema.types[property.$ref.replace("#/types/", "")];
  return type ? Object.values(type.properties ?? {}).some((each) => isSecret(schema, each)) : false;
}
