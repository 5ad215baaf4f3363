// The pages of resources and functions, with tables of their properties.
import { fenced, importCommand, titleOf } from "./examples.mjs";
import { cell, header, nameOf, table } from "./markdown.mjs";
import { typesIn } from "./typesIn.mjs";

/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./schemaTypes.js").Property} Property */
/** @typedef {import("./schemaTypes.js").TypeSpec} TypeSpec */
/** @typedef {import("./schemaTypes.js").ResourceSpec} ResourceSpec */

const marks = {
  required: "a program has to set it",
  always: "it is never absent",
  secret: "encrypted in the state, and shown only where `--show-secrets` asks for it",
  replaces: "a change makes a new object in the place of the old one",
  deprecated: "it still works, and its meaning says what to use instead",
};

/**
 * The legend of the marks in a page's tables.
 * @param {readonly (keyof typeof marks)[]} used
 */
const legend = (used) => `Marks: ${used.map((mark) => `**${mark}**: ${marks[mark]}`).join("; ")}.\n`;

/**
 * @param {Schema} schema
 * @param {Record<string, Property>} properties
 * @param {{ names?: readonly string[] | undefined, word: keyof typeof marks }} sure which of them
 *   there have to be, or always are, and the word for it
 * @param {(token: string) => string} linkTo where the section of a type is
 */
function propertyTable(schema, properties, { names = [], word }, linkTo) {
  const rows = Object.entries(properties).map(([key, property]) => {
    const marks = [
      names.includes(key) && word,
      property.secret && "secret",
      property.willReplaceOnChanges && "replaces",
      property.deprecationMessage && "deprecated",
    ].filter(Boolean);
    const text = [property.description, property.deprecationMessage].filter(Boolean).join(" ");
    return [`\`${key}\``, typeText(schema, property, linkTo), marks.join(", "), cell(text)];
  });
  return table(["property", "type", "", "meaning"], rows);
}

/**
 * @param {Schema} schema
 * @param {TypeSpec} spec
 * @param {(token: string) => string} linkTo
 * @returns {string}
 */
function typeText(schema, spec, linkTo) {
  const inner = (/** @type {TypeSpec} */ each) => typeText(schema, each, linkTo);
  if (spec.oneOf) return spec.oneOf.map(inner).join(" or ");
  if (spec.items) return `list of ${inner(spec.items)}`;
  if (spec.additionalProperties?.$ref === "pulumi.json#/Any") return "object";
  if (spec.additionalProperties) return `map of ${inner(spec.additionalProperties)}`;
  if (spec.$ref === "pulumi.json#/Any") return "any value";
  if (!spec.$ref) return spec.type ?? "any value";
  const token = spec.$ref.replace("#/types/", "");
  const words = schema.types[token]?.enum?.map(({ value }) => `\`${value}\``).join(", ");
  return `[${words ?? nameOf(token)}](${linkTo(token)})`;
}

/**
 * @param {import("./schemaTypes.js").Schema} schema
 * @param {string} token
 * @param {"required" | "always"} word what a program has to set, or what an answer always has
 * @param {(token: string) => string} linkTo
 */
function typeSection(schema, token, word, linkTo) {
  const { description, properties, required, enum: words } = schema.types[token] ?? { properties: {} };
  const body = words
    ? table(
        ["value", "meaning"],
        words.map(({ value, description: meaning }) => [`\`${value}\``, meaning]),
      )
    : propertyTable(schema, properties, { names: required, word }, linkTo);
  return `### ${nameOf(token)}\n\n${description}\n\n${body}`;
}

/** @param {readonly import("./examples.mjs").Example[]} examples */
function exampleSection(examples) {
  if (examples.length === 0) return "";
  const programs = examples.map((example, index) => {
    const summary = `<details${index === 0 ? " open" : ""}><summary>${example.language.title}</summary>`;
    return `${summary}\n\n${fenced(example)}\n[\`${example.path}\`](../../${example.path})\n\n</details>\n`;
  });
  return `## Example\n\n${titleOf(examples)}. [How to run it](README.md#how-to-run-an-example).\n\n${programs.join("\n")}`;
}

/** Links to the guides of a resource. */
const guides = /** @type {Record<string, string>} */ ({
  OwnedAccessKey: " Guides: [rotate CI keys](../rotate-ci-keys.md), [security](../security.md).",
  VirtualClusterImport: " Guide: [import virtual clusters into a project](../virtual-clusters.md).",
});

/** @param {string} token */
const linkHere = (token) => `#${nameOf(token).toLowerCase()}`;

/**
 * @param {Schema} schema
 * @param {string} token
 * @param {import("./schemaTypes.js").ImportDocs} imports
 * @param {readonly import("./examples.mjs").Example[]} examples
 */
export function resourcePage(schema, token, imports, examples) {
  const spec = schema.resources[token];
  if (!spec) throw new Error(`The schema has no resource ${token}.`);
  const outputs = Object.fromEntries(Object.entries(spec.properties).filter(([key]) => isOwnOutput(spec, key)));
  const types = resourceTypes(schema, token);
  const listed = spec.listInputs?.properties ?? {};
  return [
    `${header}# ${nameOf(token)}\n\n${spec.description}\n`,
    `Type token: \`${token}\`.${guides[nameOf(token)] ?? ""}\n`,
    exampleSection(examples),
    `## Inputs\n\n${legend(["required", "always", "secret", "replaces", "deprecated"])}`,
    propertyTable(schema, spec.inputProperties, { names: spec.requiredInputs, word: "required" }, linkHere),
    `[How updates, drift, deletes and previews work](../how-it-works.md).\n`,
    `## Outputs\n\nAll inputs are outputs too. Besides:\n`,
    propertyTable(schema, outputs, { names: spec.required, word: "always" }, linkHere),
    `## Import\n\n${imports.description}\n\n\`\`\`bash\n${importCommand(token, imports)}\n\`\`\`\n`,
    `[What is imported, and how to import a whole platform](../import.md).\n`,
    `## List\n\nPulumi's List, which needs the plugin, can be narrowed by:\n\n${propertyTable(schema, listed, { word: "required" }, linkHere)}`,
    `## Types\n`,
    ...types.map((each) => typeSection(schema, each, "required", linkHere)),
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * The types with a section on the page of a resource.
 * @param {Schema} schema
 * @param {string} token
 */
function resourceTypes(schema, token) {
  const { inputProperties = {}, properties = {} } = schema.resources[token] ?? {};
  return [...typesIn(schema, [...Object.values(inputProperties), ...Object.values(properties)])];
}

/**
 * Whether the platform adds the output, or may fill in the input, so that it has a description of
 * its own.
 * @param {ResourceSpec} spec
 * @param {string} key
 */
const isOwnOutput = (spec, key) => spec.properties[key]?.description !== spec.inputProperties[key]?.description;

/**
 * @param {Schema} schema
 * @param {string} token
 * @param {readonly import("./examples.mjs").Example[]} examples
 */
export function functionPage(schema, token, examples) {
  const spec = schema.functions[token];
  if (!spec) throw new Error(`The schema has no function ${token}.`);
  const { description, inputs, outputs } = spec;
  const elsewhere = sectionsOfResources(schema);
  const linkTo = (/** @type {string} */ type) => `${elsewhere.get(type) ?? ""}#${nameOf(type).toLowerCase()}`;
  const used = [...typesIn(schema, [...Object.values(inputs.properties), ...Object.values(outputs.properties)])];
  const own = used.filter((type) => !elsewhere.has(type));
  return [
    `${header}# ${nameOf(token)}\n\n${description}\n`,
    `Token: \`${token}\`. [How to call it](../languages.md#read-existing-objects).\n`,
    exampleSection(examples),
    `## Arguments\n\n${legend(["required", "always"])}\n${propertyTable(schema, inputs.properties, { names: inputs.required, word: "required" }, linkTo)}`,
    `## Result\n\n${propertyTable(schema, outputs.properties, { names: outputs.required, word: "always" }, linkTo)}`,
    ...(own.length > 0 ? ["## Types\n"] : []),
    ...own.map((type) => typeSection(schema, type, "always", linkTo)),
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * The pages that have the sections of types.
 * @param {Schema} schema
 * @returns {Map<string, string>}
 */
function sectionsOfResources(schema) {
  const tokens = Object.keys(schema.resources);
  const pairs = tokens.flatMap((token) =>
    resourceTypes(schema, token).map((type) => /** @type {[string, string]} */ ([type, `${nameOf(token)}.md`])),
  );
  // The first page that has a type is the one that is linked.
  return new Map(pairs.reverse());
}
