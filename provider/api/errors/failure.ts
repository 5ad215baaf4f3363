import { message } from "../../messages/message.js";
import { checkAddress, refusalMessages, statusMessages } from "../../messages/statuses.js";
import { singularForms } from "../input/apiObject.js";

/** One entry of a Status' details.causes. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** An error response, unredacted. */
export interface Failure {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly message: string;
  /** The object that the response names: its kind or plural, and its name. */
  readonly details?: { readonly kind?: string | undefined; readonly name?: string | undefined } | undefined;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number | undefined;
  readonly uid?: string | undefined;
  /** The response is not from this API: a proxy or another server sent it. */
  readonly isForeign?: boolean;
}

/** Which object a NotFound response is about. */
export type NotFoundTarget = "requested" | "other";

// An unknown kind. If it counted as "gone", a refresh would drop whole stacks.
const unknownKind = /could not find the requested resource/;

/** The object that a response reports as missing; undefined for other errors, as a proxy's 404. */
export function notFoundTarget(path: string, failure: Failure): NotFoundTarget | undefined {
  const { status, reason, message } = failure;
  if (status !== 404 || reason !== "NotFound" || unknownKind.test(message)) return undefined;
  const isObjectPath = path.split("/").length % 2 === 0;
  return !isObjectPath || namesPathObject(path, failure) ? "requested" : "other";
}

// The message of Kubernetes, for example: spacetemplates.management.loft.sh "dev" not found
const notFoundMessage = /^(?<kind>[^\s".]{1,253})\S{0,253} "(?<name>[^"]{0,253})" not found$/;

// Whether the details or the message name the object at this path, or its namespace.
// A server also sends 404 if a dependency is missing, such as the object's cluster.
function namesPathObject(path: string, { message, details }: Failure): boolean {
  const { kind, name } = details?.kind && details.name ? details : { ...notFoundMessage.exec(message)?.groups };
  if (!kind || name === undefined) return false;
  return path
    .split("/")
    .some((step, at, steps) => at % 2 === 1 && step === name && isSameKind(`${steps[at - 1]}`, kind));
}

/** Ignores the API group, because a platform may store the object in another group. */
function isSameKind(plural: string, kind: string): boolean {
  const plain = kind.toLowerCase().replace(/\..*/s, "");
  const forms = [plural, ...singularForms(plural)];
  // A platform stores an OwnedAccessKey as an AccessKey.
  return [...forms, ...forms.map((form) => form.replace(/^owned/, ""))].includes(plain);
}

/** The reason of a response that is not valid in this API, even if its status is 200. */
export const invalidResponse = "InvalidAnswer";

/** The remedy for an error response; `keyRemedy` replaces the one for a rejected access key. */
export function errorRemedy(
  status: number,
  reason: string | undefined,
  target?: NotFoundTarget,
  keyRemedy?: string,
): string {
  const { keyRefused, anotherMissing } = refusalMessages;
  if (target === "other") return message(anotherMissing);
  if (status === 401) return `${keyRefused.text} ${keyRemedy ?? keyRefused.remedy}`;
  if (reason === invalidResponse || (status >= 300 && status < 400)) return checkAddress;
  const known: Readonly<Record<number, { readonly remedy: string }>> = statusMessages;
  return (known[status] ?? statusMessages[status >= 500 ? "server" : "other"]).remedy;
}
