import fc from "fast-check";
import { findingKindNames } from "../../cli/drift/findingKinds";
import type { Finding, Report } from "../../cli/drift/report";
import { oddText, reportOf } from "./driftReports";

/** Text of any characters: forbidden ones, halves of pairs and pieces of markup are as likely as letters. */
const hostilePieces = [
  oddText,
  "]]>",
  "<!--",
  "&#0;",
  "[[ATTACHMENT|/etc/passwd]]",
  "](https://evil.example)",
  "##[error]forged",
  "\u001b[2J",
  "\n",
  "\r",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.array(fc.constantFrom(...hostilePieces)).map((pieces) => pieces.join("")),
);

const anyValue = fc.oneof(anyText, fc.jsonValue()) as fc.Arbitrary<Finding["live"]>;
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyTime = fc.constantFrom("2026-11-20T10:02:00Z", "2026-01-01T00:00:00Z");

const anyFinding: fc.Arbitrary<Finding> = fc.record({
  kind: fc.constantFrom(...findingKindNames),
  subject: fc.record({
    urn: orNull(anyText.map((name) => `urn:pulumi:prod::shop::platform:index:SpaceTemplate::${name}`)),
    type: anyText,
    name: anyText,
    id: orNull(anyText),
  }),
  path: orNull(anyText.map((key) => `/labels/${key}`)),
  expected: fc.option(anyValue, { nil: undefined }),
  live: fc.option(anyValue, { nil: undefined }),
  by: orNull(fc.record({ manager: anyText, time: orNull(anyTime) })),
  message: anyText,
  fingerprint: fc.string({ minLength: 1 }),
  suppressed: orNull(fc.record({ rule: anyText, reason: anyText, until: fc.constant("2026-12-31") })),
});

/** Any report, whose counts are those of its findings. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    stack: fc.record({ name: anyText, project: anyText }),
    resources: fc.record({ checked: fc.nat(), unread: fc.nat() }),
    findings: fc.array(anyFinding, { maxLength: 8 }),
    notes: fc.array(anyText, { maxLength: 3 }),
    outcome: fc.constantFrom("clean", "drift", "error", "unauthorised"),
  })
  .map((parts) => {
    const report = reportOf(parts as Partial<Report>);
    for (const { kind, suppressed } of report.findings) {
      if (suppressed) report.suppressed++;
      else report.counts[kind]++;
    }
    return report;
  });
