import { type ApiObject, isObject } from "./apiObject.js";
import { ApiError, type Cause, invalidAnswer, type Subject } from "./errors.js";
import { presentable } from "./presentable.js";
import { redirectHost } from "./redirectHost.js";
import { parseRetryAfter } from "./retry.js";

/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** What is known about the request that an answer belongs to. */
export interface Asked {
  readonly subject: Subject;
  readonly secrets: readonly string[];
}

/** One page of a list. */
export interface Page {
  readonly items: readonly ApiObject[];
  readonly continueToken: string;
}

const longestExcerpt = 200;
const longestWarning = 2000;

const header = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Parses JSON; a key `__proto__`, which could change what objects are, is dropped. Undefined for broken JSON. */
export function parseJson(text: string): unknown {
  // The reviver is slow, so only where the key, plain or escaped, can be.
  const reviver = /__proto__|\\u00[567]/i.test(text) ? dropProto : undefined;
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

const dropProto = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The error that an answer with a status of 300 or more is. */
export function errorFrom(answer: Answer, { subject, secrets }: Asked, now: number): ApiError {
  const body = parseJson(answer.text);
  const waitHeader = parseRetryAfter(header(answer, "retry-after"), now);
  if (answer.status < 400)
    return new ApiError(subject, { status: answer.status, message: redirection(answer, secrets) }, secrets);
  if (!isObject(body) || body.kind !== "Status") {
    const message = notJson(answer, secrets);
    return new ApiError(subject, { status: answer.status, message, retryAfterSeconds: waitHeader }, secrets);
  }
  const details = isObject(body.details) ? body.details : {};
  const failure = {
    status: answer.status,
    reason: text(body.reason),
    message: text(body.message) || "the server gave no message",
    causes: causesOf(details.causes),
    retryAfterSeconds:
      waitHeader ?? (typeof details.retryAfterSeconds === "number" ? details.retryAfterSeconds : undefined),
    uid: text(details.uid),
  };
  return new ApiError(subject, failure, secrets);
}

const causesOf = (causes: unknown): Cause[] =>
  (Array.isArray(causes) ? causes : []).filter(isObject).map((cause) => ({
    field: text(cause.field) ?? "",
    reason: text(cause.reason) ?? "",
    message: text(cause.message) ?? "",
  }));

function redirection(answer: Answer, secrets: readonly string[]): string {
  const host = redirectHost(header(answer, "location") ?? "", secrets);
  return `answered a redirect${host ? ` to ${host}` : ""}, which is not followed with an access key`;
}

function notJson(answer: Answer, secrets: readonly string[]): string {
  const start = answer.text.trimStart();
  if (start === "") return "answered nothing";
  if (start.startsWith("<")) return "answered HTML, not JSON: is the base URL right?";
  return `answered ${JSON.stringify(presentable(start, secrets, longestExcerpt).trimEnd())}, not a Status: is the base URL right?`;
}

/** Refuses an answer that cannot be one of this API, whatever its status. */
export function refuse(answer: Answer, { subject, secrets }: Asked, message: string): ApiError {
  return new ApiError(subject, { status: answer.status, reason: invalidAnswer, message }, secrets);
}

function bodyOf(answer: Answer, asked: Asked): Record<string, unknown> {
  const body = parseJson(answer.text);
  if (isObject(body)) return body;
  if (/^\s*</.test(answer.text)) throw refuse(answer, asked, "answered HTML, not JSON: is the base URL right?");
  throw refuse(answer, asked, body === undefined ? "answered no JSON" : "answered JSON that is no object");
}

/** Reads one object; `name` is what it must be called, where that is known. */
export function objectFrom(answer: Answer, asked: Asked, name: string | undefined): ApiObject {
  const body = bodyOf(answer, asked);
  if (!isObject(body.metadata)) throw refuse(answer, asked, "answered an object without metadata");
  const answered = body.metadata.name;
  if (name !== undefined && answered !== name) {
    throw refuse(
      answer,
      asked,
      `asked for ${JSON.stringify(name)}, but answered ${JSON.stringify(answered) ?? "nothing"}`,
    );
  }
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
  return objectFrom(answer, asked, name);
}

/** Reads what a delete answered: the object while finalizers hold it, undefined for a Status or nothing. */
export function deletedFrom(answer: Answer, asked: Asked): ApiObject | undefined {
  if (answer.text.trim() === "") return undefined;
  return bodyOf(answer, asked).kind === "Status" ? undefined : objectFrom(answer, asked, undefined);
}

/** Reads a page of a list; items of native types get the apiVersion and kind that only their list carries. */
export function pageFrom(answer: Answer, asked: Asked): Page {
  const body = bodyOf(answer, asked);
  // An empty list of a Go server can be null. An object without the member is no list at all.
  const items = body.items === null ? [] : body.items;
  if (!Array.isArray(items) || !isObject(body.metadata)) throw refuse(answer, asked, "answered no list");
  const kind = text(body.kind)?.replace(/List$/, "");
  const objects = items.map((item) => {
    if (!isObject(item) || !isObject(item.metadata))
      throw refuse(answer, asked, "answered a list of other things than objects");
    if (typeof item.metadata.name !== "string")
      throw refuse(answer, asked, "answered a list with an object without a name");
    return { apiVersion: body.apiVersion, kind, ...withoutNullParts(item) } as ApiObject;
  });
  return { items: objects, continueToken: text(body.metadata.continue) ?? "" };
}

/** The texts of an answer's Warning headers, unquoted, as they may be shown. */
export function warningsOf(answer: Answer, secrets: readonly string[]): string[] {
  const values = [answer.headers.warning ?? []].flat();
  return values.flatMap((value) => warningTexts(value)).map((warning) => presentable(warning, secrets, longestWarning));
}

function warningTexts(value: string): string[] {
  const quoted = [...value.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? "");
  return quoted.length > 0 ? quoted.map((warning) => warning.replace(/\\(.)/g, "$1")) : [value];
}
