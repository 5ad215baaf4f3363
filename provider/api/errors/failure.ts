import { message } from "../../messages/message.js";
import { checkAddress, refusalMessages, statusMessages } from "../../messages/statuses.js";
import { singularsOf } from "../input/apiObject.js";

/** One entry of a Status' details.causes. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** What a server said went wrong, in its own words. */
export interface Failure {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly message: string;
  /** What it says that it is about: a kind or its plural, and a name. */
  readonly about?: { readonly kind?: string | undefined; readonly name?: string | undefined } | undefined;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number | undefined;
  readonly uid?: string | undefined;
  /** No server of this API puts it so: a proxy did, or another server. */
  readonly isFromElsewhere?: boolean;
}

/** What the API says is not there: what was asked for, or something else. */
export type Denial = "asked" | "another";

// Kubernetes' words for an unknown kind. Taken for "gone", they would drop whole stacks.
const aboutNoObject = /could not find the requested resource/;

/** What an answer about this path says is not there; undefined for others, as a proxy's 404. */
export function denialIn(path: string, said: Failure): Denial | undefined {
  if (said.status !== 404 || said.reason !== "NotFound" || aboutNoObject.test(said.message)) return undefined;
  const isOfObject = path.split("/").length % 2 === 0;
  return !isOfObject || isAbout(path, said) ? "asked" : "another";
}

// Kubernetes' own sentence, such as: spacetemplates.management.loft.sh "dev" not found
const statement = /^(?<kind>[^\s".]{1,253})\S{0,253} "(?<name>[^"]{0,253})" not found$/;

/**
 * Whether it names the object at this path, or its namespace, in the details or in Kubernetes' own
 * sentence. A server also answers 404 if it misses something else, such as the object's cluster.
 */
function isAbout(path: string, { message, about }: Failure): boolean {
  const { kind, name } = about?.kind && about.name ? about : { ...statement.exec(message)?.groups };
  if (!kind || name === undefined) return false;
  return path.split("/").some((step, at, steps) => at % 2 === 1 && step === name && fits(`${steps[at - 1]}`, kind));
}

/** Compared without a group, since a platform may store an object in another one. */
function fits(plural: string, kind: string): boolean {
  const plain = kind.toLowerCase().replace(/\..*/s, "");
  const forms = [plural, ...singularsOf(plural)];
  // It may keep an OwnedAccessKey as an AccessKey, too.
  return [...forms, ...forms.map((form) => form.replace(/^owned/, ""))].includes(plain);
}

/** The reason of an answer that is no answer of this API: its status may be 200. */
export const invalidAnswer = "InvalidAnswer";

/** What to do about an answer; `keyRemedy` is for a refused access key. */
export const remedyOf = (status: number, reason: string | undefined, denies?: Denial, keyRemedy?: string): string => {
  const { keyRefused, anotherMissing } = refusalMessages;
  if (denies === "another") return message(anotherMissing);
  if (status === 401) return `${keyRefused.text} ${keyRemedy ?? keyRefused.remedy}`;
  if (reason === invalidAnswer || (status >= 300 && status < 400)) return checkAddress;
  const known: Readonly<Record<number, { readonly remedy: string }>> = statusMessages;
  return (known[status] ?? statusMessages[status >= 500 ? "server" : "other"]).remedy;
};
