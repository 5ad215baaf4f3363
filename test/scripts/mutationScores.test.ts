import path from "node:path";
import { report, scores } from "../../scripts/mutation/scores.js";

const root = path.resolve("/clone");
const mutants = (fileName: string, ...statuses: string[]) => statuses.map((status) => ({ fileName, status }));
const many = (count: number, status: string) => Array.from({ length: count }, () => status);

test("each folder of the provider has its score, to which a file of its name belongs", () => {
  const all = [
    ...mutants("provider/engine/plan.ts", "Killed", "Survived"),
    ...mutants(path.join(root, "provider", "engine.ts"), "Timeout", "NoCoverage"),
    ...mutants("provider/faces/plugin/serve.ts", "Killed"),
  ];
  expect(scores(all, root)).toEqual([
    { folder: "provider/engine", killed: 2, all: 4, percent: 50, goal: 85 },
    { folder: "provider/faces", killed: 1, all: 1, percent: 100, goal: undefined },
  ]);
});

test("mutants that were not tried count for nothing", () => {
  expect(scores(mutants("provider/api/retry.ts", "Ignored", "CompileError", "RuntimeError"), root)).toEqual([]);
});

test.each([
  { killed: 84, lines: ["provider/api: 84.0 % (84 of 100 mutants killed), goal 85 %: MISSED"], exitCode: 1 },
  { killed: 85, lines: ["provider/api: 85.0 % (85 of 100 mutants killed), goal 85 %"], exitCode: 0 },
])("a folder that misses its goal fails the run: $killed of 100", ({ killed, ...expected }) => {
  const all = mutants("provider/api/retry.ts", ...many(killed, "Killed"), ...many(100 - killed, "Survived"));
  expect(report(scores(all, root), ["provider/api"])).toEqual(expected);
});

test("a folder without a goal fails no run", () => {
  expect(report(scores(mutants("provider/config.ts", "Survived"), root), ["provider/config"])).toEqual({
    lines: ["provider/config: 0.0 % (0 of 1 mutants killed)"],
    exitCode: 0,
  });
});

test("a folder with a goal of which nothing was tried fails the run", () => {
  const ignored = mutants("provider/api/retry.ts", "Ignored");
  expect(report(scores(ignored, root), ["provider/api", "provider/config"])).toEqual({
    lines: ["provider/api: no mutant was tried, goal 85 %: MISSED"],
    exitCode: 1,
  });
});
