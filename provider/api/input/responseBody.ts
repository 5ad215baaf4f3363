import type { Call } from "../call.js";
import { ApiError, type Subject } from "../errors/errors.js";
import { type Cause, type Failure, invalidResponse } from "../errors/failure.js";
import { redirectHost, type Secrets } from "../output/redaction.js";
import { parseRetryAfter } from "../transport/retry.js";
import { parameterProblem } from "../transport/urls.js";
import { type ApiObject, apiObjectProblem, type ExpectedIdentity, identityProblem, isObject } from "./apiObject.js";
import { maxTokenLength } from "./sizeLimits.js";
import { parseJson, readJson } from "./untrustedJson.js";

/** A complete HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Whether the body is not UTF-8: `text` then differs from it, and must not be written back. */
  readonly isGarbled: boolean;
}

/** The request that a response belongs to. */
export interface RequestContext {
  readonly subject: Subject;
  readonly secrets: Secrets;
  /** The apiVersion of all objects of this client. */
  readonly apiVersion: string;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly ApiObject[];
  readonly continueToken: string;
  /** Number of characters of the response body. */
  readonly characters: number;
}

// Kubernetes answers an unknown path with this text instead of a Status.
const unknownPath = "404 page not found";

const maxExcerptLength = 200;
const maxWarningLength = 2000;

const header = ({ headers }: HttpResponse, name: string): string | undefined => [headers[name]].flat()[0];

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The error for a response with a status of 300 or more. */
export function toApiError(response: HttpResponse, { subject, secrets }: RequestContext, now: number): ApiError {
  const { status } = response;
  const details =
    status < 400 ? redirectDetails(response, secrets) : (statusDetails(response) ?? foreignDetails(response, secrets));
  const retryAfterSeconds = parseRetryAfter(header(response, "retry-after"), now) ?? details.retryAfterSeconds;
  return new ApiError(subject, { ...details, status, retryAfterSeconds }, secrets);
}

type ErrorDetails = Omit<Failure, "status">;

/** The details of a Status; undefined for any other body. */
function statusDetails(response: HttpResponse): ErrorDetails | undefined {
  const body = encodingProblem(response) === undefined ? parseJson(response.text) : undefined;
  if (!isObject(body) || body.kind !== "Status") return undefined;
  const { causes, retryAfterSeconds: seconds, kind, name } = isObject(body.details) ? body.details : {};
  return {
    reason: asText(body.reason),
    message: asText(body.message) || "the server gave no message",
    causes: Array.isArray(causes) ? causes.filter(isObject).map(toCause) : [],
    retryAfterSeconds: typeof seconds === "number" && seconds >= 0 ? seconds : undefined,
    details: { kind: asText(kind), name: asText(name) },
  };
}

const toCause = ({ field, reason, message }: Record<string, unknown>): Cause => ({
  field: asText(field) ?? "",
  reason: asText(reason) ?? "",
  message: asText(message) ?? "",
});

function redirectDetails(response: HttpResponse, secrets: Secrets): ErrorDetails {
  const host = redirectHost(header(response, "location") ?? "", secrets);
  return { message: `returned a redirect${host ? ` to ${host}` : ""}, which is not followed with an access key` };
}

function foreignDetails(response: HttpResponse, secrets: Secrets): ErrorDetails {
  const body = response.text.trim();
  const start = secrets.redact(body, "server", maxExcerptLength);
  const shown =
    start === "" ? "returned nothing" : `returned ${JSON.stringify(start)}, not a Status: is the base URL right?`;
  return { message: formatProblem(response) ?? shown, isForeign: body !== unknownPath };
}

/** Why a body could not be decoded. exchange() removes the header of a decoded one. */
function encodingProblem({ headers }: HttpResponse): string | undefined {
  const encoding = [headers["content-encoding"] ?? "identity"].flat().join(", ");
  if (encoding.toLowerCase() === "identity") return undefined;
  return `returned Content-Encoding ${JSON.stringify(encoding)}, which cannot be read`;
}

/** Why a body is not JSON of this API, if its beginning or its encoding shows it. */
const formatProblem = (response: HttpResponse): string | undefined =>
  encodingProblem(response) ??
  (/^\s*</.test(response.text) ? "returned HTML, not JSON: is the base URL right?" : undefined);

// The kind of the items of a metadata-only list.
const partialObjectKind = "PartialObjectMetadata";

const notAList = "returned something other than a list";

/** Drops null members: a Go server may write an absent field as null. */
const omitNulls = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** Reads a successful response, and rejects one that is not valid in this API. */
export class ResponseReader {
  readonly #response: HttpResponse;
  readonly #context: RequestContext;
  readonly #call: Call;

  constructor(response: HttpResponse, context: RequestContext, call: Call) {
    this.#response = response;
    this.#context = context;
    this.#call = call;
  }

  /** A stored object; `name` is its expected name, if known. */
  object(name: string | undefined): ApiObject {
    const object = this.#validObject(this.#body(), { collection: this.#path.slice(0, -1), name });
    // State without a uid could not guard a delete against another object of the same name.
    if (!object.metadata.uid)
      throw this.#invalid("returned an object without a uid: it may be another one with that name");
    return object;
  }

  /**
   * A response that need not be a stored object, such as that to a create. Empty is valid: the
   * specification does not define the response of importvirtualcluster.
   */
  document(name: string | undefined): ApiObject {
    if (this.#isEmpty) return { metadata: {} };
    const body = this.#body();
    if (body.metadata === undefined || body.kind === "Status") return this.#accept({ ...body, metadata: {} });
    return this.#validObject(body, { name });
  }

  /** The uid in the response to a delete; undefined if finalizers may still hold the object. */
  deletedUid(): string | undefined {
    if (this.#isEmpty) return undefined;
    const body = this.#body();
    if (body.kind !== "Status") this.#validObject(body, { collection: this.#path.slice(0, -1) });
    const isGone = this.#response.status === 200 && body.status === "Success";
    return isGone && isObject(body.details) ? asText(body.details.uid) : undefined;
  }

  /** The page that a token requested. Items may inherit apiVersion and kind from their list. */
  page(token: string | undefined): Page {
    const { apiVersion, kind, metadata, items } = this.#body();
    // A Go server may write an empty list as null. A body without items is not a list.
    const listed = items === null ? [] : items;
    const isList = kind === undefined || asText(kind)?.endsWith("List");
    if (!isList || !Array.isArray(listed) || !isObject(metadata)) throw this.#invalid(notAList);
    const inherited = { apiVersion, kind: asText(kind)?.replace(/List$/, "") };
    const objects = listed.map((item) => this.#listItem(inherited, item, this.#path));
    const continueToken = this.#token(metadata.continue ?? "");
    if (token && continueToken === token) throw this.#invalid("returned the same page of a list again");
    return { items: objects, continueToken, characters: this.#response.text.length };
  }

  /** The objects in a field of a response that is no list, such as the `accessKeys` of a user. */
  embeddedObjects(field: string, plural: string): ApiObject[] {
    const body = this.#body();
    const { [field]: items, kind } = body;
    // A Go server may leave out an empty list. Its kind, such as UserAccessKeys, identifies it.
    const isEmpty = items == null && asText(kind)?.toLowerCase().endsWith(field.toLowerCase());
    if (!isEmpty && !Array.isArray(items)) throw this.#invalid(notAList);
    return isEmpty ? [] : (items as unknown[]).map((item) => this.#listItem({}, item, [plural]));
  }

  #invalid(message: string): ApiError {
    const { subject, secrets } = this.#context;
    return new ApiError(subject, { status: this.#response.status, reason: invalidResponse, message }, secrets);
  }

  get #path(): string[] {
    return this.#context.subject.path.split("/");
  }

  get #isEmpty(): boolean {
    return this.#response.text.trim() === "";
  }

  #body(): Record<string, unknown> {
    const problem = formatProblem(this.#response);
    if (problem !== undefined) throw this.#invalid(problem);
    if (this.#response.isGarbled) throw this.#invalid("returned bytes that are not UTF-8");
    const parsed = readJson(this.#response.text);
    if ("problem" in parsed) throw this.#invalid(`returned ${parsed.problem}`);
    if (isObject(parsed.value)) return parsed.value;
    throw this.#invalid("returned JSON that is not an object");
  }

  /** Rejects malformed objects and objects other than the expected one. */
  #validObject(body: Record<string, unknown>, expected: Omit<ExpectedIdentity, "apiVersion">): ApiObject {
    const problem = apiObjectProblem(body);
    if (problem !== undefined) throw this.#invalid(`returned ${problem}`);
    const mismatch = identityProblem(body, { apiVersion: this.#context.apiVersion, ...expected });
    if (mismatch !== undefined) throw this.#invalid(mismatch);
    return this.#accept(omitNulls(body) as ApiObject);
  }

  #accept(object: ApiObject): ApiObject {
    const problem = this.#call.validate?.(object);
    if (problem !== undefined) throw this.#invalid(`returned ${problem}`);
    this.#call.onObject?.(object);
    return object;
  }

  #listItem(inherited: object, item: unknown, collection: readonly string[]): ApiObject {
    if (!isObject(item)) throw this.#invalid("returned a list with items that are not objects");
    const object = { ...inherited, ...omitNulls(item) } as ApiObject;
    // Items of a metadata-only list are PartialObjectMetadata: compare neither version nor kind.
    const identity = object.kind === partialObjectKind ? { ...object, apiVersion: undefined, kind: undefined } : object;
    if (this.#validObject(identity, { collection }).metadata.name) return object;
    throw this.#invalid("returned a list with an object without a name");
  }

  /** The continue token. An invalid one must not look like the end of the list. */
  #token(token: unknown): string {
    const isShort = typeof token === "string" && token.length <= maxTokenLength;
    if (!isShort)
      throw this.#invalid(`returned a list whose continue token is not a text of at most ${maxTokenLength} characters`);
    if (parameterProblem(token)) throw this.#invalid("returned a list whose continue token does not fit into a URL");
    return token;
  }
}

/** The texts of a response's Warning headers, unquoted and redacted. */
export function warningTexts(response: HttpResponse, secrets: Secrets): string[] {
  const values = [response.headers.warning ?? []].flat();
  return values.flatMap(parseWarnings).map((warning) => secrets.redact(warning, "server", maxWarningLength));
}

// The form of RFC 9111: 299 - "text".
function parseWarnings(value: string): string[] {
  const quoted = [...value.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)];
  return quoted.length > 0 ? quoted.map(([, warning]) => String(warning).replace(/\\(.)/g, "$1")) : [value];
}
