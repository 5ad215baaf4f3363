import { escapeText, operationSecrets } from "../../provider/cliFacade";
import { npmName, version } from "../../provider/packageNames.js";
import { UsageError } from "../program";
import { type EngineFailure, engineFailure } from "./engine/failure";
import { type OpenStack, openStack } from "./engine/stack";
import { type FindingKindName, findingKindNames } from "./findingKinds";
import { findingsOf, stackSubject } from "./findings/finding";
import { fix, setBackBy } from "./fix";
import { applyIgnoring } from "./ignoring";
import type { DriftValues } from "./options";
import { defaultFailOn, outcomeOf } from "./outcome";
import { matches } from "./patterns";
import { type Finding, type Report, schemaVersion } from "./report";
import { placeOf, type Search, type Survey, survey } from "./survey";

/** Runs `drift`. Reports failures; `unopened` is why no stack could be opened. */
export async function runDrift(values: DriftValues): Promise<{ report: Report; unopened?: string }> {
  const startedAt = new Date();
  const stopping = stopOnSignals();
  // It may be unknown which one is selected.
  const unknown = { name: values.stack ?? "(selected)", project: "" };
  let opened: OpenStack | undefined;
  try {
    opened = await openStack(values.cwd ?? process.cwd(), values.stack);
    return { report: await searchAndFix(values, opened, stopping.signal) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const failure = engineFailure(error);
    const report = failed(values, { stack: opened ?? unknown, now: startedAt }, failure);
    return { report, ...(!opened && { unopened: failure.message }) };
  } finally {
    stopping.forget();
  }
}

async function searchAndFix(values: DriftValues, stack: OpenStack, signal: AbortSignal): Promise<Report> {
  const search = { stack, signal, now: new Date() };
  const first = await searchForDrift(values, search);
  if (!values.fix) return first.report;
  const { parallel } = values;
  const output = lineWriter((lines) => process.stderr.write(escapeText(lines)));
  const { note, ran, failure } = await fix(stack, first, { parallel, signal, onOutput: output.write });
  output.end();
  const again = { ...search, now: new Date(), failedBefore: failure, afterFix: true };
  const { report } = ran ? await searchForDrift(values, again) : first;
  const notes = ran ? setBackBy(first.report, report) : [];
  return { ...report, notes: [note, ...notes, ...report.notes] };
}

/** Passes on whole lines, so that no command of a pipeline is split before it is escaped. */
function lineWriter(pass: (lines: string) => void) {
  let rest = "";
  const write = (text: string) => {
    const all = rest + text;
    const end = all.lastIndexOf("\n") + 1;
    if (end > 0) pass(all.slice(0, end));
    rest = all.slice(end);
  };
  return { write, end: () => pass(rest) };
}

/** A run that a report is about. */
type Run = Pick<Search, "now"> & Pick<Report, "stack">;

/** The report of a failure, since pipelines read the report. */
function failed(values: DriftValues, run: Run, { message, unauthorized }: EngineFailure): Report {
  const place = placeOf(run.stack);
  const about = [{ subject: stackSubject(place), kind: "unknown", message } as const];
  const findings = findingsOf(place, about, operationSecrets());
  return reportOf(values, run, { findings, checked: 0, unread: 0, unauthorized, notes: [] });
}

/** Compares a stack with its platforms. Read-only. `targets` are URNs of selected resources. */
export async function searchForDrift(values: DriftValues, search: Search) {
  const found = await survey(values, search);
  return { report: reportOf(values, search, found), targets: found.targets };
}

function reportOf({ only, ignore, failOn }: DriftValues, { stack, now }: Run, found: Omit<Survey, "targets">): Report {
  const chosen = found.findings.filter(({ kind, subject }) => kind === "unknown" || isSelected(subject, only));
  const { findings, notes } = applyIgnoring(chosen, ignore, now);
  const counting = findings.filter(({ suppressed }) => suppressed === null);
  const failing = failOn.length > 0 ? failOn : defaultFailOn;
  return {
    schemaVersion,
    tool: { name: npmName, version },
    stack: { name: placeOf(stack).stack, project: stack.project },
    startedAt: now.toISOString(),
    finishedAt: new Date().toISOString(),
    resources: { checked: found.checked, unread: found.unread },
    counts: countsOf(counting),
    failOn: [...new Set(failing)],
    suppressed: findings.length - counting.length,
    findings: findings.sort(inOrder),
    notes: [...new Set([...found.notes, ...notes])],
    outcome: outcomeOf(findings, failing, { unauthorized: found.unauthorized }),
  };
}

const isSelected = (subject: Finding["subject"], only: readonly string[]): boolean =>
  only.length === 0 || only.some((pattern) => matches(pattern, subject));

function countsOf(findings: readonly Finding[]): Report["counts"] {
  const count = (name: FindingKindName) => findings.filter(({ kind }) => kind === name).length;
  return Object.fromEntries(findingKindNames.map((name) => [name, count(name)])) as Report["counts"];
}

/** By type, name and kind: the same order in every run. */
const inOrder = (a: Finding, b: Finding): number => sortKey(a).localeCompare(sortKey(b), "en");

function sortKey({ subject: { type, name, urn }, kind, path }: Finding): string {
  const order = String(findingKindNames.indexOf(kind)).padStart(2, "0");
  return [type, name, urn ?? "", order, path].join("\n");
}

/**
 * Aborts on SIGINT, SIGTERM and SIGHUP, so that the findings so far are reported. `forget` removes
 * the listeners, and cancels requests, which keep the process alive.
 */
export function stopOnSignals(): { readonly signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let isNoted = !process.stderr.isTTY;
  const interrupted = () => {
    // In a terminal Ctrl-C reaches Pulumi, too, and a second signal would kill it.
    if (isNoted) return stop();
    isNoted = true;
    console.error("\nnote: A running pulumi command stops. Press Ctrl-C again to stop everything else, too.");
  };
  process.on("SIGINT", interrupted).on("SIGTERM", stop).on("SIGHUP", stop);
  return {
    signal: controller.signal,
    forget: () => {
      process.off("SIGINT", interrupted).off("SIGTERM", stop).off("SIGHUP", stop);
      stop();
    },
  };
}
