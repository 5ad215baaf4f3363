// The page of a function.
import { typesIn } from "../typesIn.mjs";
import { exampleSection } from "./exampleSection.mjs";
import { header, nameOf } from "./markdown.mjs";
import { legend, propertyTable } from "./propertyTable.mjs";
import { resourceTypes } from "./resourcePage.mjs";
import { typeSection } from "./typeSection.mjs";

/** @typedef {import("../schemaTypes.js").Schema} Schema */

/**
 * @param {Schema} schema
 * @param {string} token
 * @param {readonly import("../examples.mjs").Example[]} examples
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
