// The page of a resource.

import { importCommand } from "../importCommand.mjs";
import { typesIn } from "../typesIn.mjs";
import { exampleSection } from "./exampleSection.mjs";
import { header, nameOf } from "./markdown.mjs";
import { legend, propertyTable } from "./propertyTable.mjs";
import { typeSection } from "./typeSection.mjs";

/** @typedef {import("../schemaTypes.js").Schema} Schema */
/** @typedef {import("../schemaTypes.js").ResourceSpec} ResourceSpec */

/** Links to the guides of a resource. */
const guides = /** @type {Record<string, string>} */ ({
  OwnedAccessKey: " Guides: [rotate CI keys](../rotate-ci-keys.md), [security](../security.md).",
  VirtualClusterImport: " Guide: [import virtual clusters into a project](../virtual-clusters.md).",
});

/** @param {string} token */
const linkTo = (token) => `#${nameOf(token).toLowerCase()}`;

/**
 * @param {Schema} schema
 * @param {string} token
 * @param {import("../schemaTypes.js").ImportDocs} imports
 * @param {readonly import("../examples.mjs").Example[]} examples
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
    propertyTable(schema, spec.inputProperties, { names: spec.requiredInputs, word: "required" }, linkTo),
    `[How updates, drift, deletes and previews work](../how-it-works.md).\n`,
    `## Outputs\n\nAll inputs are outputs too. Besides:\n`,
    propertyTable(schema, outputs, { names: spec.required, word: "always" }, linkTo),
    `## Import\n\n${imports.words}\n\n\`\`\`bash\n${importCommand(token, imports)}\n\`\`\`\n`,
    `[What is imported, and how to import a whole platform](../import.md).\n`,
    `## List\n\nPulumi's List, which needs the plugin, can be narrowed by:\n\n${propertyTable(schema, listed, { word: "required" }, linkTo)}`,
    `## Types\n`,
    ...types.map((each) => typeSection(schema, each, "required", linkTo)),
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * The types with a section on the page of a resource.
 * @param {Schema} schema
 * @param {string} token
 */
export function resourceTypes(schema, token) {
  const { inputProperties = {}, properties = {} } = schema.resources[token] ?? {};
  return [...typesIn(schema, [...Object.values(inputProperties), ...Object.values(properties)])];
}

/**
 * Whether the platform adds the output, or may fill in the input, so that it has a description of its own.
 * @param {ResourceSpec} spec
 * @param {string} key
 */
const isOwnOutput = (spec, key) => spec.properties[key]?.description !== spec.inputProperties[key]?.description;
