// Reads a JSON list of Markdown texts from stdin and prints their code, links and anchors as JSON.
// It is a program of its own because Jest loads no ECMAScript modules.
import { text } from "node:stream/consumers";
import { fromMarkdown } from "mdast-util-from-markdown";

/** @param {import("mdast").Nodes} node @returns {string} */
const textOf = (node) => ("value" in node ? node.value : "children" in node ? node.children.map(textOf).join("") : "");

/** @param {string} heading the anchor that GitHub gives it */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

/** @param {import("mdast").Nodes} node @returns {Generator<import("mdast").Nodes>} */
function* nodesIn(node) {
  yield node;
  if ("children" in node) for (const child of node.children) yield* nodesIn(child);
}

/** @param {readonly string[]} anchors @param {string} anchor */
const unique = (anchors, anchor) => {
  const same = anchors.filter((other) => other.replace(/-\d+$/, "") === anchor).length;
  return same > 0 ? `${anchor}-${same}` : anchor;
};

/** @param {string} source */
function parse(source) {
  /** @type {import("./readPages.ts").PageCode[]} */
  const codes = [];
  /** @type {{ url: string, line: number }[]} */
  const links = [];
  /** @type {string[]} */
  const anchors = [];
  let heading = "";
  for (const node of nodesIn(fromMarkdown(source))) {
    const line = node.position?.start.line ?? 0;
    if (node.type === "heading") {
      heading = textOf(node);
      anchors.push(unique(anchors, anchorOf(heading)));
    }
    if (node.type === "code") codes.push({ language: node.lang ?? "", text: node.value, line, heading });
    // Bars are escaped in tables, also in code.
    if (node.type === "inlineCode")
      codes.push({ language: "inline", text: node.value.replaceAll("\\|", "|"), line, heading });
    if ("url" in node) links.push({ url: node.url, line });
  }
  return { codes, links, anchors };
}

/** @type {string[]} */
const sources = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(sources.map(parse)));
