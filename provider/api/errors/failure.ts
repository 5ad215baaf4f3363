import { envName, settingKey } from "../../identity.js";
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

const checkAddress = `Check that ${settingKey("baseUrl")} and ${settingKey("vendor")} are right.`;

/** Remedy for Pulumi commands only: other callers have no --parallel option. */
export const orLowerParallel = " or with a lower --parallel";

const serverRemedy = "Try again later; if it stays, look at the platform's logs.";

const accessKeyRemedy =
  `Set a valid one, preferably as ${envName("accessKey")}: a key in stack configuration is frozen into the provider's state, so ` +
  "refresh and destroy use the old one unless run with --run-program.";

const remedies: Readonly<Record<number, string>> = {
  403: "Give the access key's user this permission, or widen the key's scope.",
  404: checkAddress,
  405: checkAddress,
  408: serverRemedy,
  409: "The object exists already or was changed meanwhile: run pulumi refresh and try again.",
  413: "Make the object smaller.",
  422: "Correct what the message names and try again.",
  429: `The server limits requests: try again later${orLowerParallel}.`,
  499: serverRemedy,
};

const otherObjectRemedy =
  "That does not name the object that was asked for, so it does not say that this one is gone. Look at the platform's logs, and " +
  `check where ${settingKey("baseUrl")} leads.`;

/** The remedy for an error response; `keyRemedy` replaces the one for a rejected access key. */
export const errorRemedy = (
  status: number,
  reason: string | undefined,
  target?: NotFoundTarget,
  keyRemedy: string = accessKeyRemedy,
): string => {
  if (target === "other") return otherObjectRemedy;
  if (status === 401) return `The access key was refused: it may be wrong, disabled or expired. ${keyRemedy}`;
  if (reason === invalidResponse || (status >= 300 && status < 400)) return checkAddress;
  return remedies[status] ?? (status >= 500 ? serverRemedy : "Correct the request the message names and try again.");
};
