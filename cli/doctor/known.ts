import type { ClientOptions } from "../../provider/api/call";
import { ApiError, ConnectionError, isUnknownEndpoint } from "../../provider/api/errors/errors";
import type { Config } from "../../provider/config/config";
import type { Session } from "../../provider/engine/session";
import { npmName, version } from "../../provider/identity.js";
import { connectionMessages } from "../../provider/messages/connection";
import { messageOf } from "../../provider/objects/messages/messages";
import type { OperationContext } from "../../provider/objects/operation";
import type { Facts } from "./check";

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
    if (isUnknownEndpoint(error)) return { kind: "notOffered" };
    return afterwards.has(status) ? { kind: "granted" } : { kind: "unknown", why: message };
  }
}

/** The answer of a firewall or a proxy has another body than a platform's, and says nothing of rights. */
const isWordOfOthers = ({ status, reason, isForeign }: ApiError): boolean => isForeign || (status === 403 && !reason);

/** Nobody can give a command more of an operation's time, as the provider's advice has it. */
function whyUnanswered(error: unknown): string {
  if (!(error instanceof ConnectionError) || error.kind !== "deadline") return messageOf(error);
  const { text, remedy } = connectionMessages.timeout;
  return `${error.method} ${error.path}: ${text}. ${remedy}`;
}
