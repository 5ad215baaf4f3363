// The sizes of the tree as a table, to compare before and after a change. It gates nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { documentedPaths } from "./measure/documentedPaths.js";
import { isGenerated, longSentences, wordCount } from "./measure/prose.js";
import { longParameterLists, parallelAssignments, sharedNames } from "./measure/syntax.js";
import { root } from "./setup/paths.js";

const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
const lineCount = (file: string) => textOf(file).split("\n").length - 1;
const linesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + lineCount(file), 0);

/** Code of the SDK that `npm run generate` writes. */
const generated = /^sdk\/generated\//;

/** The values with their counts, the most frequent first. */
function counted(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The lines of the longest function in a file. */
function longestFunction(file: string) {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  const line = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  const longestIn = (node: ts.Node): number => {
    const own = ts.isFunctionLike(node) ? line(node.end) - line(node.getStart(source)) + 1 : 0;
    let longest = own;
    ts.forEachChild(node, (child) => {
      longest = Math.max(longest, longestIn(child));
    });
    return longest;
  };
  return longestIn(source);
}

/** The number of rows of the table after a text of a page. */
function tableRows(page: string, start: string) {
  const [, after = ""] = textOf(page).split(start);
  const table = /(?:^\|.*\n)+/m.exec(after)?.[0] ?? "";
  return Math.max(0, table.split("\n").length - 3);
}

/** Comment lines over 100 characters. */
const longComments = (file: string) =>
  textOf(file)
    .split("\n")
    .filter((line) => line.length > 100 && /^\s*(?:\/\/|\/?\*)/.test(line));

/** Measures of the pages for users and contributors. */
function docsRows(tracked: readonly string[]): [measure: string, value: string | number][] {
  const pages = tracked.filter((file) => /^(README|CONTRIBUTING|docs\/.*)\.md$/.test(file));
  const texts = pages.map((file) => ({ file, text: textOf(file) }));
  const byHand = texts.filter(({ text }) => !isGenerated(text));
  const words = (some: typeof texts) => some.reduce((sum, { text }) => sum + wordCount(text), 0);
  const [longest] = byHand
    .map(({ file, text }) => ({ file, count: wordCount(text) }))
    .sort((a, b) => b.count - a.count);
  return [
    ["words of docs by hand", words(byHand)],
    ["words of docs with generated pages", words(texts)],
    ["longest page by hand, words", `${longest?.count} (${longest?.file})`],
    ["sentences over 35 words in docs by hand", byHand.flatMap(({ text }) => longSentences(text)).length],
    ["lines of README.md", lineCount("README.md")],
  ];
}

/** Measures of how easy the code is to follow. */
function readingRows(files: readonly string[]): [measure: string, value: number][] {
  const sources = files.map((file) => ({ file, text: textOf(file) }));
  // test/repo/executedFiles.test.ts compares these with what runs.
  const paths = documentedPaths(textOf("docs/architecture.md"));
  return [
    ...paths.map(({ title, files }): [string, number] => [`files run: ${title}`, files.length]),
    ["functions with four or more parameters", longParameterLists(sources).length],
    ["top-level names defined in several files", sharedNames(sources).length],
    ["statements like const [a, b] = [x, y]", parallelAssignments(sources).length],
  ];
}

/** The command `npm run measure`. */
export async function main() {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const filesIn = (...folders: string[]) =>
    tracked.filter((file) => /\.(ts|mjs|js)$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`)));
  const provider = filesIn("provider");
  const [[folder, count] = ["", 0]] = counted(provider.map((file) => path.dirname(file)));
  const names = counted(provider.map((file) => path.basename(file)));
  const everything = filesIn("provider", "sdk", "cli", "emulator", "scripts", "test");
  const sizes = ["cli", "emulator", "scripts"].map((each) => [
    `files and lines of ${each}`,
    `${filesIn(each).length}, ${linesOf(filesIn(each))}`,
  ]);
  const rows = [
    ["files in provider", provider.length],
    ["of them with at most 20 lines", provider.filter((file) => lineCount(file) <= 20).length],
    ["files in the largest folder of provider", `${count} (${folder})`],
    ["base names used twice in provider", names.filter(([, uses]) => uses > 1).length],
    ["longest file of provider, lines", Math.max(...provider.map(lineCount))],
    ["longest function of provider, lines", Math.max(...provider.map(longestFunction))],
    ...readingRows(provider),
    ["lines of provider and sdk", linesOf(filesIn("provider", "sdk"))],
    ["of them without sdk/generated", linesOf(filesIn("provider", "sdk").filter((file) => !generated.test(file)))],
    ...sizes,
    ["lines of test", linesOf(filesIn("test"))],
    ["of them in test/support", linesOf(filesIn("test/support"))],
    ["rows of the table in CONTRIBUTING.md", tableRows("CONTRIBUTING.md", "Where things are:")],
    ["comment lines over 100 characters", everything.flatMap(longComments).length],
    ...docsRows(tracked),
  ];
  for (const [measure, value] of rows) console.log(`${String(measure).padEnd(52)}${value}`);
}
