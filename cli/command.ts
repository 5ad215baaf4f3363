import type { ParseArgsConfig } from "node:util";

/** The options of a command in the form that node:util parseArgs takes, with a sentence for each. */
export type CommandOptions = Record<
  string,
  NonNullable<ParseArgsConfig["options"]>[string] & { help: string; value?: string }
>;

/** Values as parseArgs returns them. */
export type CommandValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A subcommand: what it is for, its options, and what it does. */
export interface Command {
  name: string;
  summary: string;
  options: CommandOptions;
  /** What each exit code means, beside a mistake in the call. */
  exitCodes: Readonly<Record<number, string>>;
  /** Exit code when it is called in a wrong way, where 2 means something else. */
  usageExitCode?: number;
  /** Exit code of an error other than a mistake in the call, where not all of them end with 1. */
  failureExitCode?: (error: unknown) => number;
  /** Runs to the end and returns the exit code. */
  run: (values: CommandValues) => Promise<number>;
}

/** The exit code of a mistake in the call, of commands to which it means nothing else. */
export const usageExitCode = 2;

/** A mistake in how the program was called: it is told with where to read on, and the exit code is 2 or the one of the command. */
export class UsageError extends Error {}
