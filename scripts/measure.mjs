// The sizes of the tree as a table, to compare before and after a change. It gates nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./setup/paths.js";

const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const contents = new Map();

/** @param {string} folder @param {RegExp} [kind] */
const filesIn = (folder, kind = /\.(ts|mjs|js)$/) =>
  tracked.filter((file) => file.startsWith(`${folder}/`) && kind.test(file));

/** @param {string} file @returns {string} */
function textOf(file) {
  const text = contents.get(file) ?? readFileSync(path.join(root, file), "utf8");
  contents.set(file, text);
  return text;
}

/** @param {string} file */
const lineCount = (file) => textOf(file).split("\n").length - 1;

/** @param {readonly string[]} files */
const linesOf = (files) => files.reduce((sum, file) => sum + lineCount(file), 0);

/** @param {readonly string[]} values @returns {[value: string, count: number][]} */
function counted(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The longest function of some files, in lines. @param {readonly string[]} files */
function longestFunction(files) {
  let longest = 0;
  for (const file of files) {
    const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
    /** @param {import("typescript").Node} node */
    const visit = (node) => {
      const line = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line;
      if (ts.isFunctionLike(node)) longest = Math.max(longest, line(node.end) - line(node.getStart(source)) + 1);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return longest;
}

/**
 * Rows of the widest table under a heading or a line of a page.
 * @param {string} page
 * @param {string} start
 */
function tableRows(page, start) {
  const [, after = ""] = textOf(page).split(start);
  const table = /(?:^\|.*\n)+/m.exec(after)?.[0] ?? "";
  return Math.max(0, table.split("\n").length - 3);
}

const provider = filesIn("provider");
const sources = ["provider", "sdk", "cli", "emulator", "scripts"].flatMap((folder) => filesIn(folder));
const names = provider.map((file) => path.basename(file));
const comment = /^\s*(?:\/\/|\/?\*)/;
const longComments = [...sources, ...filesIn("test")].flatMap((file) =>
  textOf(file)
    .split("\n")
    .filter((line) => line.length > 100 && comment.test(line)),
);
const [largest = ["", 0]] = counted(provider.map((file) => path.dirname(file)));

/** @type {[measure: string, value: string | number][]} */
const rows = [
  ["files in provider", provider.length],
  ["of them with at most 20 lines", provider.filter((file) => lineCount(file) <= 20).length],
  ["files in the largest folder of provider", `${largest[1]} (${largest[0]})`],
  ["base names used twice in provider", counted(names).filter(([, count]) => count > 1).length],
  ["longest file of provider, lines", Math.max(...provider.map(lineCount))],
  ["longest function of provider, lines", longestFunction(provider)],
  ["lines of provider and sdk", linesOf([...provider, ...filesIn("sdk")])],
  ...["cli", "emulator", "scripts"].map((folder) => {
    const files = filesIn(folder);
    return /** @type {[string, string]} */ ([`files and lines of ${folder}`, `${files.length}, ${linesOf(files)}`]);
  }),
  ["lines of test", linesOf(filesIn("test"))],
  ["of them in test/support", linesOf(filesIn("test/support"))],
  ["rows of the table in CONTRIBUTING.md", tableRows("CONTRIBUTING.md", "Where things are:")],
  ["comment lines over 100 characters", longComments.length],
];
const width = Math.max(...rows.map(([measure]) => measure.length));
for (const [measure, value] of rows) console.log(`${measure.padEnd(width)}  ${value}`);
