import { readFileSync } from "node:fs";
import { join } from "node:path";
import { doctor } from "../../../cli/doctor";
import { checks } from "../../../cli/doctor/checks";
import { exitCodeOf } from "../../../cli/doctor/report";
import { root } from "./examined";

const page = readFileSync(join(root, "docs", "doctor.md"), "utf8");

/** The rows of the table below a heading, cell by cell. */
function tableUnder(heading: string): string[][] {
  const section = page.split("\n## ").find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const table = section.split("\n").filter((line) => line.startsWith("| "));
  return table.slice(1).map((line) => line.slice(2, -2).split(/ \| /));
}

test("the page tells of every check what it looks at, in the order they are made", () => {
  expect(tableUnder("What it looks at")).toEqual(checks.map(({ name, looksAt }) => [`\`${name}\``, looksAt]));
});

test("a check needs only what stands before it", () => {
  checks.forEach(({ needs }, at) => {
    const before = checks.slice(0, at).map(({ name }) => name);
    expect(before).toEqual(expect.arrayContaining([...needs]));
  });
});

test("the help has the exit codes", () => {
  const found = { check: "x", message: "x" };
  const codes = [
    exitCodeOf([
      { ...found, status: "ok" },
      { ...found, status: "warning" },
    ]),
    exitCodeOf([
      { ...found, status: "problem" },
      { ...found, status: "skipped" },
    ]),
    exitCodeOf([
      { ...found, status: "problem" },
      { ...found, status: "problem", isUnauthorised: true },
    ]),
  ];
  expect(Object.keys(doctor.exitCodes)).toEqual(codes.map(String));
});
