import { answerMessages } from "../../messages/answers.js";
import { message } from "../../messages/message.js";
import type { Call } from "../call.js";
import { ApiError, type Subject } from "../errors/errors.js";
import { type Cause, type Failure, invalidAnswer } from "../errors/failure.js";
import { redirectHost, type Secrets } from "../output/secrets.js";
import { parseRetryAfter } from "../transport/retry.js";
import { parameterProblem } from "../transport/urls.js";
import { type ApiObject, type Identity, identityProblem, isObject, objectProblem } from "./apiObject.js";
import { keepText } from "./exactNumbers.js";
import { parseJson, readJson } from "./foreignJson.js";

/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** It was no UTF-8, so the text has lost bytes and must not be written back. */
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

const header = ({ headers }: Answer, name: string): string | undefined => [headers[name]].flat()[0];

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The error that an answer with a status of 300 or more is. */
export function errorFrom(answer: Answer, { subject, secrets }: Asked, now: number): ApiError {
  const { status } = answer;
  const said =
    status < 400 ? { message: redirection(answer, secrets) } : (statusIn(answer) ?? foreignError(answer, secrets));
  const retryAfterSeconds = parseRetryAfter(header(answer, "retry-after"), now) ?? said.retryAfterSeconds;
  return new ApiError(subject, { ...said, status, retryAfterSeconds }, secrets);
}

type Said = Omit<Failure, "status">;

/** What a Status says; undefined for any other body. */
function statusIn(answer: Answer): Said | undefined {
  const body = packing(answer) === undefined ? parseJson(answer.text) : undefined;
  if (!isObject(body) || body.kind !== "Status") return undefined;
  const { causes, retryAfterSeconds: seconds, uid, kind, name } = isObject(body.details) ? body.details : {};
  return {
    reason: text(body.reason),
    message: text(body.message) || answerMessages.noMessage.text,
    causes: Array.isArray(causes) ? causes.filter(isObject).map(causeOf) : [],
    retryAfterSeconds: typeof seconds === "number" && seconds >= 0 ? seconds : undefined,
    uid: text(uid),
    about: { kind: text(kind), name: text(name) },
  };
}

const causeOf = ({ field, reason, message }: Record<string, unknown>): Cause => ({
  field: text(field) ?? "",
  reason: text(reason) ?? "",
  message: text(message) ?? "",
});

function redirection(answer: Answer, secrets: Secrets): string {
  const host = redirectHost(header(answer, "location") ?? "", secrets);
  return message(answerMessages.redirect, { target: host ? ` to ${host}` : "" });
}

function foreignError(answer: Answer, secrets: Secrets): Said {
  const body = answer.text.trim();
  const start = secrets.present(body, "server", longestExcerpt);
  const { nothing, notAStatus } = answerMessages;
  const shown = start === "" ? nothing.text : message(notAStatus, { start: JSON.stringify(start) });
  return { message: foreign(answer) ?? shown, isFromElsewhere: body !== unknownPath };
}

/** An encoding that could not be undone. */
function packing({ headers }: Answer): string | undefined {
  const encoding = [headers["content-encoding"] ?? "identity"].flat().join(", ");
  if (encoding.toLowerCase() === "identity") return undefined;
  return message(answerMessages.encoding, { encoding: JSON.stringify(encoding) });
}

/** Why a body is no JSON of this API, if its beginning tells. */
const foreign = (answer: Answer): string | undefined =>
  packing(answer) ?? (/^\s*</.test(answer.text) ? answerMessages.html.text : undefined);

// What a list of metadata only holds, whatever the objects are.
const onlyMetadata = "PartialObjectMetadata";

/** Kubernetes' tokens hold a name and a version, and fit into a URL. */
export const longestToken = 4096;

/** A Go server may write an absent part as null. */
const withoutNullParts = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** Reads a good answer, passes each object on to the call, and refuses what is not of this API. */
export class AnswerReader {
  readonly #answer: Answer;
  readonly #asked: Asked;
  readonly #call: Call;

  constructor(answer: Answer, asked: Asked, call: Call) {
    this.#answer = answer;
    this.#asked = asked;
    this.#call = call;
  }

  /** One object that the platform has; `name` is what it must be called, where that is known. */
  object(name: string | undefined): ApiObject {
    const object = this.#checked(this.#body(), { collection: this.#path.slice(0, -1), name });
    // A state that took it would forget which object is its own, and with it whom a delete may hit.
    if (!object.metadata.uid) throw this.#refused(answerMessages.noUid.text);
    keepText(object, this.#answer.text);
    return object;
  }

  /** What a create answered. The import's answer is nowhere described, so it may be empty. */
  created(name: string | undefined): ApiObject {
    if (this.#isEmpty) return { metadata: {} };
    const body = this.#body();
    if (body.metadata === undefined || body.kind === "Status") return this.#heard({ ...body, metadata: {} });
    return this.#checked(body, { name });
  }

  /** What a delete answered: the object while finalizers hold it, else undefined. */
  deleted(): ApiObject | undefined {
    const body = this.#isEmpty ? { kind: "Status" } : this.#body();
    return body.kind === "Status" ? undefined : this.#checked(body, { collection: this.#path.slice(0, -1) });
  }

  /** The page of a list to which a token led. Items may have their list's apiVersion and kind. */
  page(token: string | undefined): Page {
    const { apiVersion, kind, metadata, items } = this.#body();
    // An empty list of a Go server can be null. An object without the member is no list at all.
    const listed = items === null ? [] : items;
    const isList = kind === undefined || text(kind)?.endsWith("List");
    if (!isList || !Array.isArray(listed) || !isObject(metadata)) throw this.#refused(answerMessages.noList.text);
    const common = { apiVersion, kind: text(kind)?.replace(/List$/, "") };
    const objects = listed.map((item) => this.#listed(common, item));
    const continueToken = this.#token(metadata.continue ?? "");
    if (token && continueToken === token) throw this.#refused(answerMessages.samePage.text);
    return { items: objects, continueToken, length: this.#answer.text.length };
  }

  #refused(message: string): ApiError {
    const { subject, secrets } = this.#asked;
    return new ApiError(subject, { status: this.#answer.status, reason: invalidAnswer, message }, secrets);
  }

  get #path(): string[] {
    return this.#asked.subject.path.split("/");
  }

  get #isEmpty(): boolean {
    return this.#answer.text.trim() === "";
  }

  #body(): Record<string, unknown> {
    const problem = foreign(this.#answer);
    if (problem !== undefined) throw this.#refused(problem);
    if (this.#answer.isGarbled) throw this.#refused(answerMessages.noUtf8.text);
    const parsed = readJson(this.#answer.text);
    if ("problem" in parsed) throw this.#refused(`answered ${parsed.problem}`);
    if (isObject(parsed.value)) return parsed.value;
    throw this.#refused(answerMessages.noObject.text);
  }

  /** Refuses what is no object, or another one than was asked for; a collection tells the kind. */
  #checked(body: Record<string, unknown>, expected: Omit<Identity, "apiVersion">): ApiObject {
    const problem = objectProblem(body);
    if (problem !== undefined) throw this.#refused(`answered ${problem}`);
    const another = identityProblem(body, { apiVersion: this.#asked.apiVersion, ...expected });
    if (another !== undefined) throw this.#refused(another);
    return this.#heard(withoutNullParts(body) as ApiObject);
  }

  #heard(object: ApiObject): ApiObject {
    const problem = this.#call.problemWith?.(object);
    if (problem !== undefined) throw this.#refused(`answered ${problem}`);
    this.#call.onObject?.(object);
    return object;
  }

  #listed(common: object, item: unknown): ApiObject {
    if (!isObject(item)) throw this.#refused(answerMessages.otherItems.text);
    const object = { ...common, ...withoutNullParts(item) } as ApiObject;
    const identity = object.kind === onlyMetadata ? { ...object, apiVersion: undefined, kind: undefined } : object;
    if (this.#checked(identity, { collection: this.#path }).metadata.name) return object;
    throw this.#refused(answerMessages.namelessItem.text);
  }

  /** What leads to the next page; a bad one must not pass for the end of the list. */
  #token(token: unknown): string {
    const isShort = typeof token === "string" && token.length <= longestToken;
    if (!isShort) throw this.#refused(message(answerMessages.longToken, { characters: longestToken }));
    if (parameterProblem(token)) throw this.#refused(answerMessages.badToken.text);
    return token;
  }
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
