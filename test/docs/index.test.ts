import { readFileSync } from "node:fs";
import path from "node:path";
import { readPages } from "../support/docs/readPages";

const root = path.join(__dirname, "..", "..");
const index = readFileSync(path.join(root, "docs", "README.md"), "utf8");
const named = new Set([...index.matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, target = ""]) => `docs/${target}`));

test("the index of the documentation names every page of it", () => {
  const pages = readPages().map(({ file }) => file);
  // The reference has an index of its own.
  const all = pages.filter((file) => /^docs\/[^/]+$/.test(file) && file !== "docs/README.md");
  expect(all.filter((file) => !named.has(file))).toEqual([]);
});
