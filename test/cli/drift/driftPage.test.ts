import { readFileSync } from "node:fs";
import path from "node:path";
import { exitCodeOf } from "../../../cli/drift/exitCode";
import { findingKindNames, findingKinds } from "../../../cli/drift/findingKinds";
import { driftOptions } from "../../../cli/drift/readOptions";

const page = readFileSync(path.join(__dirname, "..", "..", "..", "docs", "drift.md"), "utf8");

/** The rows of the table below a heading, cell by cell. */
function tableUnder(heading: string): string[][] {
  const section = page.split("\n## ").find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const table = section.split("\n").filter((line) => line.startsWith("| "));
  return table.slice(1).map((line) => line.slice(2, -2).split(/ \| /));
}

test("the page tells of every kind of finding what the reports tell of it", () => {
  const rows = findingKindNames.map((name) => [
    `\`${name}\``,
    findingKinds[name].description,
    findingKinds[name].remedy,
  ]);
  expect(tableUnder("What is found")).toEqual(rows);
});

test("the page names every option, and no other", () => {
  const names = tableUnder("Options").flatMap(([options = ""]) =>
    [...options.matchAll(/--([\w-]+)/g)].map(([, name]) => name),
  );
  expect(names.sort()).toEqual(Object.keys(driftOptions).sort());
});

test("the page names the kinds of findings that --fix sets back, and no other", () => {
  const section = page.split("\n## ").find((text) => text.startsWith("Set it back\n")) ?? "";
  const codes = [...section.matchAll(/`(\w+)`/g)].map(([, code]) => code);
  const named = findingKindNames.filter((name) => codes.includes(name));
  expect(named).toEqual(findingKindNames.filter((name) => findingKinds[name].isSetBack));
});

test("the page has the exit codes of both styles", () => {
  const outcomes = ["clean", "drift", "error", "unauthorised"] as const;
  const codes = outcomes.map((outcome) =>
    [exitCodeOf(outcome, "pulumi"), exitCodeOf(outcome, "terraform")].map(String),
  );
  expect(tableUnder("Exit codes").map((cells) => cells.slice(1))).toEqual(codes);
});
