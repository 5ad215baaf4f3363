import { UsageError } from "../command";
import { engineFailure } from "./engine/engineFailure";
import { type OpenStack, openStack } from "./engine/openStack";
import { fix } from "./fix";
import { findingsOf, stackSubject } from "./looking/newFinding";
import { progressOn } from "./progress";
import type { DriftRequest } from "./readOptions";
import type { Report } from "./report";
import { reportOf, type Search, searchForDrift } from "./searchForDrift";

/** Does what was asked for, and reports also how it failed; throws a UsageError only. */
export async function runDrift(request: DriftRequest): Promise<Report> {
  const startedAt = new Date();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // In a terminal Ctrl-C reaches Pulumi, too, and a second signal would make it drop what it is at.
  const interrupted = () => process.stderr.isTTY || stop();
  process.once("SIGINT", interrupted).once("SIGTERM", stop);
  try {
    return await looked(request, await openStack(request.cwd, request.stack), stopping.signal);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return failed(request, error, startedAt);
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", stop);
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
function failed(request: DriftRequest, error: unknown, startedAt: Date): Report {
  // Which one is selected may be what could not be found out.
  const name = request.stack ?? "(selected)";
  const { message, unauthorised } = engineFailure(error);
  const finding = findingsOf("", name)(stackSubject("", name), { kind: "unknown", message });
  const found = { findings: [finding], checked: 0, unread: 0, unauthorised, notes: [] };
  return reportOf({ ...request, stack: { name, project: "" }, now: new Date() }, found, startedAt);
}
