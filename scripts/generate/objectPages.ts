// The pages of resources and functions, with tables of their properties.
import { type Example, examplesOf, fenced, importSection, titleOf } from "./examples.js";
import { cell, code, header, nameOf, table } from "./markdown.js";
import type { ObjectSpec, ResourceSpec, Schema, TypeSpec } from "./schemaTypes.js";
import { typesIn } from "./typesIn.js";

const marks = {
  required: "a program has to set it",
  always: "it is never absent",
  secret: "encrypted in the state, and shown only where `--show-secrets` asks for it",
  replaces: "a change makes a new object in the place of the old one",
  deprecated: "it still works, and its meaning says what to use instead",
  product: "a field of vCluster Platform that is not in the specification",
};

const productNote = / vCluster Platform; not in the specification\.$/;

/** The legend of the marks in the tables of all pages. */
export const legend = table(
  ["mark", "meaning"],
  Object.entries(marks).map(([mark, meaning]) => [mark, meaning]),
);

/** Where a page finds types, and where it links them. */
interface Context {
  schema: Schema;
  /** Undefined for a type without a section. */
  linkTo: (token: string) => string | undefined;
}

/**
 * A table of properties.
 * @param word the mark of those in `required`: a program has to set them, or an answer has them
 */
function propertyTable(context: Context, { properties, required = [] }: ObjectSpec, word: "required" | "always") {
  const rows = Object.entries(properties).map(([key, property]) => {
    const marked = [
      required.includes(key) && word,
      property.secret && "secret",
      property.willReplaceOnChanges && "replaces",
      property.deprecationMessage && "deprecated",
      productNote.test(property.description ?? "") && "product",
    ].filter(Boolean);
    const description = property.description?.replace(productNote, "");
    const text = [description, property.deprecationMessage].filter(Boolean).join(" ");
    return [code(key), typeText(context, property), marked.join(", "), cell(text)];
  });
  return table(["property", "type", "", "meaning"], rows);
}

function typeText(context: Context, spec: TypeSpec): string {
  const inner = (each: TypeSpec) => typeText(context, each);
  if (spec.oneOf) return spec.oneOf.map(inner).join(" or ");
  if (spec.items) return `list of ${inner(spec.items)}`;
  if (spec.additionalProperties?.$ref === "pulumi.json#/Any") return "object";
  if (spec.additionalProperties) return `map of ${inner(spec.additionalProperties)}`;
  if (spec.$ref === "pulumi.json#/Any") return "any value";
  if (!spec.$ref) return spec.type ?? "any value";
  const token = spec.$ref.replace("#/types/", "");
  const words = context.schema.types[token]?.enum?.map(({ value }) => code(value)).join(", ");
  const link = context.linkTo(token);
  return link === undefined ? nameOf(token) : `[${words ?? nameOf(token)}](${link})`;
}

function typeSection(context: Context, token: string, word: "required" | "always") {
  const spec = context.schema.types[token] ?? { properties: {} };
  const values = spec.enum?.map(({ value, description }) => [code(value), description]);
  const body = values ? table(["value", "meaning"], values) : propertyTable(context, spec, word);
  return `### ${nameOf(token)}\n\n${spec.description}\n\n${body}`;
}

function exampleSection(examples: readonly Example[]) {
  return `## Example\n\n${titleOf(examples)}. [How to run it](README.md#how-to-run-an-example).\n\n${programOf(examples)}`;
}

/** The program of the first language, with links to the others. */
function programOf([first, ...others]: readonly Example[]) {
  if (!first) return "";
  const links = others.map(({ language, path }) => `[${language.title}](../../${path})`);
  return `${fenced(first)}\nThe same in ${links.join(", ")}.\n`;
}

/** Links to the guides of a resource. */
const guides = {
  OwnedAccessKey: " Guides: [rotate CI keys](../rotate-ci-keys.md), [security](../security.md).",
  VirtualClusterImport: " Guide: [import virtual clusters into a project](../virtual-clusters.md).",
} as Record<string, string>;

const anchorOf = (token: string) => `#${nameOf(token).toLowerCase()}`;

export function resourcePage(schema: Schema, token: string) {
  const spec = schema.resources[token];
  if (!spec) throw new Error(`The schema has no resource ${token}.`);
  const elsewhere = sectionsOfResources(schema);
  const page = `${nameOf(token)}.md`;
  const linkTo = (type: string) => {
    const found = elsewhere.get(type);
    return found && (found === page ? "" : found) + anchorOf(type);
  };
  const context = { schema, linkTo };
  const inputs = { properties: spec.inputProperties, required: spec.requiredInputs ?? [] };
  const outputs = Object.fromEntries(Object.entries(spec.properties).filter(([key]) => isOwnOutput(spec, key)));
  const types = resourceTypes(schema, token).filter((type) => elsewhere.get(type) === page);
  const filters = Object.keys(spec.listInputs?.properties ?? {}).map(code);
  return [
    `${header}# ${nameOf(token)}\n\n${spec.description}\n`,
    `Type token: \`${token}\`.${guides[nameOf(token)] ?? ""}\n`,
    exampleSection(examplesOf("resources", token)),
    `## Inputs\n\n[What the marks mean](README.md#marks).\n`,
    propertyTable(context, inputs, "required"),
    `[How updates, drift, deletes and previews work](../how-it-works.md).\n`,
    `## Outputs\n\nAll inputs are outputs too. Besides:\n`,
    propertyTable(context, { ...spec, properties: outputs }, "always"),
    importSection(token, "bash"),
    `[What is imported, and how to import a whole platform](../import.md).\n`,
    filters.length > 0 && `Pulumi's List needs the plugin. Filters: ${filters.join(", ")}.\n`,
    types.length > 0 && `## Types\n`,
    ...types.map((type) => typeSection(context, type, "required")),
  ]
    .filter(Boolean)
    .join("\n");
}

/** The types of a resource's properties that are not deprecated. */
function resourceTypes(schema: Schema, token: string) {
  const { inputProperties = {}, properties = {} } = schema.resources[token] ?? {};
  const all = [...Object.values(inputProperties), ...Object.values(properties)];
  return [
    ...typesIn(
      schema,
      all.filter(({ deprecationMessage }) => deprecationMessage === undefined),
    ),
  ];
}

/**
 * Whether the platform adds the output, or may fill in the input, so that it has a description of
 * its own.
 */
const isOwnOutput = (spec: ResourceSpec, key: string) =>
  spec.properties[key]?.description !== spec.inputProperties[key]?.description;

/** All functions. Their results have the fields of a resource, which its page explains. */
export function functionsPage(schema: Schema) {
  const elsewhere = sectionsOfResources(schema);
  const context = { schema, linkTo: (type: string) => `${elsewhere.get(type) ?? ""}${anchorOf(type)}` };
  return [
    `${header}# Functions\n`,
    "Functions read objects that others made. Only `getVirtualClusterKubeconfig` returns a secret. [How to call them](../languages.md#read-existing-objects), and [which settings they use in inline programs](../languages.md#automation-api).\n",
    ...Object.keys(schema.functions).map((token) => functionSection(context, token)),
  ].join("\n");
}

function functionSection(context: Context, token: string) {
  const spec = context.schema.functions[token];
  if (!spec) throw new Error(`The schema has no function ${token}.`);
  return [
    `## ${nameOf(token)}\n\n${spec.description} Token: \`${token}\`.\n`,
    programOf(examplesOf("functions", token)),
    propertyTable(context, spec.inputs, "required"),
    resultOf(context, spec.outputs),
  ]
    .filter(Boolean)
    .join("\n");
}

function resultOf(context: Context, outputs: ObjectSpec): string {
  const listed = context.schema.types[outputs.properties.items?.items?.$ref?.replace("#/types/", "") ?? ""];
  const fields = Object.keys((listed ?? outputs).properties);
  const isFieldOf = ({ properties }: ResourceSpec) => fields.every((field) => Object.hasOwn(properties, field));
  const [resource] = Object.entries(context.schema.resources).find(([, spec]) => isFieldOf(spec)) ?? [];
  if (!resource) return ownResult(context, outputs);
  const names = `${fields.map(code).join(", ")}, as in [${nameOf(resource)}](${nameOf(resource)}.md)`;
  return listed ? `Result: \`items\`, a list of objects with ${names}.\n` : `Result: ${names}.\n`;
}

function ownResult(context: Context, outputs: ObjectSpec): string {
  const types = [...typesIn(context.schema, Object.values(outputs.properties))];
  const own = types.filter((type) => context.linkTo(type) === anchorOf(type));
  return [
    `Result:\n\n${propertyTable(context, outputs, "always")}`,
    ...own.map((type) => typeSection(context, type, "always")),
  ].join("\n");
}

/** The pages that have the sections of types. */
function sectionsOfResources(schema: Schema): Map<string, string> {
  const tokens = Object.keys(schema.resources);
  const pairs = tokens.flatMap((token) =>
    resourceTypes(schema, token).map((type) => [type, `${nameOf(token)}.md`] as [string, string]),
  );
  // The first page that has a type is the one that is linked.
  return new Map(pairs.reverse());
}
