import type { ClientOptions } from "../../provider/api/call";
import { connectionFailures } from "../../provider/api/errors/connectionFailures";
import { ApiError, ConnectionError, isNotOffered } from "../../provider/api/errors/errors";
import type { Config } from "../../provider/config/config";
import type { Session } from "../../provider/engine/session";
import { npmName, version } from "../../provider/identity.js";
import { messageOf } from "../../provider/objects/messages/messages";
import type { OperationContext } from "../../provider/objects/operation";
import type { Dialed, HttpAnswer } from "./connection";
import type { Machine } from "./machine";
import type { StackConfiguration } from "./stack";

/** What the checks before have found out. */
export interface Facts {
  readonly machine: Machine;
  /** The settings that options give. */
  readonly explicit: Readonly<Record<string, string | undefined>>;
  /** The stack that was asked for by its name. */
  readonly stackName?: string | undefined;
  /** What the stack says of the provider; absent where no stack is known. */
  readonly stack?: StackConfiguration;
  /** With a stand-in for the key where there is none; then there is no session. */
  readonly config?: Config;
  readonly session?: Session;
  readonly dialed?: Dialed;
  /** What the path of the API group was answered. */
  readonly answer?: HttpAnswer;
  /** What the group offers: collections, and parts of them such as `projects/importvirtualcluster`. */
  readonly offered?: readonly string[];
  /** Who the platform takes the key for, as a refusal says. */
  readonly user?: string;
}

/** What a check found, and what later ones can use. */
export interface Finding {
  readonly lines: readonly Line[];
  readonly facts?: Partial<Facts>;
  /** Later checks can go on all the same. */
  readonly goesOn?: boolean;
}

/** One question. */
export interface Check {
  readonly name: string;
  /** What it looks at: the page of the command has the same words. */
  readonly looksAt: string;
  /** The checks without whose success there is nothing to ask. */
  readonly needs: readonly string[];
  readonly run: (facts: Facts) => Finding | Promise<Finding>;
}

/** How a check went; the worst one decides about the exit code. */
export type Status = "ok" | "warning" | "problem" | "skipped";

/** One thing that was looked at, as one line of the report. */
export interface Line {
  /** What of a check it is about, where that gives several lines: a setting, a kind and a verb. */
  readonly subject?: string;
  readonly status: Status;
  readonly message: string;
  /** What to do, where something is to be done. */
  readonly remedy?: string;
  /** The access key was refused, or there is none. */
  readonly isUnauthorized?: boolean;
}

/** What to do where only the message itself says what is wrong. */
export const mend = "Mend what the message names and run this again.";

/** All is well. */
export const ok = (message: string, subject?: string): Line => ({ status: "ok", message, ...(subject && { subject }) });

/** Something that works, but not as it should, or not for everything. */
export const warning = (message: string, remedy: string, subject?: string): Line => ({
  status: "warning",
  message,
  remedy,
  ...(subject && { subject }),
});

/** Something that keeps the provider from working. */
export const problem = (message: string, remedy: string, subject?: string): Line => ({
  status: "problem",
  message,
  remedy,
  ...(subject && { subject }),
});

/** Something that was not looked at. */
export const skipped = (message: string, subject?: string): Line => ({
  status: "skipped",
  message,
  ...(subject && { subject }),
});

/** The settings; a check that asks for them needs "settings". */
export function configOf({ config }: Facts): Config {
  if (config === undefined) throw new Error("There are no settings.");
  return config;
}

/** How to reach the platform. */
export const clientOptionsOf = (facts: Facts): ClientOptions => ({
  ...configOf(facts),
  userAgent: `${npmName}/${version}`,
  env: facts.machine.env,
});

function sessionOf({ session }: Facts): Session {
  if (session === undefined) throw new Error("There is no access key.");
  return session;
}

// Nothing that a stack made has this label, so a list that is narrowed to it holds nothing.
const nobody = { project: "", stack: "", type: "", name: "" };

/** What one question to the platform may use; its time begins now. */
export function contextOf(facts: Facts): OperationContext {
  const diagnostics = { warn: () => {}, inform: () => {}, status: () => {} };
  const timeout = facts.machine.timeoutMs / 1000;
  return sessionOf(facts).context({ kind: "read", owner: nobody, secrets: [], secretPaths: [], diagnostics, timeout });
}

/** What the platform says to a request that asks for a right, and could change nothing. */
export type Right =
  | { readonly kind: "granted" | "notOffered" | "refusedKey" }
  | { readonly kind: "denied"; readonly user: string | undefined }
  | { readonly kind: "unknown"; readonly why: string };

// Kubernetes looks at the right before anything else, so whoever hears these had it.
const afterwards: ReadonlySet<number> = new Set([400, 404, 409, 415, 422]);

/** Sends such a request. A right for named objects only is not seen by it, since it names none of them. */
export async function rightOf(question: () => Promise<unknown>): Promise<Right> {
  try {
    await question();
    return { kind: "granted" };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: "unknown", why: whyUnanswered(error) };
    if (error.status === 401) return { kind: "refusedKey" };
    const { status, message, serverMessage } = error;
    if (isWordOfOthers(error)) return { kind: "unknown", why: message };
    if (status === 403) return { kind: "denied", user: /User "([^"]{1,200})"/.exec(serverMessage)?.[1] };
    if (isNotOffered(error)) return { kind: "notOffered" };
    return afterwards.has(status) ? { kind: "granted" } : { kind: "unknown", why: message };
  }
}

/** The answer of a firewall or a proxy has another body than a platform's, and says nothing of rights. */
const isWordOfOthers = ({ status, reason, isFromElsewhere }: ApiError): boolean =>
  isFromElsewhere || (status === 403 && !reason);

/** Nobody can give a command more of an operation's time, as the provider's advice has it. */
function whyUnanswered(error: unknown): string {
  if (!(error instanceof ConnectionError) || error.kind !== "deadline") return messageOf(error);
  const { cause, remedy } = connectionFailures.timeout;
  return `${error.method} ${error.path}: ${cause}. ${remedy}`;
}
