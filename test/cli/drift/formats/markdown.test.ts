import fc from "fast-check";
import { markdownReport } from "../../../../cli/drift/formats/markdown";
import type { Report } from "../../../../cli/drift/report";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";
import { startGfm } from "../../../support/gfm";
import { hostileWords, reportOfWords } from "../../../support/hostileWords";

const gfm = startGfm();
afterAll(() => gfm.close());

/** A page without the code in it: the rest is ours. */
const aroundCode = (html: string): string => html.replace(/(<code[^>]*>)[^<]*<\/code>/g, "$1</code>");
const codeIn = (html: string): string[] =>
  [...html.matchAll(/<code[^>]*>([^<]*)<\/code>/g)].map(([, code = ""]) => code);

test("a stack without drift is told in a few lines", () => {
  expect(markdownReport(reportOf())).toBe(
    "## No drift\n\n1,000 resources are as declared.\n\nStack `shop/prod`, as of `2026-11-21T06:00:12Z`.\n",
  );
});

const { counts } = reportOf();
const ops = { urn: "urn of ops", type: "platform:index:SpaceTemplate", name: "ops", id: "ops" };
const { expected: _, live: __, ...gone } = findingOf({ kind: "deleted", path: null, by: null, message: "It is gone." });
const small = reportOf({
  counts: { ...counts, changed: 1, deleted: 1 },
  suppressed: 1,
  findings: [
    findingOf({ expected: "a\n```\nb\n", live: "a\n```\nc\n" }),
    { ...gone, subject: ops },
    findingOf({ subject: ops, suppressed: { rule: "ops#", reason: "it is `ours`", until: "2026-12-31" } }),
  ],
  notes: ["A note."],
  outcome: "drift",
});

test("drift is told by resource, with counts, diffs, what to do and what is suppressed", () => {
  expect(markdownReport(small)).toBe(`## Drift

2 of 1,000 resources drifted: 1 changed, 1 deleted; 1 suppressed.

Stack \`shop/prod\`, as of \`2026-11-21T06:00:12Z\`.

| Finding | Count |
| :-- | --: |
| Changed field | 1 |
| Deleted object | 1 |
| Suppressed | 1 |

### \`dev\` \`platform:index:SpaceTemplate\`

**Changed field** at \`/displayName\` \`by kubectl-edit, at or before 2026-11-20T10:02:00Z\`

\`\`\`\`diff
@@ -1,3 +1,3 @@
  a
  \`\`\`
- b
+ c
\`\`\`\`

### \`ops\` \`platform:index:SpaceTemplate\`

**Deleted object**

\`It is gone.\`

### What to do

- **Changed field**: Run pulumi up --refresh to set it back, or change the program to match.
- **Deleted object**: Run pulumi up --refresh to create it again, or take it out of the program.

<details><summary>1 suppressed finding</summary>

\`ops\` \`platform:index:SpaceTemplate\`: until \`2026-12-31\` because \`\` it is \`ours\` \`\`

**Changed field** at \`/displayName\` \`by kubectl-edit, at or before 2026-11-20T10:02:00Z\`

\`\`\`diff
- "Development"
+ "Dev (by hand)"
\`\`\`

</details>

Note: \`A note.\`
`);
});

const headings: [Report["outcome"], heading: string][] = [
  ["clean", "## No drift\n"],
  ["drift", "## Drift\n"],
  ["error", "## Drift: not everything could be read\n"],
  ["unauthorised", "## Drift: not authorised\n"],
];

test.each(headings)("the heading tells that the outcome is %s", (outcome, heading) => {
  expect(markdownReport(reportOf({ outcome })).startsWith(heading)).toBe(true);
});

test("a parser finds the words of others in code, as they were", async () => {
  const html = await gfm.html(markdownReport(small));
  expect(codeIn(html)).toEqual([
    "shop/prod",
    "2026-11-21T06:00:12Z",
    "dev",
    "platform:index:SpaceTemplate",
    "/displayName",
    "by kubectl-edit, at or before 2026-11-20T10:02:00Z",
    "@@ -1,3 +1,3 @@\n  a\n  ```\n- b\n+ c\n",
    "ops",
    "platform:index:SpaceTemplate",
    "It is gone.",
    "ops",
    "platform:index:SpaceTemplate",
    "2026-12-31",
    "it is `ours`",
    "/displayName",
    "by kubectl-edit, at or before 2026-11-20T10:02:00Z",
    "- &quot;Development&quot;\n+ &quot;Dev (by hand)&quot;\n",
    "A note.",
  ]);
});

test("every finding is shown, the suppressed ones apart", async () => {
  const html = await gfm.html(markdownReport(richReport()));
  const [counting = "", suppressed = ""] = html.split("<details>");
  expect(counting.match(/<p><strong>/g)).toHaveLength(18);
  expect(suppressed.match(/<p><strong>/g)).toHaveLength(2);
  expect(suppressed).toMatch(/^<summary>2 suppressed findings<\/summary>/);
});

// Words that take all the room are another test's.
const roomy = 100_000_000;

test("whatever others wrote is code: it makes no HTML, link, image, mention, cell or heading", async () => {
  const harmless = aroundCode(await gfm.html(markdownReport(reportOfWords("harmless"), roomy)));
  expect(harmless).not.toMatch(/harmless|<a |<img/);
  await fc.assert(
    fc.asyncProperty(hostileWords, async (words) => {
      expect(aroundCode(await gfm.html(markdownReport(reportOfWords(words), roomy)))).toBe(harmless);
    }),
  );
}, 240_000);

test("a page has room for what GitHub takes, and says how much is left out", async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `n${index}`);
  const many = names.map((name) =>
    findingOf({ subject: { ...ops, urn: `urn of ${name}`, name }, live: "x".repeat(390) }),
  );
  const suppressed = { rule: "*#", reason: "a trial", until: "2026-12-31" };
  const report = reportOf({
    counts: { ...counts, changed: many.length },
    suppressed: many.length,
    findings: [...many, ...many.map((finding) => ({ ...finding, suppressed }))],
    notes: names.map((name) => `${name} ${"x".repeat(300)}`),
    outcome: "drift",
  });
  const page = markdownReport(report);
  expect(Buffer.byteLength(page)).toBeLessThan(2 ** 20);
  const html = await gfm.html(page);
  const [counting = "", others = ""] = html.split("<details>");
  const [hidden = "", notes = ""] = others.split("</details>");
  const left = (part: string, thing: string) =>
    Number(part.match(`<strong>([\\d,]+) more ${thing} had no room here`)?.[1]?.replace(",", ""));
  expect(left(counting, "findings") + counting.split("<strong>Changed field</strong> at").length - 1).toBe(3_000);
  expect(left(hidden, "suppressed findings") + hidden.split("<strong>Changed field</strong> at").length - 1).toBe(
    3_000,
  );
  expect(left(notes, "notes") + notes.split("<p>Note: ").length - 1).toBe(3_000);
  expect(counting).toContain('<td align="left">Changed field</td>\n<td align="right">3,000</td>');
}, 30_000);
