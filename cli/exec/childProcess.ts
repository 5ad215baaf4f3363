import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

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
 * Runs commands and forwards signals, each once. On a terminal, the kernel already sends SIGINT and
 * SIGHUP to the whole process group. Elsewhere, the command has a process group of its own.
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
    const child = spawn(program, args, { stdio: "inherit", env, detached: this.#hasOwnGroup });
    this.#child = child;
    return new Promise<number>((resolve) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        // A failed kill also emits this event.
        if (child.pid === undefined) resolve(failedStart(program, error));
      });
      child.once("exit", (code, signal) => resolve(signal ? codeOfSignal(signal) : (code ?? 1)));
    }).finally(() => {
      this.#child = undefined;
    });
  }

  /** Restores the default effect of signals. */
  stop(): void {
    for (const signal of forwarded) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.received ??= signal;
    const pid = this.#child?.pid;
    if (pid === undefined || (this.#isOnTerminal && signal !== "SIGTERM")) return;
    if (this.#hasOwnGroup) signalGroup(pid, signal);
    else this.#child?.kill(signal);
  };
}

/** Sends a signal to a process group, which may have ended. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function failedStart(program: string, { code, message }: NodeJS.ErrnoException): number {
  const isAbsent = code === "ENOENT";
  console.error(`exec: cannot start ${JSON.stringify(program)}: ${isAbsent ? "there is no such program" : message}`);
  return isAbsent ? notFound : notExecutable;
}
