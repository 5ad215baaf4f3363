import { Concealer } from "../../provider/api/concealer";
import { UsageError } from "../command";
import { progressOn } from "../progress";
import { engineFailure } from "./engine/engineFailure";
import { type OpenStack, openStack } from "./engine/openStack";
import { fix } from "./fix";
import { findingsOf, stackSubject } from "./looking/newFinding";
import type { DriftRequest } from "./readOptions";
import type { Report } from "./report";
import { reportOf, type Search, searchForDrift } from "./searchForDrift";
import { stopOnSignals } from "./stopOnSignals";
import { placeOf } from "./survey";

/** Does what was asked for, and reports also how it failed; throws a UsageError only. */
export async function runDrift(request: DriftRequest): Promise<Report> {
  const startedAt = new Date();
  const stopping = stopOnSignals();
  // Which one is selected may be what cannot be found out.
  let stack: Report["stack"] = { name: request.stack ?? "(selected)", project: "" };
  try {
    const opened = await openStack(request.cwd, request.stack);
    stack = opened;
    return await looked(request, opened, stopping.signal);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return failed(request, stack, error, startedAt);
  } finally {
    stopping.forget();
  }
}

async function looked(request: DriftRequest, stack: OpenStack, signal: AbortSignal): Promise<Report> {
  const first = await look(request, stack, signal);
  if (!request.fix) return first.report;
  const { parallel } = request;
  const onOutput = (text: string) => void process.stderr.write(text);
  const { note, ran, failure } = await fix(stack, first, { parallel, signal, onOutput });
  const { report } = ran ? await look(request, stack, signal, failure) : first;
  return { ...report, notes: [note, ...report.notes] };
}

const look = (request: DriftRequest, stack: OpenStack, signal: AbortSignal, failedBefore?: string): Promise<Search> =>
  searchForDrift({ ...request, stack, signal, failedBefore, now: new Date(), progress: progressOn(process.stderr) });

/** A pipeline reads the report, so it tells of a failure, too. */
function failed(request: DriftRequest, stack: Report["stack"], error: unknown, startedAt: Date): Report {
  const { message, unauthorised } = engineFailure(error);
  const place = placeOf(stack);
  const about = [{ subject: stackSubject(place), found: { kind: "unknown", message } as const }];
  const findings = findingsOf(place, about, new Concealer([]));
  const found = { findings, checked: 0, unread: 0, unauthorised, notes: [] };
  return reportOf({ ...request, stack, now: new Date() }, found, startedAt);
}
