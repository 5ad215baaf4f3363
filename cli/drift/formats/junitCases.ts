import { oneLine } from "../../orphans/oneLine";
import { findingKinds } from "../findingKinds";
import type { Finding, Report } from "../report";
import { detailsOf } from "./detailsOf";

/** A test case: what CI servers list, and what became of it. */
export interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly ending?: "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/** A passing case for what is as declared, and one for each finding, since CI servers read one failure of a case. */
export function junitCases(report: Report): JunitCase[] {
  const { findings, outcome } = report;
  return [
    ...(isBroken(report) ? [brokenCase(report)] : []),
    ...findings.map((finding) => caseOf(finding, report)),
    ...(asDeclared(report) > 0 || (outcome === "clean" && findings.length === 0) ? [cleanCase(report)] : []),
  ];
}

// What failed before anything could be read leaves no finding, and must not look like a run in which all is well.
const isBroken = ({ outcome, findings }: Report): boolean =>
  (outcome === "error" || outcome === "unauthorized") && !findings.some(({ kind }) => kind === "unknown");

function brokenCase({ outcome, notes }: Report): JunitCase {
  const message = "The search for drift did not come to its end: nothing is known of what it did not reach.";
  return {
    classname: "drift",
    name: "search for drift",
    ending: "error",
    type: outcome,
    message,
    text: notes.map(oneLine).join("\n"),
  };
}

function cleanCase(report: Report): JunitCase {
  const count = asDeclared(report);
  return { classname: "drift", name: count === 1 ? "1 resource is as declared" : `${count} resources are as declared` };
}

function asDeclared({ resources, findings }: Report): number {
  const read = findings.filter(({ kind, subject }) => kind !== "unknown" && subject.urn !== null);
  return Math.max(0, resources.checked - new Set(read.map(({ subject }) => subject.urn)).size);
}

function caseOf(finding: Finding, report: Report): JunitCase {
  const { kind, subject, path, suppressed, message } = finding;
  const { title } = findingKinds[kind];
  const ending = endingOf(finding, report);
  const place = `${subject.urn === null ? (subject.id ?? subject.name) : subject.name}${path ?? ""}`;
  return {
    // CI servers tell cases apart by these two, so they hold what makes a finding another one.
    classname: subject.urn?.split("::")[2] ?? subject.type,
    name: `${title}: ${place}`,
    ending,
    // `skipped` has no type.
    ...(ending === "skipped" ? {} : { type: kind }),
    message: suppressed ? `Suppressed until ${suppressed.until}: ${suppressed.reason}` : message,
    text: detailsOf(finding),
  };
}

function endingOf({ kind, suppressed }: Finding, { failOn }: Report): "failure" | "error" | "skipped" {
  if (kind === "unknown") return "error";
  return suppressed || !failOn.includes(kind) ? "skipped" : "failure";
}
