import { setTimeout as sleep } from "node:timers/promises";
import type { Agent } from "undici";
import { allPages } from "./allPages.js";
import {
  type Answer,
  type Asked,
  createdFrom,
  deletedFrom,
  errorFrom,
  objectFrom,
  type Page,
  pageFrom,
  refuse,
  warningsOf,
} from "./answers.js";
import type { ApiObject, JsonPatchOperation } from "./apiObject.js";
import type { Call, ClientOptions, Clock } from "./call.js";
import { connectorTo } from "./connector.js";
import { dispatchOptions } from "./dispatchOptions.js";
import { ApiError, CancelledError, isAmbiguous, RequestError } from "./errors.js";
import { Exchange } from "./exchange.js";
import { type FittingPage, fittingPage } from "./fittingPage.js";
import * as requests from "./requests.js";
import { retryDelay, retryPolicy, shouldRetry } from "./retry.js";
import { apiVersionOf, normaliseBaseUrl } from "./urls.js";

export type { ApiObject, JsonPatchOperation, ManagedFields, ObjectMeta, OwnerReference } from "./apiObject.js";
export type { Call, ClientOptions, Clock } from "./call.js";

/** What holds where nobody says otherwise. */
export const defaults = { requestTimeoutMs: 60_000, maxResponseBytes: 32 * 1024 * 1024, operationMs: 5 * 60_000 };
const connection = { connections: 16, connectTimeoutMs: 10_000 };
/** How many objects a page holds at most. */
const pageSize = 500;

const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
};

/** What a list is narrowed to, and how many objects a page holds at most. */
export interface ListQuery {
  readonly labelSelector?: string | undefined;
  readonly limit?: number | undefined;
  /** Whether the objects' metadata are enough; what else there is may be left out then. */
  readonly metadataOnly?: boolean | undefined;
}

type PageQuery = ListQuery & { readonly token?: string };

/** Typed objects of the Management API over HTTP; throws PlatformError only. */
export class ApiClient {
  /** The apiVersion of all objects here, such as management.loft.sh/v1. */
  readonly apiVersion: string;
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  #agent: Agent | undefined;
  #writes = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.apiVersion = apiVersionOf(options.vendor);
    this.#baseUrl = normaliseBaseUrl(options.baseUrl);
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.requestTimeoutMs ?? defaults.requestTimeoutMs;
  }

  /** The pool of connections; made with the first request, since a preview sends none. */
  #pool(): Agent {
    this.#agent ??= poolTo(this.#baseUrl, this.#options, this.#timeoutMs);
    return this.#agent;
  }

  /** Grows with every write, when it begins and when it ends: what was read while this was lower may be no more. */
  get writes(): number {
    return this.#writes;
  }

  /** Reads one object; the path is below the group path, such as ["spacetemplates", "dev"]. */
  async get(path: readonly string[], call: Call = {}): Promise<ApiObject> {
    return this.#ask(requests.read(path), call, objectNamed(path.at(-1)), theOne);
  }

  /** Reads all objects, page by page. An expired list is begun again; no object is given twice. */
  list(path: readonly string[], query: ListQuery = {}, call: Call = {}): AsyncGenerator<ApiObject, void, undefined> {
    const { subject } = this.#asked("GET", path, call);
    return allPages(subject, (token, limit = query.limit) => this.page(path, { ...query, limit, token }, call));
  }

  /** Reads one page of a list: the first, or the one that the token of another page leads to; a smaller one where it is too large. */
  async page(path: readonly string[], query: PageQuery = {}, call: Call = {}): Promise<FittingPage> {
    const most = Math.min(query.limit ?? pageSize, pageSize);
    return fittingPage(most, (limit) => this.#page(path, { ...query, limit }, call));
  }

  async #page(path: readonly string[], query: PageQuery & { limit: number }, call: Call): Promise<Page> {
    const read = query.metadataOnly ? requests.readMetadata : requests.read;
    const request = read(path, {
      limit: String(query.limit),
      ...(query.labelSelector && { labelSelector: query.labelSelector }),
      ...(query.token && { continue: query.token }),
    });
    const readPage = (answer: Answer, asked: Asked) => {
      const page = pageFrom(answer, asked);
      const isSame = page.continueToken !== "" && page.continueToken === query.token;
      if (isSame) throw refuse(answer, asked, "answered the same page of a list again");
      return page;
    };
    return this.#ask(request, call, readPage, ({ items }) => items);
  }

  /** Creates an object. Never sent twice, unless the server certainly did nothing the first time. */
  async create(path: readonly string[], body: object, call: Call = {}): Promise<ApiObject> {
    const name = requests.nameIn(body);
    return this.#ask(requests.create(path, body), call, (answer, asked) => createdFrom(answer, asked, name), theOne);
  }

  /** Replaces an object by the whole of another; repeated only if its resourceVersion says which one is meant. */
  async replace(path: readonly string[], body: object, call: Call = {}): Promise<ApiObject> {
    return this.#ask(requests.replace(path, body), call, objectNamed(path.at(-1)), theOne);
  }

  /** Changes parts of an object; repeated only if an operation on /metadata/resourceVersion guards it. */
  async patch(path: readonly string[], operations: readonly JsonPatchOperation[], call: Call = {}): Promise<ApiObject> {
    return this.#ask(requests.patch(path, operations), call, objectNamed(path.at(-1)), theOne);
  }

  /** Deletes an object, with a uid only that one. Answers the object while it terminates, undefined if it is gone. */
  async delete(
    path: readonly string[],
    options: { uid?: string | undefined } = {},
    call: Call = {},
  ): Promise<ApiObject | undefined> {
    return this.#ask(requests.remove(path, options.uid), call, deletedFrom, theOne);
  }

  /** Waits between two looks at an object; false when the operation's time would be over before. */
  async pause(ms: number, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (call.deadline !== undefined && this.#clock.now() + ms >= call.deadline) return false;
    await this.#clock.sleep(ms, call.signal).catch((reason: unknown) => {
      if (!call.signal?.aborted) throw reason;
      throw new CancelledError(this.#asked("GET", path, call).subject, false);
    });
    return true;
  }

  /** Ends all connections; requests under way end as cancelled. */
  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  #asked(method: string, path: readonly string[], call: Call): Asked {
    const subject = { method, path: path.join("/"), baseUrl: this.#baseUrl };
    return { subject, secrets: [this.#options.accessKey, ...(call.secrets ?? [])], apiVersion: this.apiVersion };
  }

  /** Sends a request and reads its answer. What the answer warns of is told when all that it holds is known. */
  async #ask<T>(
    request: requests.Outgoing,
    call: Call,
    read: (answer: Answer, asked: Asked) => T,
    objectsIn: (found: T) => readonly ApiObject[],
  ): Promise<T> {
    const answer = await this.#counted(request, () => this.#send(request, call));
    const found = read(answer, this.#asked(request.method, request.path, call));
    for (const object of objectsIn(found)) call.onObject?.(object);
    this.#warn(answer, this.#asked(request.method, request.path, call), call);
    return found;
  }

  async #counted<T>({ method }: requests.Outgoing, send: () => Promise<T>): Promise<T> {
    if (method === "GET") return send();
    this.#writes++;
    try {
      return await send();
    } finally {
      this.#writes++;
    }
  }

  #warn(answer: Answer, { secrets }: Asked, call: Call): void {
    for (const warning of warningsOf(answer, secrets)) call.onWarning?.(warning);
  }

  async #send(asIs: requests.Outgoing, call: Call): Promise<Answer> {
    const request = call.dryRun ? requests.rehearsed(asIs, call.dryRun) : asIs;
    const deadline = call.deadline ?? this.#clock.now() + defaults.operationMs;
    let ambiguous = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request, call, deadline);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        // An earlier attempt may have done the write that this one failed to do.
        ambiguous ||= isAmbiguous(error);
        error.ambiguous = ambiguous;
        if (attempt === retryPolicy.attempts || !shouldRetry(request.idempotent, error)) throw error;
        await this.#wait(error, attempt, call, deadline);
      }
    }
  }

  async #wait(error: RequestError, attempt: number, call: Call, deadline: number): Promise<void> {
    const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delay = retryDelay(attempt, asked, this.#clock.random);
    if (this.#clock.now() + delay >= deadline) {
      throw error.note(
        `Not tried again: the next try in ${delay / 1000} s would be after the operation's time is over.`,
      );
    }
    call.onRetry?.(`${error.message} Trying again in ${delay / 1000} s (${attempt + 1} of ${retryPolicy.attempts}).`);
    await this.#clock.sleep(delay, call.signal).catch((reason: unknown) => {
      if (!call.signal?.aborted) throw reason;
      const subject = { method: error.method, path: error.path, baseUrl: this.#baseUrl };
      throw new CancelledError(subject, error.ambiguous);
    });
  }

  async #attempt(request: requests.Outgoing, call: Call, deadline: number): Promise<Answer> {
    const asked = this.#asked(request.method, request.path, call);
    const exchange = new Exchange(asked.subject, this.#options.maxResponseBytes ?? defaults.maxResponseBytes);
    const left = deadline - this.#clock.now();
    const dispatch = dispatchOptions(this.#baseUrl, this.#options, request);
    const cancel = () => exchange.cancel();
    const timer = setTimeout(
      () => exchange.stop(left < this.#timeoutMs ? "deadline" : "timeout"),
      Math.max(0, Math.min(left, this.#timeoutMs)),
    );
    call.signal?.addEventListener("abort", cancel, { once: true });
    try {
      if (call.signal?.aborted) cancel();
      else if (left <= 0) exchange.stop("deadline");
      else this.#pool().dispatch(dispatch, exchange);
      const answer = await exchange.answer;
      if (answer.status < 300) return answer;
      this.#warn(answer, asked, call);
      throw errorFrom(answer, asked, this.#clock.now());
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", cancel);
    }
  }
}

function poolTo(baseUrl: string, options: ClientOptions, timeoutMs: number): Agent {
  const { Agent, buildConnector } = require("undici") as typeof import("undici");
  return new Agent({
    connections: connection.connections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: connectorTo(baseUrl, options, Math.min(connection.connectTimeoutMs, timeoutMs), buildConnector),
  });
}

const objectNamed = (name: string | undefined) => (answer: Answer, asked: Asked) => objectFrom(answer, asked, name);

/** An object of the server may have any member, so nothing in it tells it from a page. */
const theOne = (found: ApiObject | undefined): ApiObject[] => (found === undefined ? [] : [found]);
