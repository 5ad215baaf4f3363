import type { ClientOptions, Config, Context, Session } from "../../provider/cliFacade";
import { npmName, version } from "../../provider/packageNames.js";
import { readContext } from "../readContext";
import type { HttpResponse } from "./connection";
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
  /** Response to a GET of the API group. */
  readonly response?: HttpResponse;
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

/** A check of `doctor`. */
export interface Check {
  readonly name: string;
  /** Description, the same as in the table of docs/doctor.md. */
  readonly looksAt: string;
  /** Checks that must succeed first. */
  readonly needs: readonly string[];
  readonly run: (facts: Facts) => Result | Promise<Result>;
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
export function warning(message: string, remedy: string, subject?: string): Line {
  return { status: "warning", message, remedy, subject };
}

/** An error: the provider does not work. */
export function problem(message: string, remedy: string, subject?: string): Line {
  return { status: "problem", message, remedy, subject };
}

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
