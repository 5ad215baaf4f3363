import { create, type XMLElement } from "xmlbuilder";
import { oneLine } from "../../orphans/oneLine";
import type { Report } from "../report";
import { type JunitCase, junitCases } from "./junitCases";
import { xmlText } from "./xmlText";

/** The report as JUnit XML: a suite for the stack, and a case for each finding, since CI servers read one failure of a case. */
export function junitReport(report: Report): string {
  const cases = junitCases(report);
  const sums = { tests: cases.length, ...endings(cases), time: seconds(report) };
  const root = create("testsuites", { version: "1.0", encoding: "UTF-8" }).att({ name: report.tool.name, ...sums });
  const { name, project } = report.stack;
  const suite = root.ele("testsuite", {
    name: line(`drift of ${project ? `${project}/${name}` : name}`),
    ...sums,
    // Readers know no time zone here.
    timestamp: report.startedAt.slice(0, "2026-11-21T06:00:00".length),
  });
  addProperties(suite, report);
  for (const each of cases) addCase(suite, each);
  if (report.notes.length > 0) suite.ele("system-out", report.notes.map(line).join("\n"));
  return `${root.end({ pretty: true })}\n`;
}

// What is a name or a heading in a list stays in its line.
const line = (text: string): string => xmlText(oneLine(text));

const seconds = ({ startedAt, finishedAt }: Report): string =>
  ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);

function endings(cases: readonly JunitCase[]) {
  const count = (wanted: JunitCase["ending"]) => cases.filter(({ ending }) => ending === wanted).length;
  return { failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function addProperties(suite: XMLElement, { tool, outcome, resources }: Report): void {
  const properties = suite.ele("properties");
  const all = { version: tool.version, outcome, checked: resources.checked, unread: resources.unread };
  for (const [name, value] of Object.entries(all)) properties.ele("property", { name, value: line(`${value}`) });
}

function addCase(suite: XMLElement, { classname, name, ending, type, message, text }: JunitCase): void {
  const element = suite.ele("testcase", { classname: line(classname), name: line(name), time: 0 });
  if (!ending) return;
  const attributes = { ...(type ? { type } : {}), message: line(message ?? "") };
  element.ele(ending, attributes, xmlText(text ?? ""));
}
