// Reads texts in Markdown from stdin, and writes the code in each: blocks, and what stands in lines of text. A program of its
// own, since Jest loads no ECMAScript modules.
import { text } from "node:stream/consumers";
import { fromMarkdown } from "mdast-util-from-markdown";

/**
 * @typedef {object} Code
 * @property {string} language as the fence says it; of code in a line of text, "inline"
 * @property {string} text
 * @property {number} line
 * @property {string} heading the one above it
 */

/** @param {import("mdast").Nodes} node @returns {string} */
const wordsOf = (node) =>
  "value" in node ? node.value : "children" in node ? node.children.map(wordsOf).join("") : "";

/** @param {string} source */
function codesIn(source) {
  /** @type {Code[]} */
  const found = [];
  let heading = "";
  /** @param {import("mdast").Nodes} node */
  const visit = (node) => {
    if (node.type === "heading") heading = wordsOf(node);
    const line = node.position?.start.line ?? 0;
    if (node.type === "code") found.push({ language: node.lang ?? "", text: node.value, line, heading });
    // In a table a bar has to be escaped, also in code.
    if (node.type === "inlineCode")
      found.push({ language: "inline", text: node.value.replaceAll("\\|", "|"), line, heading });
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(source));
  return found;
}

/** @type {string[]} */
const sources = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(sources.map(codesIn)));
