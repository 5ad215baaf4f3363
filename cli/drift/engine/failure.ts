import type { EngineEvent } from "@pulumi/pulumi/automation";
import { isRecord } from "../../../provider/objects/values";

/** Why a command of Pulumi failed. */
export interface EngineFailure {
  readonly message: string;
  /** Whether Pulumi's backend takes no login. */
  readonly unauthorized: boolean;
}

/** What is kept of a process that failed, in the errors of Pulumi's Automation API. */
interface FailedProcess {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stderr?: string;
  /** Of the system, when the program cannot be started. */
  readonly code?: string;
}

/** How the CLI of Pulumi ends when its backend takes no login. */
const unauthorizedExitCode = 3;
/** What it says when the backend refuses the one that it has; the exit code is that of any error. */
const refused = /Unauthorized: No credentials provided or are invalid/;

/** Why a program does not even start, by the code of the system. */
const unstarted: Readonly<Record<string, string>> = {
  ENOENT: "The command pulumi was not found: install Pulumi, or put its folder into PATH.",
  EACCES:
    "The command pulumi may not be run by this user: give its file and the folders above it the right to execute.",
};

/** What a failing command of Pulumi says; `heard` are the words of its events, which say it better where there are any. */
export function engineFailure(error: unknown, heard: readonly string[] = []): EngineFailure {
  const failed = failedProcess(error);
  const words =
    heard.length > 0 ? heard : failed ? wordsOf(failed) : [error instanceof Error ? error.message : String(error)];
  const message = [...new Set(words)].join("; ");
  return { message, unauthorized: failed?.exitCode === unauthorizedExitCode || refused.test(message) };
}

function failedProcess(error: unknown): FailedProcess | undefined {
  const result =
    isRecord(error) || error instanceof Error ? (error as { commandResult?: unknown }).commandResult : undefined;
  if (result === undefined) return undefined;
  return ((result as { err?: FailedProcess }).err ?? {}) as FailedProcess;
}

/** Only what it calls an error: it may have printed a state with its secrets in clear text, and the message of the error repeats that. */
function wordsOf({ exitCode, signal, stderr = "", code }: FailedProcess): string[] {
  const cause = unstarted[code ?? ""];
  if (cause !== undefined) return [cause];
  const errors = [...stderr.matchAll(/^ *error: (.*)$/gm)].map(([, words = ""]) => words);
  if (errors.length > 0) return errors;
  const end = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode ?? "unknown"}`;
  return [`A command of Pulumi ${end} and did not say why.`];
}

type Diagnostic = NonNullable<EngineEvent["diagnosticEvent"]>;

// Whatever a program prints there is kept, and what ended it comes last.
const mostLines = 20;

/**
 * Collects why a command of the engine failed: its errors or, if there is none, the last lines that the program wrote to stderr. Pulumi
 * YAML reports an invalid program only there.
 */
export class FailureWords {
  readonly #errors: string[] = [];
  readonly #stderr: string[] = [];

  /** Hears a diagnostic that may explain the failure. */
  hear({ severity, message }: Diagnostic): void {
    const words = message.trim();
    if (severity === "error") this.#errors.push(words);
    else if (severity === "info#err" && words !== "") this.#stderr.push(words);
  }

  /** The errors that the engine reported. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Why it failed; empty if nothing says so. */
  get all(): readonly string[] {
    if (this.#errors.length > 0 || this.#stderr.length === 0) return this.#errors;
    return [this.#stderr.slice(-mostLines).join(" ")];
  }
}
