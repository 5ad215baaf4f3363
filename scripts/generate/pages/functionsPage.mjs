// The page that all functions had together, under the headings that links know.
import { header, nameOf } from "./markdown.mjs";

/** @param {import("../schemaTypes.js").Schema} schema */
export function functionsPage(schema) {
  const functions = Object.entries(schema.functions).map(
    ([token, { description }]) =>
      `## ${nameOf(token)}\n\n${description} [Arguments, result and example](${nameOf(token)}.md).\n`,
  );
  return [
    `${header}# Functions\n\nThey look something up and write nothing. What they answer holds no secret.\n`,
    ...functions,
  ].join("\n");
}
