import type { EngineEvent } from "@pulumi/pulumi/automation";
import { engineFailure, FailureWords } from "./engine/failure";
import type { OpenStack, UpOptions } from "./engine/stack";
import { findingKinds } from "./findingKinds";
import type { Finding, Report } from "./report";

/** What came of a fix. */
interface Fix {
  /** What it did or why it did nothing, as a sentence. */
  readonly note: string;
  readonly ran: boolean;
  /** Why it did not come to its end. */
  readonly failure?: string | undefined;
}

/** Sets back what drifted, and leaves alone what is accepted or was not asked for. */
export async function fix(
  stack: OpenStack,
  { report, targets }: { readonly report: Report; readonly targets: readonly string[] },
  options: Pick<UpOptions, "parallel" | "signal" | "onOutput">,
): Promise<Fix> {
  if (report.outcome === "error" || report.outcome === "unauthorized") {
    return { ran: false, note: "--fix changed nothing, since not everything could be read" };
  }
  if (options.signal.aborted) return { ran: false, note: "--fix changed nothing, since a signal asked to stop" };
  const accepted = urnsOf(report.findings.filter(({ suppressed }) => suppressed !== null));
  const drifted = urnsOf(report.findings.filter(isMended));
  // No targets mean all, so it must not come to that for want of some.
  if (drifted.every((urn) => accepted.includes(urn))) {
    return { ran: false, note: "--fix changed nothing, since there is nothing it could set back" };
  }
  // The engine takes either, and of the targets none is accepted.
  const limits =
    targets.length > 0
      ? { targets: targets.filter((urn) => !accepted.includes(urn)), exclude: [] }
      : { targets: [], exclude: accepted };
  const failure = await up(stack, { ...options, ...limits });
  const left = accepted.length > 0 ? `, and left alone what has suppressed findings: ${accepted.join(", ")}` : "";
  return { ran: true, note: `--fix ran pulumi up --refresh${left}`, failure };
}

/** Whether `pulumi up --refresh` sets it back; for the rest it would only deploy what the program says else. */
function isMended({ kind, suppressed, expected }: Finding): boolean {
  const { isSetBack } = findingKinds[kind];
  return suppressed === null && (isSetBack === "declared" ? expected !== undefined : isSetBack);
}

/** Runs it; what went wrong, if something did. */
async function up(stack: OpenStack, options: Omit<UpOptions, "onEvent">): Promise<string | undefined> {
  const heard = new FailureWords();
  const onEvent = ({ diagnosticEvent }: EngineEvent) => {
    if (diagnosticEvent) heard.hear(diagnosticEvent);
  };
  try {
    await stack.up({ ...options, onEvent });
    return undefined;
  } catch (error) {
    return `pulumi up --refresh failed: ${engineFailure(error, heard.all).message}`;
  }
}

const urnsOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.flatMap(({ subject }) => subject.urn ?? [])),
];
