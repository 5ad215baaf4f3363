import { envName, settingKey } from "../../settingNames.js";
import { singularForms } from "../input/apiObject.js";

/** One entry of a Status' details.causes. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** An error response or an invalid response, unredacted. */
export interface Failure {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly message: string;
  /** The object that the response names: its kind or plural, and its name. */
  readonly details?: { readonly kind?: string | undefined; readonly name?: string | undefined } | undefined;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number | undefined;
  /** The response is not from this API: a proxy or another server sent it. */
  readonly isForeign?: boolean;
}

/** Which object a NotFound response is about. */
export type NotFoundTarget = "requested" | "other";

// The message for an unknown kind. A refresh must not treat its objects as deleted.
const unknownKind = /could not find the requested resource/;

/** The object that a NotFound is about. Undefined for other errors, such as an unknown endpoint. */
export function notFoundTarget(path: string, failure: Failure): NotFoundTarget | undefined {
  const { status, reason, message } = failure;
  if (status !== 404 || reason !== "NotFound" || unknownKind.test(message)) return undefined;
  return !hasObject(path) || namesPathObject(path, failure) ? "requested" : "other";
}

/** Whether a path names an object. If not (a create, an import), each NotFound is "requested". */
function hasObject(path: string): boolean {
  // Plurals and names alternate: an even path ends with a name. users/mia/accesskeys names mia.
  return path.split("/").length % 2 === 0 || /^(users|teams)\//.test(path);
}

// The message of Kubernetes, for example: spacetemplates.management.loft.sh "dev" not found
const notFoundMessage = /^(?<kind>[^\s".]{1,253})\S{0,253} "(?<name>[^"]{0,253})" not found$/;

// Whether the response names the object of this path, or its namespace. It names another one if a
// dependency is missing, such as the object's cluster.
function namesPathObject(path: string, { message, details }: Failure): boolean {
  const { kind, name } = details?.kind && details.name ? details : { ...notFoundMessage.exec(message)?.groups };
  if (!kind || name === undefined) return false;
  const segments = path.split("/");
  return segments.some((segment, at) => at % 2 === 1 && segment === name && isSameKind(String(segments[at - 1]), kind));
}

/** Whether a plural and a kind match. The API group is ignored: storage may use another one. */
function isSameKind(plural: string, kind: string): boolean {
  const kindWithoutGroup = kind.toLowerCase().replace(/\..*/s, "");
  const forms = [plural, ...singularForms(plural)];
  // A platform stores an OwnedAccessKey as an AccessKey.
  return [...forms, ...forms.map((form) => form.replace(/^owned/, ""))].includes(kindWithoutGroup);
}

/** The reason of a response that is not valid in this API, even if its status is 200. */
export const invalidResponse = "InvalidResponse";

/** The remedy for an error response. `ownKeyRemedy` replaces the default one of a 401. */
export function errorRemedy(
  { status, reason }: Failure,
  target: NotFoundTarget | undefined,
  ownKeyRemedy = keyRemedy,
): string {
  if (target === "other") return otherMissingRemedy;
  if (status === 401) return `The access key was refused: it may be wrong, disabled or expired. ${ownKeyRemedy}`;
  return reason === invalidResponse || (status >= 300 && status < 400) ? checkAddressRemedy : statusRemedy(status);
}

const otherMissingRemedy =
  "The response does not name this object, so it does not prove that the object is gone. " +
  `Look at the platform's logs, and check where ${settingKey("baseUrl")} leads.`;

/** Ends the remedy of a 429. doctor removes it: only Pulumi's commands have the option. */
export const lowerParallelHint = " or with a lower --parallel";

/** The remedy if something other than the platform seems to respond. */
const checkAddressRemedy = `Check that ${settingKey("baseUrl")} and ${settingKey("vendor")} are right.`;

/** The remedy for a refused access key. */
export const keyRemedy =
  `Set a valid one, preferably as ${envName("accessKey")}: a key in stack configuration is frozen into the ` +
  "provider's state, so refresh and destroy use the old one unless run with --run-program.";

/** The remedy for the refused access key of a Provider in the program. */
export const providerKeyRemedy =
  "It is the accessKey of a Provider in the program: set a valid one there. If it is the output of an OwnedAccessKey, " +
  "change the rotationTriggers of that key and run pulumi up. refresh and destroy use the key of the last pulumi up " +
  "unless run with --run-program.";

/** The remedy for a 400 that is not a Status, from an `http://` address. */
export const httpsRemedy = `If the port speaks TLS, set ${settingKey("baseUrl")} to https://.`;

const tryLaterRemedy = "Try again later; if the error persists, look at the platform's logs.";

const remedies: Readonly<Record<number, string>> = {
  403: "Give the access key's user this permission, or widen the key's scope.",
  404: checkAddressRemedy,
  405: checkAddressRemedy,
  408: tryLaterRemedy,
  409: "The object exists already or was changed meanwhile: run pulumi refresh and try again.",
  413: "Make the object smaller.",
  415: `${checkAddressRemedy} A proxy in between must keep the header Content-Type.`,
  429: `The server limits requests: try again later${lowerParallelHint}.`,
  499: tryLaterRemedy,
};

/** The remedy for a status, if nothing else is known. */
const statusRemedy = (status: number): string =>
  remedies[status] ?? (status >= 500 ? tryLaterRemedy : "Correct what the message names and try again.");
