import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readPages } from "../support/docs/readPages";

const root = path.join(__dirname, "..", "..");
const importCommands = "test/e2e/importCommands.test.ts";

/** Who runs the programs of examples/ that the reference shows, by hand; `*` is any resource or function. */
const runners: Record<string, string> = {
  "resources/*/dynamic": "test/e2e/resourceExamples.test.ts",
  "resources/*/yaml": "test/e2e/resourceExamples.test.ts",
  "resources/*/typescript": "test/e2e/languages",
  "resources/*/python": "test/e2e/languages",
  "resources/*/go": "test/e2e/languages",
  "functions/*/dynamic": "test/e2e/functionExamples.test.ts",
  "functions/*/yaml": "test/e2e/functionExamples.test.ts",
  "functions/*/typescript": "test/e2e/languages",
};

const files = (kind: string) =>
  readdirSync(path.join(root, "examples", kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(Pulumi\.yaml|index\.ts|__main__\.py|main\.go)$/.test(entry.name))
    .map((entry) => path.relative(path.join(root, "examples"), path.join(entry.parentPath, entry.name)));

const programs = ["resources", "functions"].flatMap(files);
const texts = new Map(
  programs.map((file) => [readFileSync(path.join(root, "examples", file), "utf8").trimEnd(), file]),
);
const pages = readPages().filter(({ file }) => file.startsWith("docs/reference/"));
const blocks = pages.flatMap(({ file, blocks }) =>
  blocks.map((block) => ({ place: `${file}:${block.line}`, ...block })),
);

test("every block of the reference is a program of examples/ or the command that imports one", () => {
  const other = blocks.filter(
    ({ text }) => !texts.has(text) && !/^pulumi import platform:index:\S+ \S+ \S+$/.test(text),
  );
  expect(other.map(({ place }) => place)).toEqual([]);
  expect(blocks.length).toBeGreaterThan(20);
  expect(existsSync(path.join(root, importCommands))).toBe(true);
});

test("every program of examples/ that shows a resource or function is in the reference", () => {
  const shown = new Set(blocks.map(({ text }) => texts.get(text)));
  expect(programs.filter((file) => !shown.has(file))).toEqual([]);
});

test("every program that the reference shows is of a kind that a test runs", () => {
  const kinds = new Set(programs.map((file) => path.dirname(file).replace(/\/[^/]+\//, "/*/")));
  expect([...kinds].sort()).toEqual(Object.keys(runners).sort());
});
