import {
  type ClientOptions,
  type Config,
  ConnectionError,
  type Context,
  connectionTexts,
  messageOf,
  type Session,
} from "../../provider/cliFacade";
import { npmName, version } from "../../provider/packageNames.js";
import { readContext } from "../readContext";
import type { Machine } from "./machine";
import type { StackConfiguration } from "./stack";

/** What earlier checks found out. */
export interface Facts {
  readonly machine: Machine;
  /** Settings from options. */
  readonly explicit: Readonly<Record<string, string | undefined>>;
  /** Value of --stack. */
  readonly stackName?: string | undefined;
  /** Settings of the stack; absent if no stack is known. */
  readonly stack?: StackConfiguration;
  /** With a placeholder if there is no access key; then there is no session. */
  readonly config?: Config;
  readonly session?: Session;
  /** Resources of the API group, with subresources such as `projects/importvirtualcluster`. */
  readonly offered?: readonly string[];
  /** User of the access key, as quoted by a 403. */
  readonly user?: string;
}

/** Result of a check, with facts for later ones. */
export interface Finding {
  readonly lines: readonly Line[];
  readonly facts?: Partial<Facts>;
  /** Whether later checks run although this one did not succeed. */
  readonly continues?: boolean;
}

/** Lines, or lines with more. */
export type Result = Line | readonly Line[] | Finding;

/** Result of a line; the worst one decides the exit code. */
export type Status = "ok" | "warning" | "problem" | "skipped";

/** A line of the report. */
export interface Line {
  /** Distinguishes the lines of a check: a setting, a kind and a verb. */
  readonly subject?: string | undefined;
  readonly status: Status;
  readonly message: string;
  readonly remedy?: string;
  /** Whether the access key was refused or is missing. */
  readonly isUnauthorized?: boolean;
}

/** Remedy of a message that names its cause. */
export const namedCauseRemedy = "Mend what the message names and run this again.";

/** A check that succeeded. */
export const ok = (message: string, subject?: string): Line => ({ status: "ok", message, subject });

/** A limitation: the provider works without it. */
export const warning = (message: string, remedy: string, subject?: string): Line => ({
  status: "warning",
  message,
  remedy,
  subject,
});

/** An error: the provider does not work. */
export const problem = (message: string, remedy: string, subject?: string): Line => ({
  ...warning(message, remedy, subject),
  status: "problem",
});

/** A check that did not run. */
export const skipped = (message: string, subject?: string): Line => ({ status: "skipped", message, subject });

/** The settings; a check that uses them needs "settings". */
export function configOf({ config }: Facts): Config {
  if (config === undefined) throw new Error("There are no settings.");
  return config;
}

/** Connection options of the platform. */
export const clientOptionsOf = (facts: Facts): ClientOptions => ({
  ...configOf(facts),
  userAgent: `${npmName}/${version}`,
  env: facts.machine.env,
});

/** Context of one request. Its deadline starts now. */
export function contextOf({ session, machine }: Facts): Context {
  if (session === undefined) throw new Error("There is no access key.");
  return readContext(session, { timeout: machine.timeoutMs / 1000 });
}

/**
 * The message of a failed request, with its remedy. The provider's advice about a deadline names
 * customTimeouts, which a command does not have.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof ConnectionError) || error.failure !== "deadline") return messageOf(error);
  const { text, remedy } = connectionTexts.timeout;
  return `${error.method} ${error.path}: ${text}. ${remedy}`;
}
