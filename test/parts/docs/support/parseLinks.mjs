// Reads texts in Markdown from stdin, and writes the links of each and the anchors that its headings have on GitHub. A program
// of its own, since Jest loads no ECMAScript modules.
import { text } from "node:stream/consumers";
import { fromMarkdown } from "mdast-util-from-markdown";

/** @param {import("mdast").Nodes} node @returns {string} */
const wordsOf = (node) =>
  "value" in node ? node.value : "children" in node ? node.children.map(wordsOf).join("") : "";

/** @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

/** @param {string} source */
function linksIn(source) {
  /** @type {{ url: string, line: number }[]} */
  const links = [];
  /** @type {string[]} */
  const anchors = [];
  /** @param {import("mdast").Nodes} node */
  const visit = (node) => {
    if (node.type === "heading") {
      const anchor = anchorOf(wordsOf(node));
      const same = anchors.filter((other) => other.replace(/-\d+$/, "") === anchor).length;
      anchors.push(same > 0 ? `${anchor}-${same}` : anchor);
    }
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      links.push({ url: node.url, line: node.position?.start.line ?? 0 });
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(source));
  return { links, anchors };
}

/** @type {string[]} */
const sources = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(sources.map(linksIn)));
