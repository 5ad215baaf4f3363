import { create, type XMLElement } from "xmlbuilder";
import { escapeText } from "../../../provider/cliFacade";
import { oneLine } from "../../words";
import { findingKinds } from "../findingKinds";
import type { Finding, Report } from "../report";
import { detailsOf, stackLabel } from "./summary";

/** The report as JUnit XML: a suite for the stack, and a case for each finding. */
export function junitReport(report: Report): string {
  const cases = junitCases(report);
  const count = (wanted: JunitCase["ending"]) => cases.filter(({ ending }) => ending === wanted).length;
  const endings = { failures: count("failure"), errors: count("error"), skipped: count("skipped") };
  const sums = { tests: cases.length, ...endings, time: seconds(report) };
  const root = create("testsuites", { version: "1.0", encoding: "UTF-8" }).att({ name: report.tool.name, ...sums });
  const suite = root.ele("testsuite", {
    name: line(`drift of ${stackLabel(report)}`),
    ...sums,
    // Without a time zone, which readers do not know.
    timestamp: report.startedAt.slice(0, "2026-11-21T06:00:00".length),
  });
  for (const each of cases) addCase(suite, each);
  if (report.notes.length > 0) suite.ele("system-out", report.notes.map(line).join("\n"));
  return `${root.end({ pretty: true })}\n`;
}

const line = (text: string): string => xmlText(oneLine(text));

const seconds = ({ startedAt, finishedAt }: Report): string =>
  ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);

function addCase(suite: XMLElement, { classname, name, ending, type, message = "", text = "" }: JunitCase): void {
  const element = suite.ele("testcase", { classname: line(classname), name: line(name), time: 0 });
  if (ending) element.ele(ending, { ...(type && { type }), message: line(message) }, xmlText(text));
}

/** A test case. */
interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly ending?: "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/** A case for each finding, since CI servers read one failure of a case, and one for the rest. */
function junitCases(report: Report): JunitCase[] {
  const { findings, outcome } = report;
  const clean = asDeclared(report);
  const name = clean === 1 ? "1 resource is as declared" : `${clean} resources are as declared`;
  return [
    ...(isBroken(report) ? [brokenCase(report)] : []),
    ...findings.map((finding) => caseOf(finding, report)),
    ...(clean > 0 || (outcome === "clean" && findings.length === 0) ? [{ classname: "drift", name }] : []),
  ];
}

// A run that failed early has no findings, and must not look clean.
const isBroken = ({ outcome, findings }: Report): boolean =>
  (outcome === "error" || outcome === "unauthorized") && !findings.some(({ kind }) => kind === "unknown");

function brokenCase({ outcome, notes }: Report): JunitCase {
  const message = "The search for drift did not come to its end: nothing is known of what it did not reach.";
  const text = notes.map(oneLine).join("\n");
  return { classname: "drift", name: "search for drift", ending: "error", type: outcome, message, text };
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
    // CI servers identify a case by these two.
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

/** Escapes control characters and what XML 1.0 cannot contain. */
export function xmlText(text: string): string {
  return escapeText(text)
    .replace(/[\p{Cs}\ufffe\uffff]/gu, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(attachments, " [");
}

// CI servers attach the file of [[ATTACHMENT|path]].
const attachments = /(?<=\[)\[/g;
