import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { oneLine } from "../words";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Exit codes of shells for a command that cannot be started. */
const notFound = 127;
const notExecutable = 126;

/** The exit code of a process that a signal ended. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** A program with its arguments and environment. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs commands and forwards signals, each once. On a terminal, the kernel already sends all but
 * SIGTERM to the whole process group. Elsewhere, the command has a process group of its own.
 */
export class SignalForwarder {
  readonly #isOnTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  readonly #hasOwnGroup = !this.#isOnTerminal && process.platform !== "win32";
  #child: ChildProcess | undefined;
  /** The first signal so far. */
  received: NodeJS.Signals | undefined;

  constructor() {
    for (const signal of forwarded) process.on(signal, this.#onSignal);
  }

  /** Runs a command until it ends. Returns its exit code, as a shell does. */
  async run({ program, args, env }: Command): Promise<number> {
    try {
      this.#child = spawn(program, args, { stdio: "inherit", env, detached: this.#hasOwnGroup });
      return await codeOf(this.#child);
    } catch (error) {
      return failedStart(program, error as NodeJS.ErrnoException);
    } finally {
      this.#child = undefined;
    }
  }

  /** Restores the default effect of signals. */
  stop(): void {
    for (const signal of forwarded) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.received ??= signal;
    const pid = this.#child?.pid;
    if (pid === undefined) console.error(`exec: ${signal}: it ends when the platform has responded, to leave no key`);
    else if (!this.#isOnTerminal) send(this.#hasOwnGroup ? -pid : pid, signal);
    else if (signal === "SIGTERM") send(pid, signal);
  };
}

/** Sends a signal to a process or, by a negative id, to a group. It may have ended. */
function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The key must be deleted later, so this is no reason to end.
    if (code !== "ESRCH") console.error(`exec: the command cannot get ${signal}: ${message}`);
  }
}

/** The exit code of a process. Throws if it cannot be started. */
const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal ? codeOfSignal(signal) : (code ?? 1)));
  });

function failedStart(program: string, { code, message }: NodeJS.ErrnoException): number {
  const isAbsent = code === "ENOENT";
  const cause = isAbsent ? "there is no such program" : message;
  console.error(oneLine(`exec: cannot start ${JSON.stringify(program)}: ${cause}`));
  return isAbsent ? notFound : notExecutable;
}
