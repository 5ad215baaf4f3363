import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

interface Linked {
  links: { url: string; line: number }[];
  anchors: string[];
}

const root = path.join(__dirname, "..", "..", "..");

/** What the files link to, and what can be linked to in each. */
function parse(sources: readonly string[]): Linked[] {
  const program = path.join(root, "test/parts/docs/support/parseLinks.mjs");
  return JSON.parse(execFileSync(process.execPath, [program], { input: JSON.stringify(sources), encoding: "utf8" }));
}

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: root });
const files = listed
  .toString()
  .split("\n")
  .filter((file) => file && existsSync(path.join(root, file)));
const pages = new Map<string, Linked>();
for (const [index, linked] of parse(files.map((file) => readFileSync(path.join(root, file), "utf8"))).entries()) {
  pages.set(files[index] ?? "", linked);
}

/** Why a link of a page leads nowhere; undefined if it leads somewhere, or out of this repo. */
function problemOf(page: string, url: string): string | undefined {
  if (/^[a-z]+:/.test(url)) return undefined;
  const [file = "", anchor] = decodeURI(url).split("#");
  const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `there is no ${target}`;
  if (anchor === undefined) return undefined;
  return pages.get(target)?.anchors.includes(anchor) ? undefined : `${target} has no heading #${anchor}`;
}

test("headings have the anchors that GitHub gives them", () => {
  const [parsed] = parse(["# Exit codes\n## `--fix`, and what it can't do\n## Über `a_b`: 1.2\n## Exit codes\n"]);
  expect(parsed?.anchors).toEqual(["exit-codes", "--fix-and-what-it-cant-do", "über-a_b-12", "exit-codes-1"]);
});

test("a link to what is not there is found", () => {
  expect(problemOf("docs/drift.md", "nowhere.md")).toBe("there is no docs/nowhere.md");
  expect(problemOf("docs/drift.md", "../README.md#nowhere")).toBe("README.md has no heading #nowhere");
  expect(problemOf("docs/drift.md", "#exit-codes")).toBeUndefined();
});

test.each(files)("every link of %s leads somewhere", (file) => {
  const wrong = (pages.get(file)?.links ?? []).flatMap(({ url, line }) => {
    const problem = problemOf(file, url);
    return problem ? [`${file}:${line} ${url}: ${problem}`] : [];
  });
  expect(wrong).toEqual([]);
});
