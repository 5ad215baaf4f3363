import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { markdownFiles, parseMarkdown, readPages } from "../../support/readPages";

const pages = new Map(readPages(markdownFiles()).map((page) => [page.file, page]));

/** Why a link of a page is broken; undefined for a good or external one. */
function problemOf(page: string, url: string): string | undefined {
  if (/^[a-z]+:/.test(url)) return undefined;
  const [file = "", anchor] = decodeURI(url).split("#");
  const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `there is no ${target}`;
  if (anchor === undefined) return undefined;
  return pages.get(target)?.anchors.includes(anchor) ? undefined : `${target} has no heading #${anchor}`;
}

test("headings have the anchors that GitHub gives them", () => {
  const [parsed] = parseMarkdown([
    "# Exit codes\n## `--fix`, and what it can't do\n## Über `a_b`: 1.2\n## Exit codes\n",
  ]);
  expect(parsed?.anchors).toEqual(["exit-codes", "--fix-and-what-it-cant-do", "über-a_b-12", "exit-codes-1"]);
});

test("a broken link is found", () => {
  expect(problemOf("docs/detect-drift.md", "nowhere.md")).toBe("there is no docs/nowhere.md");
  expect(problemOf("docs/detect-drift.md", "../README.md#nowhere")).toBe("README.md has no heading #nowhere");
  expect(problemOf("docs/detect-drift.md", "#exit-codes")).toBeUndefined();
});

test.each([...pages.values()])("every link of $file works", ({ file, links }) => {
  const wrong = links.flatMap(({ url, line }) => {
    const problem = problemOf(file, url);
    return problem ? [`${file}:${line} ${url}: ${problem}`] : [];
  });
  expect(wrong).toEqual([]);
});
