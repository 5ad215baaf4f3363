// The section of a type that has a name.
import { nameOf, table } from "./markdown.mjs";
import { propertyTable } from "./propertyTable.mjs";

/**
 * @param {import("../schemaTypes.js").Schema} schema
 * @param {string} token
 * @param {"required" | "always"} word what a program has to set, or what an answer always has
 * @param {(token: string) => string} linkTo
 */
export function typeSection(schema, token, word, linkTo) {
  const { description, properties, required, enum: words } = schema.types[token] ?? { properties: {} };
  const body = words
    ? table(
        ["value", "meaning"],
        words.map(({ value, description: meaning }) => [`\`${value}\``, meaning]),
      )
    : propertyTable(schema, properties, { names: required, word }, linkTo);
  return `### ${nameOf(token)}\n\n${description}\n\n${body}`;
}
