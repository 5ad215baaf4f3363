import { type ApiObject, identityProblem, isObject, objectProblem } from "./apiObject.js";
import { ApiError, type Subject } from "./errors.js";
import { keepText } from "./exactNumbers.js";
import { type Cause, invalidAnswer } from "./failure.js";
import { parseJson, readJson } from "./foreignJson.js";
import { redirectHost, type Secrets } from "./output/secrets.js";
import { parseRetryAfter } from "./retry.js";
import { parameterProblem } from "./urls.js";

/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** It was no UTF-8, so the text holds U+FFFD where other bytes were: whoever wrote that back would change what others wrote. */
  readonly isGarbled: boolean;
}

/** What is known about the request that an answer belongs to. */
export interface Asked {
  readonly subject: Subject;
  readonly secrets: Secrets;
  /** What all objects here have. */
  readonly apiVersion: string;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly ApiObject[];
  readonly continueToken: string;
  /** How long the text was that it was read from. */
  readonly length: number;
}

// The one error that a Kubernetes server has no Status for: a path that it does not know.
const unknownPath = "404 page not found";

const longestExcerpt = 200;
const longestWarning = 2000;

const header = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The error that an answer with a status of 300 or more is. */
export function errorFrom(answer: Answer, { subject, secrets }: Asked, now: number): ApiError {
  const body = packing(answer) === undefined ? parseJson(answer.text) : undefined;
  const waitHeader = parseRetryAfter(header(answer, "retry-after"), now);
  if (answer.status < 400)
    return new ApiError(subject, { status: answer.status, message: redirection(answer, secrets) }, secrets);
  if (!isObject(body) || body.kind !== "Status") {
    const [message, isFromElsewhere] = [notJson(answer, secrets), answer.text.trim() !== unknownPath];
    const failure = { status: answer.status, message, retryAfterSeconds: waitHeader, isFromElsewhere };
    return new ApiError(subject, failure, secrets);
  }
  const details = isObject(body.details) ? body.details : {};
  const failure = {
    status: answer.status,
    reason: text(body.reason),
    message: text(body.message) || "the server gave no message",
    causes: causesOf(details.causes),
    retryAfterSeconds: waitHeader ?? secondsIn(details.retryAfterSeconds),
    uid: text(details.uid),
    about: { kind: text(details.kind), name: text(details.name) },
  };
  return new ApiError(subject, failure, secrets);
}

const secondsIn = (value: unknown): number | undefined => (typeof value === "number" && value >= 0 ? value : undefined);

const causesOf = (causes: unknown): Cause[] => (Array.isArray(causes) ? causes.filter(isObject).map(causeOf) : []);

const causeOf = ({ field, reason, message }: Record<string, unknown>): Cause => ({
  field: text(field) ?? "",
  reason: text(reason) ?? "",
  message: text(message) ?? "",
});

function redirection(answer: Answer, secrets: Secrets): string {
  const host = redirectHost(header(answer, "location") ?? "", secrets);
  return `answered a redirect${host ? ` to ${host}` : ""}, which is not followed with an access key`;
}

function notJson(answer: Answer, secrets: Secrets): string {
  const problem = foreign(answer);
  if (problem !== undefined) return problem;
  const start = secrets.present(answer.text.trim(), "server", longestExcerpt);
  return start === "" ? "answered nothing" : `answered ${JSON.stringify(start)}, not a Status: is the base URL right?`;
}

/** Refuses an answer that cannot be one of this API, whatever its status. */
export function refuse(answer: Answer, { subject, secrets }: Asked, message: string): ApiError {
  return new ApiError(subject, { status: answer.status, reason: invalidAnswer, message }, secrets);
}

/** An encoding that could not be undone. */
function packing({ headers }: Answer): string | undefined {
  const encoding = [headers["content-encoding"] ?? "identity"].flat().join(", ");
  if (encoding.toLowerCase() === "identity") return undefined;
  return `answered with Content-Encoding ${JSON.stringify(encoding)}, which cannot be read`;
}

/** Why a body is no JSON of this API, if its beginning tells. */
const foreign = (answer: Answer): string | undefined =>
  packing(answer) ?? (/^\s*</.test(answer.text) ? "answered HTML, not JSON: is the base URL right?" : undefined);

function bodyOf(answer: Answer, asked: Asked): Record<string, unknown> {
  const problem = foreign(answer);
  if (problem !== undefined) throw refuse(answer, asked, problem);
  if (answer.isGarbled) throw refuse(answer, asked, "answered bytes that are no UTF-8");
  const parsed = readJson(answer.text);
  if ("problem" in parsed) throw refuse(answer, asked, `answered ${parsed.problem}`);
  if (isObject(parsed.value)) return parsed.value;
  throw refuse(answer, asked, "answered JSON that is no object");
}

/** Reads one object that the platform has; `name` is what it must be called, where that is known. */
export function objectFrom(answer: Answer, asked: Asked, name: string | undefined): ApiObject {
  const object = namedObject(answer, asked, name);
  // A state that took it would forget which object is its own, and with it whom a delete may hit.
  if (!object.metadata.uid)
    throw refuse(answer, asked, "answered an object without a uid, which may be any of its name");
  keepText(object, answer.text);
  return object;
}

const namedObject = (answer: Answer, asked: Asked, name: string | undefined): ApiObject =>
  checkedObject(answer, asked, bodyOf(answer, asked), { collection: pathOf(asked).slice(0, -1), name });

const pathOf = ({ subject }: Asked): string[] => subject.path.split("/");

/** Refuses what is no object, or another one than was asked for; a collection tells the kind. */
function checkedObject(
  answer: Answer,
  asked: Asked,
  body: Record<string, unknown>,
  { collection, name }: { collection?: readonly string[]; name?: string | undefined },
): ApiObject {
  const problem = objectProblem(body);
  if (problem !== undefined) throw refuse(answer, asked, `answered ${problem}`);
  const identity = identityProblem(body, { apiVersion: asked.apiVersion, collection, name });
  if (identity !== undefined) throw refuse(answer, asked, identity);
  return withoutNullParts(body) as ApiObject;
}

/** A Go server may write an absent part as null. */
function withoutNullParts(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Reads what a create answered. The import's answer is nowhere described, so nothing at all is an empty object. */
export function createdFrom(answer: Answer, asked: Asked, name: string | undefined): ApiObject {
  if (answer.text.trim() === "") return { metadata: {} };
  const body = bodyOf(answer, asked);
  if (body.metadata === undefined || body.kind === "Status") return { ...body, metadata: {} };
  return checkedObject(answer, asked, body, { name });
}

/** Reads what a delete answered: the object while finalizers hold it, undefined for a Status or nothing. Nobody decides anything by it, so it may lack a uid. */
export function deletedFrom(answer: Answer, asked: Asked): ApiObject | undefined {
  if (answer.text.trim() === "") return undefined;
  return bodyOf(answer, asked).kind === "Status" ? undefined : namedObject(answer, asked, undefined);
}

/** Reads a page of a list; items of native types get the apiVersion and kind that only their list carries. */
export function pageFrom(answer: Answer, asked: Asked): Page {
  const body = bodyOf(answer, asked);
  // An empty list of a Go server can be null. An object without the member is no list at all.
  const items = body.items === null ? [] : body.items;
  const isList = body.kind === undefined || text(body.kind)?.endsWith("List");
  if (!isList || !Array.isArray(items) || !isObject(body.metadata)) throw refuse(answer, asked, "answered no list");
  const common = commonTo(body);
  const objects = items.map((item) => listedObject(answer, asked, common, item));
  return { items: objects, continueToken: tokenIn(answer, asked, body.metadata), length: answer.text.length };
}

/** What a list says of all its items. */
function commonTo({ apiVersion, kind }: Record<string, unknown>): Record<string, unknown> {
  return { apiVersion, kind: text(kind)?.replace(/List$/, "") };
}

// What a list of metadata only holds, whatever the objects are.
const onlyMetadata = "PartialObjectMetadata";

function listedObject(answer: Answer, asked: Asked, common: Record<string, unknown>, item: unknown): ApiObject {
  if (!isObject(item)) throw refuse(answer, asked, "answered a list of other things than objects");
  const object: Record<string, unknown> = { ...common, ...withoutNullParts(item) };
  const identity = object.kind === onlyMetadata ? { ...object, apiVersion: undefined, kind: undefined } : object;
  checkedObject(answer, asked, identity, { collection: pathOf(asked) });
  if (isObject(item.metadata) && item.metadata.name) return object as ApiObject;
  throw refuse(answer, asked, "answered a list with an object without a name");
}

/** Kubernetes' tokens hold a name and a version; this one goes into a URL, and a list remembers where it is. */
export const longestToken = 4096;

/** What leads to the next page. Taken for the end, what is none would hide the rest of the list. */
function tokenIn(answer: Answer, asked: Asked, metadata: Record<string, unknown>): string {
  const token = metadata.continue ?? "";
  const problem = "answered a list whose continue token is no text";
  const isShort = typeof token === "string" && token.length <= longestToken;
  if (!isShort) throw refuse(answer, asked, `${problem} of at most ${longestToken} characters`);
  if (parameterProblem(token)) throw refuse(answer, asked, `${problem} that a URL can hold`);
  return token;
}

/** The texts of an answer's Warning headers, unquoted, as they may be shown. */
export function warningsOf(answer: Answer, secrets: Secrets): string[] {
  const values = [answer.headers.warning ?? []].flat();
  return values.flatMap(warningTexts).map((warning) => secrets.present(warning, "server", longestWarning));
}

function warningTexts(value: string): string[] {
  const quoted = [...value.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)];
  return quoted.length > 0 ? quoted.map(([, warning]) => String(warning).replace(/\\(.)/g, "$1")) : [value];
}
