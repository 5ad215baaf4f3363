import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { blocksAskedFor } from "../support/docs/blocksAskedFor";
import { blocksWith } from "../support/docs/blocksWith";
import { type Page, type PageCode, readPages } from "../support/docs/readPages";
import { documentedPages } from "./documentedPages";

const root = path.join(__dirname, "..", "..");

const pages = readPages();

const entryOf = ({ file }: Page) => documentedPages[file] ?? { blocks: {} };

function countsOf({ blocks }: Page): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { language } of blocks) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

/** The blocks of a page that somebody runs, or that are known to be run by nobody. */
function claimedIn(page: Page): Set<PageCode> {
  const { scenarios = [], allRunBy, notRun = {} } = entryOf(page);
  if (allRunBy !== undefined) return new Set(page.blocks);
  const asked = [
    ...scenarios.flatMap(blocksAskedFor),
    ...Object.keys(notRun).map((words) => [words, undefined] as const),
  ];
  return new Set(asked.flatMap(([words, heading]) => blocksWith(page.blocks, words, heading)));
}

test("the table has every page, and no other", () => {
  expect(Object.keys(documentedPages).sort()).toEqual(pages.map(({ file }) => file));
});

test.each(pages)("$file has the blocks that the table says", (page) => {
  expect(countsOf(page)).toEqual(entryOf(page).blocks);
});

test.each(pages)("every block of $file is run by a test", (page) => {
  const claimed = claimedIn(page);
  const left = page.blocks.filter((block) => !claimed.has(block));
  expect(left.map(({ line }) => `${page.file}:${line} is run by no test`)).toEqual([]);
});

test.each(pages)("what the table says of $file is so", (page) => {
  const { scenarios = [], allRunBy, notRun = {} } = entryOf(page);
  for (const file of [...scenarios, ...(allRunBy ? [allRunBy] : [])]) {
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
  }
  for (const file of scenarios) expect(readFileSync(path.join(root, file), "utf8")).toContain(`("${page.file}")`);
  for (const words of Object.keys(notRun)) expect([words, blocksWith(page.blocks, words).length]).toEqual([words, 1]);
});
