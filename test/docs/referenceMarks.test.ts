import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(__dirname, "..", "..", "docs", "reference");

const header = "| property | type |  | meaning |";
const pages = readdirSync(folder)
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }))
  .filter(({ text }) => text.includes(header));

/** The marks in the third cells of the rows. */
const marksIn = (text: string) =>
  [...text.matchAll(/^\| `\w+` \| .*? \| ([a-z, ]*) \| /gm)].flatMap(([, cell = ""]) =>
    cell.split(", ").filter(Boolean),
  );

test("pages with marks are found", () => {
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(["OwnedAccessKey.md", "getVirtualCluster.md"]));
  expect(pages.flatMap(({ text }) => marksIn(text))).toEqual(expect.arrayContaining(["secret", "replaces", "always"]));
});

test.each(pages)("$file explains every mark that it uses, before the first table", ({ text }) => {
  const [before = ""] = text.split(header);
  const explained = [...before.matchAll(/\*\*(\w+)\*\*: /g)].map(([, mark]) => mark);
  expect(explained).toEqual(expect.arrayContaining([...new Set(marksIn(text))]));
});

test.each(pages.filter(({ text }) => text.includes("\n## Result\n")))(
  "nothing in an answer is required of anybody: $file",
  ({ text }) => {
    expect(marksIn(text.split("\n## Result\n")[1] ?? "")).not.toContain("required");
  },
);
