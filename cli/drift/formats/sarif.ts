import type { Invocation, Log, Notification, Run } from "sarif";
import { inDigits } from "../counted";
import { findingKindNames, type Level } from "../findingKinds";
import type { Finding, Report } from "../report";
import { jsonText } from "./jsonText";
import { fileUriBase, levelOf, sarifResult } from "./sarifResult";
import { sarifRules } from "./sarifRules";
import { sarifText } from "./sarifText";

// GitHub refuses a file with more results than the first number, and shows no more than the second.
const mostResults = 25_000;
const mostShown = 5_000;

/** The report as SARIF 2.1.0, as code scanning of GitHub takes it: one run, in a category of its own for each stack. */
export function sarifReport(report: Report): string {
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [runOf(report)],
  };
  return jsonText(log);
}

function runOf(report: Report): Run {
  const { tool, stack, findings } = report;
  return {
    tool: { driver: { name: tool.name, semanticVersion: tool.version, rules: sarifRules() } },
    // What stands before the last slash is the category: an upload replaces only what another of its category reported.
    automationDetails: { id: ["drift", ...(stack.project ? [stack.project] : []), stack.name, ""].join("/") },
    invocations: [invocationOf(report)],
    originalUriBaseIds: { [fileUriBase]: { description: { text: "The folder of the Pulumi project." } } },
    columnKind: "utf16CodeUnits",
    results: mostSevere(findings).map(sarifResult),
  };
}

function invocationOf({ findings, notes, outcome, startedAt, finishedAt }: Report): Invocation {
  const unknown = findings.filter(({ kind }) => kind === "unknown");
  const failed = outcome === "error" || outcome === "unauthorised" || unknown.length > 0;
  return {
    executionSuccessful: !failed,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    toolExecutionNotifications: [...unknown.map(unread), ...leftOut(findings.length), ...notes.map(said("note"))],
  };
}

const said =
  (level: Level) =>
  (text: string): Notification => ({ level, message: { text: sarifText(text) } });

function unread({ kind, message }: Finding): Notification {
  return { ...said("error")(message), associatedRule: { id: kind, index: findingKindNames.indexOf(kind) } };
}

function leftOut(count: number): Notification[] {
  if (count <= mostShown) return [];
  const shown = `GitHub shows the ${inDigits(mostShown)} most severe of ${inDigits(count)} findings.`;
  if (count <= mostResults) return [said("warning")(shown)];
  const cut = `The ${inDigits(count - mostResults)} least severe are not in this file, because GitHub refuses more than ${inDigits(mostResults)}.`;
  return [said("warning")(`${shown} ${cut} The JSON report has them all.`)];
}

function mostSevere(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostResults) return findings;
  return findings.toSorted((one, other) => severity(one) - severity(other)).slice(0, mostResults);
}

const levels: readonly Level[] = ["error", "warning", "note"];
const severity = (finding: Finding): number => (finding.kind === "unknown" ? -1 : levels.indexOf(levelOf(finding)));
