// A row for each property.
import { cell, nameOf, table } from "./markdown.mjs";

/** @typedef {import("../schemaTypes.js").Schema} Schema */
/** @typedef {import("../schemaTypes.js").Property} Property */
/** @typedef {import("../schemaTypes.js").TypeSpec} TypeSpec */

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
export const legend = (used) => `Marks: ${used.map((mark) => `**${mark}**: ${marks[mark]}`).join("; ")}.\n`;

/**
 * @param {Schema} schema
 * @param {Record<string, Property>} properties
 * @param {{ names?: readonly string[] | undefined, word: keyof typeof marks }} sure which of them there have to be, or always are, and the word for it
 * @param {(token: string) => string} linkTo where the section of a type is
 */
export function propertyTable(schema, properties, { names = [], word }, linkTo) {
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
export function typeText(schema, spec, linkTo) {
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
