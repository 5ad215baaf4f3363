import fc from "fast-check";
import { markdownReport } from "../../../../cli/drift/formats/markdown";
import { findingOf, reportOf, richReport, smallReport, subjectAt } from "../../../support/driftReports";
import { hostileWords, reportOfWords } from "../../../support/hostileWords";
import { startGfm } from "./gfm";

const gfm = startGfm();
afterAll(() => gfm.close());

/** A page without the texts in code, which are foreign. */
const aroundCode = (html: string): string => html.replace(/(<code[^>]*>)[^<]*<\/code>/g, "$1</code>");

test("drift is listed by resource, with diffs, remedies and suppressed findings", () => {
  expect(markdownReport(smallReport)).toBe(`## Drift

2 of 1,000 resources drifted: 1 changed, 1 deleted; 1 suppressed.

Stack \`shop/prod\`, as of \`2026-11-21T06:00:12Z\`.

### \`dev\` \`vcluster-platform:index:SpaceTemplate\`, \`object "dev" at https://platform.test\`

**Changed field** at \`/displayName\` \`by kubectl-edit, at or before 2026-11-20T10:02:00Z\`

\`\`\`\`diff
@@ -1,3 +1,3 @@
  a
  \`\`\`
- b
+ c
\`\`\`\`

**Changed field** at \`/scope\`

\`scope was changed.\`

**Changed field** at \`/a\` \`by ui, at a time that the platform does not tell\`

\`\`\`diff
- "1"
+ 1
\`\`\`

### \`ops\` \`vcluster-platform:index:SpaceTemplate\`, \`object "ops" at https://platform.test\`

**Deleted object**

\`It is gone.\`

### What to do

- **Changed field**: Run pulumi up --refresh to set it back, or change the program to match.
- **Deleted object**: Run pulumi up --refresh to create it again, or take it out of the program.

<details><summary>1 suppressed finding</summary>

\`ops\` \`vcluster-platform:index:SpaceTemplate\`, \`object "ops" at https://platform.test\`: until \`2026-12-31\` because \`\` it is \`ours\` \`\`

**Changed field** at \`/displayName\` \`by kubectl-edit, at or before 2026-11-20T10:02:00Z\`

\`\`\`diff
- "Development"
+ "Dev (by hand)"
\`\`\`

</details>

Note: \`A note.\`
`);
});

test.each([
  ["clean", "## No drift\n\n1,000 resources are as declared.\n\nStack `shop/prod`, as of `2026-11-21T06:00:12Z`.\n"],
  ["error", "## Drift: not everything could be read\n"],
  ["unauthorized", "## Drift: not authorized\n"],
] as const)("a report with the outcome %s begins with %j", (outcome, beginning) => {
  expect(markdownReport(reportOf({ outcome })).startsWith(beginning)).toBe(true);
});

test("a parser finds foreign texts unchanged in code", async () => {
  const code = [...(await gfm.html(markdownReport(smallReport))).matchAll(/<code[^>]*>([^<]*)<\/code>/g)];
  const texts = ["dev", "@@ -1,3 +1,3 @@\n  a\n  ```\n- b\n+ c\n", "It is gone.", "it is `ours`", "A note."];
  expect(code.map(([, text]) => text)).toEqual(expect.arrayContaining(texts));
});

test("every finding is shown, the suppressed ones apart", async () => {
  const [counting, suppressed] = (await gfm.html(markdownReport(richReport))).split("<details>");
  expect(counting?.match(/<p><strong>/g)).toHaveLength(17);
  expect(suppressed?.match(/<p><strong>/g)).toHaveLength(2);
  expect(suppressed).toMatch(/^<summary>2 suppressed findings<\/summary>/);
});

// Another test has texts that need more room.
const roomy = 100_000_000;

test("foreign text makes no HTML, link, image, mention, cell or heading", async () => {
  const harmless = aroundCode(await gfm.html(markdownReport(reportOfWords("harmless"), roomy)));
  expect(harmless).not.toMatch(/harmless|<a |<img/);
  await fc.assert(
    fc.asyncProperty(hostileWords, async (words) => {
      expect(aroundCode(await gfm.html(markdownReport(reportOfWords(words), roomy)))).toBe(harmless);
    }),
  );
}, 240_000);

test("a page has at most the size that GitHub accepts, and the number of omitted findings", () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `n${index}`);
  const findings = names.map((name) => findingOf({ subject: subjectAt("t", name), live: "x".repeat(390) }));
  const page = markdownReport(reportOf({ findings, outcome: "drift" }));
  expect(Buffer.byteLength(page)).toBeLessThan(2 ** 20);
  const omitted = Number(/([\d,]+) more findings had no room here/.exec(page)?.[1]?.replace(",", ""));
  expect(omitted + page.split("**Changed field** at").length - 1).toBe(3_000);
});
