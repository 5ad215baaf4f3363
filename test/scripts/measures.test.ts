import { documentedPaths } from "../../scripts/measure/documentedPaths.js";
import { longParameterLists, parallelAssignments, sharedNames } from "../../scripts/measure/syntax.js";

const sourceOf = (...lines: string[]) => ({ file: "a.ts", text: lines.join("\n") });

test("functions, methods and constructors with four parameters are counted, their types are not", () => {
  const source = sourceOf(
    "const three = (a: 1, b: 2, c: 3) => a;",
    "const four = (a: 1, b: 2, c: 3, d: 4) => a;",
    "function rest(...[a, b, c, d]: [1, 2, 3, 4]) {}",
    "class A { constructor(a: 1, b: 2, c: 3, d: 4) {} }",
    "type Four = (a: 1, b: 2, c: 3, d: 4) => void;",
    "interface B { four(a: 1, b: 2, c: 3, d: 4): void }",
    "function any(...all: string[]) {}",
  );
  expect(longParameterLists([source])).toEqual(["a.ts:2", "a.ts:3", "a.ts:4"]);
});

test("several constants in one statement are counted, a list that is taken apart is not", () => {
  const source = sourceOf(
    "const [a, b] = [1, 2];",
    "for (let [c, d] = [1, 2] as const; c < d; c++);",
    "const [e, f] = [1, 2].map(String);",
    "const { length } = [1, 2];",
  );
  expect(parallelAssignments([source])).toEqual(["a.ts:1", "a.ts:2"]);
});

test("names of values and types are shared if several files define them at the top level", () => {
  const one = {
    file: "one.ts",
    text: "export const a = 1; const { b, c: [d] } = x; type E = 1; const f = () => { const g = 1; };",
  };
  const other = {
    file: "other.ts",
    text: "function a() {} class d {} interface E {} const g = 1; const c = 2; import { f } from './one';",
  };
  expect(sharedNames([one, other])).toEqual([
    ["a", ["one.ts", "other.ts"]],
    ["d", ["one.ts", "other.ts"]],
    ["E", ["one.ts", "other.ts"]],
  ]);
});

test("a file without a folder is in the folder of the file before it", () => {
  const page = [
    "# Page",
    "`a/before.ts`",
    "## Three paths",
    "About `a/text.ts`.",
    "### One",
    "`a/text.ts`",
    "| part | files |",
    "|---|---|",
    "| first | `a/one.ts`, `two.ts` |",
    "| then | `a/b/three.ts`, `four.ts`, `five.ts` |",
    "### Other",
    "| first | `c/one.ts` |",
    "## Next",
    "| first | `d/one.ts` |",
  ];
  expect(documentedPaths(page.join("\n"))).toEqual([
    { title: "One", files: ["a/one.ts", "a/two.ts", "a/b/three.ts", "a/b/four.ts", "a/b/five.ts"] },
    { title: "Other", files: ["c/one.ts"] },
  ]);
});
