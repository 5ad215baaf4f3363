import { escapeText } from "../../provider/api/output/escape";
import { Secrets } from "../../provider/api/output/secrets";
import { UsageError } from "../command";
import { progressOn } from "../progress";
import type { DriftRequest } from "./driftOptions";
import { type EngineFailure, engineFailure } from "./engine/engineFailure";
import { type OpenStack, openStack } from "./engine/openStack";
import { fix } from "./fix";
import { findingsOf, stackSubject } from "./looking/newFinding";
import type { Report } from "./report";
import { reportOf, type Search, searchForDrift } from "./searchForDrift";
import { stopOnSignals } from "./stopOnSignals";
import { placeOf, type SurveyOptions } from "./survey";

/** What a run came to. */
export interface DriftRun {
  readonly report: Report;
  /** Why no stack could be opened, where none was: that is all there is to say to people. */
  readonly unopened?: string;
}

/** Does what was asked for, and reports also how it failed; throws a UsageError only. */
export async function runDrift(request: DriftRequest): Promise<DriftRun> {
  const startedAt = new Date();
  const stopping = stopOnSignals();
  // Which one is selected may be what cannot be found out.
  const unknown = { name: request.stack ?? "(selected)", project: "" };
  let opened: OpenStack | undefined;
  try {
    opened = await openStack(request.cwd, request.stack);
    return { report: await looked(request, opened, stopping.signal) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const failure = engineFailure(error);
    const report = failed(request, opened ?? unknown, failure, startedAt);
    return { report, ...(!opened && { unopened: failure.message }) };
  } finally {
    stopping.forget();
  }
}

async function looked(request: DriftRequest, stack: OpenStack, signal: AbortSignal): Promise<Report> {
  const first = await look(request, stack, { signal });
  if (!request.fix) return first.report;
  const { parallel } = request;
  const output = lineWriter((lines) => process.stderr.write(escapeText(lines)));
  const { note, ran, failure } = await fix(stack, first, { parallel, signal, onOutput: output.write });
  output.end();
  const { report } = ran ? await look(request, stack, { signal, failedBefore: failure, isAgain: true }) : first;
  return { ...report, notes: [note, ...report.notes] };
}

/** Passes on whole lines: half of a command is none. */
function lineWriter(pass: (lines: string) => void) {
  let rest = "";
  const write = (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      pass(rest + text.slice(0, end));
      rest = "";
    }
    rest += text.slice(end);
  };
  return { write, end: () => pass(rest) };
}

const look = (
  request: DriftRequest,
  stack: OpenStack,
  more: Pick<SurveyOptions, "signal" | "failedBefore" | "isAgain">,
): Promise<Search> =>
  searchForDrift({ ...request, ...more, stack, now: new Date(), progress: progressOn(process.stderr) });

/** A pipeline reads the report, so it tells of a failure, too. */
function failed(
  request: DriftRequest,
  stack: Report["stack"],
  { message, unauthorized }: EngineFailure,
  startedAt: Date,
): Report {
  const place = placeOf(stack);
  const about = [{ subject: stackSubject(place), found: { kind: "unknown", message } as const }];
  const findings = findingsOf(place, about, new Secrets([]));
  const found = { findings, checked: 0, unread: 0, unauthorized, notes: [] };
  return reportOf({ ...request, stack, now: new Date() }, found, startedAt);
}
