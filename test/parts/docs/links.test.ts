import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { homepage } from "../../../package.json";
import { root } from "../../support/environment";
import { markdownFiles, parseMarkdown, readPages } from "../../support/readPages";

const pages = new Map(readPages(markdownFiles()).map((page) => [page.file, page]));

/** Where GitHub shows the files of this repository. */
const ownFiles = homepage.replace("#readme", "/blob/main/");
const ownPictures = homepage.replace("#readme", "/raw/main/");

/** Why a link of a page is broken; undefined for a good or external one. */
function problemOf(page: string, url: string): string | undefined {
  const own = [ownFiles, ownPictures].find((start) => url.startsWith(start));
  if (!own && /^[a-z]+:/.test(url)) return undefined;
  const [file = "", anchor] = decodeURI(own ? url.slice(own.length) : url).split("#");
  const folder = own ? "" : path.posix.dirname(page);
  const target = file === "" ? page : path.posix.join(folder, file);
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
  expect(problemOf("docs/_index.md", `${ownFiles}docs/nowhere.md`)).toBe("there is no docs/nowhere.md");
  expect(problemOf("docs/detect-drift.md", "#exit-codes")).toBeUndefined();
});

test.each([...pages.values()])("every link of $file works", ({ file, links }) => {
  const wrong = links.flatMap(({ url, line }) => {
    const problem = problemOf(file, url);
    return problem ? [`${file}:${line} ${url}: ${problem}`] : [];
  });
  expect(wrong).toEqual([]);
});

/** The files of the pictures that a page shows by HTML, and pictures without a description. */
function picturesOf(file: string): { files: string[]; undescribed: string[] } {
  const text = readFileSync(path.join(root, file), "utf8");
  const files = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, url = ""]) => url);
  const images = text.match(/<img[^>]*>/g) ?? [];
  return { files, undescribed: images.filter((image) => !/alt="[^"]{20,}"/.test(image)) };
}

test.each([...pages.keys()])("every picture of %s exists, and has a description", (file) => {
  const { files, undescribed } = picturesOf(file);
  expect(files.flatMap((url) => problemOf(file, url) ?? [])).toEqual([]);
  expect(undescribed).toEqual([]);
});
