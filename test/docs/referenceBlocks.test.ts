import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readPages } from "../support/docs/readPages";

const root = path.join(__dirname, "..", "..");
const importCommands = "test/e2e/importCommands.test.ts";

const resources = "test/e2e/resourceExamples.test.ts";
const functions = "test/e2e/functionExamples.test.ts";
const languages = "test/e2e/languages";

/** Who runs the programs of examples/ that the reference shows, by hand; `*` is any resource or function. */
const runners: Record<string, string> = {
  "resources/*/dynamic": resources,
  "resources/*/yaml": resources,
  "resources/*/typescript": `${languages}/generatedTypescript.test.ts`,
  "resources/*/python": `${languages}/python.test.ts`,
  "resources/*/go": `${languages}/go.test.ts`,
  "functions/*/dynamic": functions,
  "functions/*/yaml": functions,
  "functions/*/typescript": `${languages}/generatedTypescript.test.ts`,
  "functions/*/python": `${languages}/python.test.ts`,
  "functions/*/go": `${languages}/go.test.ts`,
};

/** The call by which a runner takes the text of an example. */
const takes: Record<string, RegExp> = {
  resources: /(?<!function )exampleSource\(/,
  functions: /(?<!function )functionSource\(/,
};

/** The text of a test and of all that it imports from this repo. */
function textsBehind(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, name]) =>
    path.join(path.dirname(file), `${name}.ts`),
  );
  return [text, ...imported.flatMap((each) => textsBehind(each, seen))];
}

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

test.each(Object.entries(runners))("who runs %s names its folder and reads its programs", (programs, runner) => {
  const [kind = "", , folder = ""] = programs.split("/");
  const [text = "", ...behind] = textsBehind(path.join(root, runner));
  expect(text).toMatch(new RegExp(`"${folder}", (file: )?"`));
  expect([text, ...behind].some((each) => takes[kind]?.test(each))).toBe(true);
});
