import type { EngineEvent } from "@pulumi/pulumi/automation";
import { isRecord } from "../../../provider/cliFacade";

/** Why a command of Pulumi failed. */
export interface EngineFailure {
  readonly message: string;
  /** Whether Pulumi's backend refused the login. */
  readonly unauthorized: boolean;
}

/** The process in an error of Pulumi's Automation API. */
interface FailedProcess {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stderr?: string;
  /** Error code of the system if the process did not start. */
  readonly code?: string;
}

/** Exit code of the Pulumi CLI without a login. */
const unauthorizedExitCode = 3;
/** Message of an invalid login, with the exit code of any error. */
const refused = /Unauthorized: No credentials provided or are invalid/;

/** Why a process does not start, by the system's error code. */
const unstarted: Readonly<Record<string, string>> = {
  ENOENT: "The command pulumi was not found: install Pulumi, or put its folder into PATH.",
  EACCES:
    "The command pulumi may not be run by this user: give its file and the folders above it the right to execute.",
};

/** The failure of a Pulumi command. Messages of its events, if any, say more than its output. */
export function engineFailure(error: unknown, messages: readonly string[] = []): EngineFailure {
  const failed = failedProcess(error);
  const words = messages.length > 0 ? messages : failed ? errorLines(failed) : [messageOf(error)];
  const message = [...new Set(words)].join("; ");
  return { message, unauthorized: failed?.exitCode === unauthorizedExitCode || refused.test(message) };
}

/** The message of an error. That of a parser quotes Pulumi's output, which may contain secrets. */
function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) return "A command of Pulumi printed what is no JSON.";
  return error instanceof Error ? error.message : String(error);
}

function failedProcess(error: unknown): FailedProcess | undefined {
  if (!isRecord(error) && !(error instanceof Error)) return undefined;
  const { commandResult: result } = error as { commandResult?: { err?: FailedProcess } };
  return result && (result.err ?? {});
}

/** Error lines only: the output, which the error's message repeats, may contain secrets. */
function errorLines({ exitCode, signal, stderr = "", code }: FailedProcess): string[] {
  const cause = unstarted[code ?? ""];
  if (cause !== undefined) return [cause];
  const errors = [...stderr.matchAll(/^ *error: (.*)$/gm)].map(([, words = ""]) => words);
  if (errors.length > 0) return errors;
  const end = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode ?? "unknown"}`;
  return [`A command of Pulumi ${end} and did not say why.`];
}

type Diagnostic = NonNullable<EngineEvent["diagnosticEvent"]>;

// The last lines tell what ended the program.
const maxLines = 20;

/** Collects the engine's errors, or else stderr: Pulumi YAML reports invalid programs there. */
export class FailureMessages {
  readonly #errors: string[] = [];
  readonly #stderr: string[] = [];

  /** Collects a diagnostic. */
  add({ severity, message }: Diagnostic): void {
    const words = message.trim();
    if (severity === "error") this.#errors.push(words);
    else if (severity === "info#err" && words !== "") this.#stderr.push(words);
  }

  /** Errors of the engine. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** The explanation; empty if there is none. */
  get all(): readonly string[] {
    if (this.#errors.length > 0 || this.#stderr.length === 0) return this.#errors;
    return [this.#stderr.slice(-maxLines).join(" ")];
  }
}
