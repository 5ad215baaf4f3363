import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { findingKinds } from "../../../../cli/drift/findingKinds";
import { textReport } from "../../../../cli/drift/formats/text";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";
import { hostileWords, reportOfWords } from "../../../support/hostileWords";

const plain = { color: false };

test("a stack without drift is told in a line", () => {
  expect(textReport(reportOf(), plain)).toBe("Stack shop/prod\n\n1,000 resources are as declared.\n");
});

const { counts } = reportOf();
const ops = { urn: "urn of ops", type: "platform:index:SpaceTemplate", name: "ops", id: "ops" };
const small = reportOf({
  counts: { ...counts, changed: 3, deleted: 1 },
  suppressed: 1,
  findings: [
    findingOf(),
    findingOf({ kind: "deleted", subject: ops, path: null, by: null, expected: undefined, message: "It is gone." }),
    findingOf({ path: "/scope", expected: "[secret]", live: "[secret]", by: null, message: "scope was changed." }),
    findingOf({ path: "/a", expected: "1\n2\n", live: "1\n3\n", by: { manager: "ui", time: null } }),
    findingOf({ subject: ops, suppressed: { rule: "ops#", reason: "ops renames it", until: "2026-12-31" } }),
  ].map((finding) => (finding.kind === "deleted" ? { ...finding, live: undefined } : finding)),
  notes: ['--ignore "gone#" matches nothing any more: take it out'],
  outcome: "drift",
});

const smallText = `Stack shop/prod

Resource "dev" (platform:index:SpaceTemplate)
  Changed field
    at /displayName
    │ - "Development"
    │ + "Dev (by hand)"
    │ by kubectl-edit, at or before 2026-11-20T10:02:00Z
    at /scope
    │ scope was changed.
    at /a
    │ @@ -1,2 +1,2 @@
    │   1
    │ - 2
    │ + 3
    │ by ui, at a time that the platform does not tell

Resource "ops" (platform:index:SpaceTemplate)
  Deleted object
    │ It is gone.

1 suppressed finding
  Resource "ops" (platform:index:SpaceTemplate): Changed field
    at /displayName
    │ - "Development"
    │ + "Dev (by hand)"
    │ by kubectl-edit, at or before 2026-11-20T10:02:00Z
    │ until 2026-12-31, because ops renames it

What to do
  Changed field: Run pulumi up --refresh to set it back, or change the program to match.
  Deleted object: Run pulumi up --refresh to create it again, or take it out of the program.

Note: --ignore "gone#" matches nothing any more: take it out

2 of 1,000 resources drifted: 1 changed, 1 deleted; 1 suppressed.
`;

test("drift is told by resource and kind, with a diff, who wrote it and what to do", () => {
  expect(textReport(small, plain)).toBe(smallText);
});

test("colour changes no word", () => {
  const coloured = textReport(small, { color: true });
  expect(coloured).toContain('\u001b[31m- "Development"\u001b[39m');
  expect(coloured).toContain('\u001b[32m+ "Dev (by hand)"\u001b[39m');
  expect(stripVTControlCharacters(coloured)).toBe(smallText);
});

test("every finding is shown, whatever its kind, and what to do is said once for each kind that counts", () => {
  const report = richReport();
  const text = textReport(report, plain);
  for (const { title, remedy } of Object.values(findingKinds)) {
    expect(text.split(`\n  ${title}\n`).length).toBeGreaterThan(1);
    expect(text.split(`  ${title}: ${remedy}\n`)).toHaveLength(2);
  }
  const places = text.split("\n").filter((line) => /^ {4}at \//.test(line));
  expect(places).toHaveLength(report.findings.filter(({ path }) => path !== null).length);
});

test("long words are cut, with a word on how much is left out", () => {
  const report = reportOf({ findings: [findingOf({ live: "x".repeat(5000) })] });
  expect(textReport(report, plain)).toMatch(/│ \+ "x{239}… \(4762 more characters\)\n/);
});

/** What every line begins with, after white space, which pipelines do not look at. */
const ours =
  /^(Stack |Resource "|Object "|at \/|at the root$|│ |13 suppressed findings$|What to do$|Note: |10 of 1,000 resources drifted: )/;
const titles = Object.values(findingKinds).map(({ title }) => title);
const isOurs = (line: string) =>
  ours.test(line) || titles.some((title) => line === title || line.startsWith(`${title}: `));

test("no word of others begins a line, moves the cursor or gives an order", () => {
  fc.assert(
    fc.property(hostileWords, (words) => {
      const text = textReport(reportOfWords(words), plain);
      const lines = text.split("\n").map((line) => line.trimStart());
      expect(lines.filter((line) => line !== "" && !isOurs(line))).toEqual([]);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]|##\w*\[/u);
    }),
  );
}, 60_000);
