import fc from "fast-check";
import { type FindingKindName, findingKindNames } from "../../cli/drift/findingKinds";
import type { Finding, Report } from "../../cli/drift/report";
import { findingOf, reportOf } from "./driftReports";

/** Texts that end a line, fence, cell or tag, or that a terminal, pipeline or browser may obey. */
const pieces = [
  ..."|`~*_#@\\<>[]()!:-=$&\n\r\t \u0000\u001b\u0085\u2028\u202e\ud800é😀",
  "\n\n",
  "\r\n",
  "```\n",
  "`".repeat(17),
  "`".repeat(1_100),
  "\n::error::forged",
  "##[error]forged",
  "##vso[task.setvariable variable=x]y",
  "\u001b[31mred",
  "<script>alert(1)</script>",
  "</details>",
  "</code></pre>",
  "<!--",
  "<img src=x onerror=alert(1)>",
  "![image](https://evil.test/x.png)",
  "[link](javascript:alert(1))",
  "https://evil.test/",
  "www.evil.test",
  "<https://evil.test>",
  "me@evil.test",
  "@octocat",
  "octo/repo#12",
  ":tada:",
  "[^1]",
  "| a | b |\n| - | - |\n",
  "\n# heading",
  "\n- [ ] item",
  "\n/close",
  "&lt;b&gt;",
  "$`x`$",
  "\\|",
];

/** Words that somebody chose to break a report. */
export const hostileWords: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "binary" })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""));

/** A report with these words in every free text: each kind of finding, plain and suppressed. */
export function reportOfWords(words: string): Report {
  const findings = findingKindNames.map((kind) => findingOfWords(kind, words));
  const suppressed = { rule: words, reason: words, until: words };
  return reportOf({
    stack: { name: words, project: words },
    finishedAt: words,
    resources: { checked: 998, unread: 2 },
    counts: Object.fromEntries(findingKindNames.map((kind) => [kind, 1])) as Report["counts"],
    findings: [...findings, ...findings.map((finding) => ({ ...finding, suppressed }))],
    suppressed: findings.length,
    notes: [words],
    outcome: "error",
  });
}

const findingOfWords = (kind: FindingKindName, words: string): Finding =>
  findingOf({
    kind,
    subject: { urn: `urn of ${kind}`, type: words, name: words, id: words, platform: words },
    path: `/${words}`,
    expected: { [words]: words, long: "so that it needs more than the one line that a short value is shown in" },
    live: `one line\n${words}`,
    by: { manager: words, time: words },
    message: words,
  });
