import type { EngineEvent } from "@pulumi/pulumi/automation";
import { engineFailure, FailureMessages } from "./engine/failure";
import type { OpenStack, UpOptions } from "./engine/stack";
import { findingKinds } from "./findingKinds";
import { objectPlace } from "./formats/summary";
import type { Finding, Report } from "./report";

interface Fix {
  /** What it did, or why it did nothing. */
  readonly note: string;
  readonly ran: boolean;
  readonly failure?: string | undefined;
}

/** Reverts drift, except of suppressed and unselected resources. */
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
  const drifted = urnsOf(report.findings.filter(isReverted));
  // An empty list of targets would mean all resources.
  if (drifted.every((urn) => accepted.includes(urn))) {
    return { ran: false, note: "--fix changed nothing, since there is nothing it could set back" };
  }
  // The engine accepts targets or excluded resources, not both.
  const limits =
    targets.length > 0
      ? { targets: targets.filter((urn) => !accepted.includes(urn)), exclude: [] }
      : { targets: [], exclude: accepted };
  const failure = await up(stack, { ...options, ...limits });
  const left = accepted.length > 0 ? `, and left alone what has suppressed findings: ${accepted.join(", ")}` : "";
  return { ran: true, note: `--fix ran pulumi up --refresh${left}`, failure };
}

/**
 * A note for each finding that is gone after `--fix`; none if the second search could not read all.
 */
export function setBackBy(before: Report, after: Report): string[] {
  if (after.findings.some(({ kind }) => kind === "unknown")) return [];
  const left = new Set(after.findings.map(({ fingerprint }) => fingerprint));
  const gone = before.findings.filter((each) => isReverted(each) && !left.has(each.fingerprint));
  return gone.map((each) => `--fix set back: ${placeWords(each)}`);
}

function placeWords({ kind, subject, path }: Finding): string {
  const property = path === null ? "" : ` ${path}`;
  return `"${subject.name}" (${subject.type}, ${objectPlace(subject)}): ${kind}${property}`;
}

/** Whether `pulumi up --refresh` reverts the finding. */
function isReverted({ kind, suppressed, expected }: Finding): boolean {
  const { revertedByUp } = findingKinds[kind];
  return suppressed === null && (revertedByUp === "declared" ? expected !== undefined : revertedByUp);
}

/** Runs `pulumi up --refresh`; returns the error. */
async function up(stack: OpenStack, options: Omit<UpOptions, "onEvent">): Promise<string | undefined> {
  const messages = new FailureMessages();
  const onEvent = ({ diagnosticEvent }: EngineEvent) => {
    if (diagnosticEvent) messages.add(diagnosticEvent);
  };
  try {
    await stack.up({ ...options, onEvent });
    return undefined;
  } catch (error) {
    return `pulumi up --refresh failed: ${engineFailure(error, messages.all).message}`;
  }
}

const urnsOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.flatMap(({ subject }) => subject.urn ?? [])),
];
