import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { findingKinds } from "../../../../cli/drift/findingKinds";
import { textReport } from "../../../../cli/drift/formats/text";
import { reportOf, richReport, smallReport } from "../../../support/driftReports";
import { hostileWords, reportOfWords } from "../../../support/hostileWords";

const plain = { color: false };

test("a report without drift is one line", () => {
  expect(textReport(reportOf(), plain)).toBe("Stack shop/prod\n\n1,000 resources are as declared.\n");
});

const smallText = `Stack shop/prod

Resource "dev" (vcluster-platform:index:SpaceTemplate), object "dev" at https://platform.test
  Changed field
    at /displayName
    │ @@ -1,3 +1,3 @@
    │   a
    │   \`\`\`
    │ - b
    │ + c
    │ by kubectl-edit, at or before 2026-11-20T10:02:00Z
    at /scope
    │ scope was changed.
    at /a
    │ - "1"
    │ + 1
    │ by ui, at a time that the platform does not tell

Resource "ops" (vcluster-platform:index:SpaceTemplate), object "ops" at https://platform.test
  Deleted object
    │ It is gone.

1 suppressed finding
  Resource "ops" (vcluster-platform:index:SpaceTemplate), object "ops" at https://platform.test: Changed field
    at /displayName
    │ - "Development"
    │ + "Dev (by hand)"
    │ by kubectl-edit, at or before 2026-11-20T10:02:00Z
    │ until 2026-12-31, because it is \`ours\`

What to do
  Changed field: Run pulumi up --refresh to set it back, or change the program to match.
  Deleted object: Run pulumi up --refresh to create it again, or take it out of the program.

Note: A note.

2 of 1,000 resources drifted: 1 changed, 1 deleted; 1 suppressed.
`;

test("drift is listed by resource and kind, with diffs, authors, remedies and suppressed findings", () => {
  expect(textReport(smallReport, plain)).toBe(smallText);
});

test("color changes no word", () => {
  const colored = textReport(smallReport, { color: true });
  expect(colored).toContain('\u001b[31m- "Development"\u001b[39m');
  expect(colored).toContain('\u001b[32m+ "Dev (by hand)"\u001b[39m');
  expect(stripVTControlCharacters(colored)).toBe(smallText);
});

test("every finding is shown, and the remedy of each kind once", () => {
  const text = textReport(richReport, plain);
  for (const { title, remedy } of Object.values(findingKinds)) {
    expect(text.split(`\n  ${title}\n`).length).toBeGreaterThan(1);
    expect(text.split(`  ${title}: ${remedy}\n`)).toHaveLength(2);
  }
  const places = text.split("\n").filter((line) => /^ {4}at \//.test(line));
  expect(places).toHaveLength(richReport.findings.filter(({ path }) => path !== null).length);
});

// Pipelines ignore white space at the beginning of a line.
const ours =
  /^(Stack |Resource "|Object "|at \/|at the root$|│ |13 suppressed findings$|What to do$|Note: |10 of 1,000 resources drifted: )/;
const titles = Object.values(findingKinds).map(({ title }) => title);
const isOurs = (line: string) =>
  ours.test(line) || titles.some((title) => line === title || line.startsWith(`${title}: `));

test("no foreign text begins a line, moves the cursor or is a command of a pipeline", () => {
  fc.assert(
    fc.property(hostileWords, (words) => {
      const text = textReport(reportOfWords(words), plain);
      const lines = text.split("\n").map((line) => line.trimStart());
      expect(lines.filter((line) => line !== "" && !isOurs(line))).toEqual([]);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]|##\w*\[/u);
    }),
  );
}, 60_000);
