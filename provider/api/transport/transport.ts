import { setTimeout as sleep } from "node:timers/promises";
import {
  type Call,
  type ClientOptions,
  type Clock,
  maxTimerMs,
  now,
  operationTimeouts,
  requestTimeoutMs,
  secretsOf,
  startTimer,
} from "../call.js";
import {
  ApiError,
  CancelledError,
  ConnectionError,
  isAmbiguous,
  RequestError,
  type Subject,
} from "../errors/errors.js";
import { type HttpResponse, type RequestContext, toApiError, warningTexts } from "../input/responseBody.js";
import { exchange } from "./exchange.js";
import { createPool, maxConnections, type Pool } from "./pool.js";
import { type ApiRequest, readRequest } from "./requests.js";
import { retryDelay, retryPolicy, shouldRetry } from "./retry.js";
import { Semaphore } from "./semaphore.js";
import { speaksTls } from "./speaksTls.js";
import { apiVersionOf, clusterPath, clusterRoot, groupPath, normalizeBaseUrl, queryString, urlPath } from "./urls.js";

const systemClock: Clock = {
  now,
  random: Math.random,
  sleep: (ms, signal) => sleep(Math.min(ms, maxTimerMs), undefined, { ...(signal && { signal }) }),
};

/** The error of a request that was not sent, because of a cancellation or its deadline. */
const unsentError = ({ signal }: Call, subject: Subject): RequestError =>
  signal?.aborted ? new CancelledError(subject, false) : new ConnectionError(subject, "deadline", { sent: false });

/** A request, and the values that all its attempts share. */
interface Sending {
  readonly request: ApiRequest;
  readonly call: Call;
  readonly context: RequestContext;
  readonly deadline: number;
}

/** Sends requests to one platform, with retries if they are safe and within the deadline. */
export class Transport {
  /** The apiVersion of all objects, such as management.loft.sh/v1. */
  readonly apiVersion: string;
  protected readonly options: ClientOptions;
  readonly #baseUrl: string;
  /** URL of the API group. */
  readonly #groupUrl: URL;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #slots = new Semaphore(maxConnections);
  #pool: Pool | undefined;
  #writes = 0;
  /** Whether any response came. Until then, a closed connection may mean a port that speaks TLS. */
  #hasAnswered = false;
  #speaksTls: Promise<boolean> | undefined;
  /** The platform's clock minus this machine's, in milliseconds. */
  #clockOffset = 0;

  constructor(options: ClientOptions) {
    const { baseUrl, vendor, cluster } = options;
    this.options = options;
    this.apiVersion = cluster === undefined ? apiVersionOf(vendor) : "v1";
    this.#baseUrl = normalizeBaseUrl(baseUrl);
    this.#groupUrl = new URL(this.#baseUrl + (cluster === undefined ? groupPath(vendor) : clusterPath(cluster)));
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.requestTimeoutMs ?? requestTimeoutMs;
  }

  /** Increases at the start and the end of each write. Earlier reads may be stale. */
  get writes(): number {
    return this.#writes;
  }

  /** The platform's time, by the Date header of its last response. */
  get platformTime(): Date {
    return new Date(Date.now() + this.#clockOffset);
  }

  protected requestContext({ method, path }: ApiRequest, call: Call): RequestContext {
    const { keyRemedy, cluster } = this.options;
    const baseUrl = cluster === undefined ? this.#baseUrl : `${this.#baseUrl}${clusterRoot(cluster)}`;
    const subject = { method, path: path.join("/"), baseUrl, keyRemedy };
    return { subject, secrets: secretsOf(call, this.options), apiVersion: this.apiVersion };
  }

  /** The successful response to a request. The caller emits its warnings. */
  protected async send(request: ApiRequest, call: Call, context: RequestContext): Promise<HttpResponse> {
    const increment = request.method === "GET" ? 0 : 1;
    this.#writes += increment;
    try {
      return await this.#sendWithRetry({ request, call, context, deadline: this.#deadlineOf(call) });
    } finally {
      this.#writes += increment;
    }
  }

  /** Emits the Warning headers of a response, redacted with all secrets known so far. */
  protected emitWarnings(response: HttpResponse, { secrets }: RequestContext, { onWarning }: Call): void {
    for (const warning of warningTexts(response, secrets)) onWarning?.(warning);
  }

  /** Waits between two polls of an object; false if the deadline is earlier. */
  async pause(ms: number, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (this.#clock.now() + ms >= this.#deadlineOf(call)) return false;
    const { subject } = this.requestContext(readRequest(path), call);
    await this.#sleep(ms, call, () => new CancelledError(subject, false));
    return true;
  }

  /** Waits for a failure's Retry-After. If the deadline is earlier, notes it and returns false. */
  async waitForRetryAfter(failure: unknown, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (!(failure instanceof ApiError) || failure.retryAfterSeconds === undefined) return true;
    if (await this.pause(failure.retryAfterSeconds * 1000, path, call)) return true;
    failure.note(notRetried(failure.retryAfterSeconds));
    return false;
  }

  #deadlineOf({ deadline = this.#clock.now() + operationTimeouts.create * 1000 }: Call): number {
    return deadline;
  }

  /** Closes all connections. Pending requests fail with CancelledError. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #sendWithRetry(sending: Sending): Promise<HttpResponse> {
    const { request } = sending;
    let ambiguous = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(sending);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        // An earlier attempt may have applied the write.
        ambiguous ||= isAmbiguous(error);
        error.ambiguous = ambiguous;
        const isLastAttempt = attempt === retryPolicy.attempts || request.noRetry;
        if (isLastAttempt || !shouldRetry(request.idempotent, error)) throw error;
        await this.#backOff(error, attempt, sending);
      }
    }
  }

  async #backOff(error: RequestError, attempt: number, { call, context, deadline }: Sending): Promise<void> {
    const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delay = retryDelay(attempt, retryAfter, this.#clock.random);
    const seconds = delay / 1000;
    if (this.#clock.now() + delay >= deadline) throw error.note(notRetried(seconds));
    call.onRetry?.(`${error.message} Trying again in ${seconds} s (${attempt + 1} of ${retryPolicy.attempts}).`);
    await this.#sleep(delay, call, () => new CancelledError(context.subject, error.ambiguous));
  }

  async #sleep(ms: number, { signal }: Call, cancelledError: () => CancelledError): Promise<void> {
    // The clock's sleep rejects only if Pulumi cancels.
    await this.#clock.sleep(ms, signal).catch(() => {
      throw cancelledError();
    });
  }

  /** One attempt, after waiting for a slot. */
  async #attempt(sending: Sending): Promise<HttpResponse> {
    const { call, context, deadline } = sending;
    const release = await this.#slots.acquire(deadline - this.#clock.now(), call.signal);
    if (!release) throw unsentError(call, context.subject);
    try {
      const response = await this.#sendOnce(sending).catch((error) => this.#throwNamingScheme(error, context.subject));
      this.#hasAnswered = true;
      this.#clockOffset = (Date.parse(String(response.headers.date)) || Date.now()) - Date.now();
      if (response.status < 300) return response;
      this.emitWarnings(response, context, call);
      throw toApiError(response, context, Date.now());
    } finally {
      release();
    }
  }

  /** Throws the error, or one that recommends https:// if a port with TLS closed the connection. */
  async #throwNamingScheme(error: unknown, subject: Subject): Promise<never> {
    const isClosed = error instanceof ConnectionError && error.failure === "reset";
    if (!isClosed || this.#hasAnswered) throw error;
    this.#speaksTls ??= speaksTls(this.options);
    throw (await this.#speaksTls) ? new ConnectionError(subject, "plainOnTlsPort", { sent: false }) : error;
  }

  /** Sends a request once, bounded by its timeout, its deadline and cancellation. */
  async #sendOnce({ request, call, context: { subject }, deadline }: Sending): Promise<HttpResponse> {
    const { signal } = call;
    const remainingMs = deadline - this.#clock.now();
    if (signal?.aborted || remainingMs <= 0) throw unsentError(call, subject);
    const failure = remainingMs < this.#timeoutMs ? "deadline" : "timeout";
    const controller = new AbortController();
    const reason = () =>
      signal?.aborted ? new CancelledError(subject, true) : new ConnectionError(subject, failure, { sent: true });
    // A timer of Node.js may fire up to two milliseconds early, before the deadline is over.
    const clearTimer = startTimer(Math.min(remainingMs, this.#timeoutMs) + 2, () => controller.abort(reason()), signal);
    try {
      this.#pool ??= createPool(this.#baseUrl, this.options);
      return await exchange(this.#pool, { ...this.#undiciRequest(request), signal: controller.signal }, subject);
    } finally {
      clearTimer();
    }
  }

  #undiciRequest({ method, path, query, body, contentType, accept }: ApiRequest) {
    const { accessKey, userAgent } = this.options;
    return {
      origin: this.#groupUrl.origin,
      path: `${this.#groupUrl.pathname}${path.length > 0 ? `/${urlPath(path)}` : ""}${queryString(query)}`,
      method,
      headers: {
        accept: accept ?? "application/json",
        authorization: `Bearer ${accessKey}`,
        "user-agent": userAgent,
        ...(contentType && { "content-type": contentType }),
      },
      body: body ?? null,
      // By default undici closes the connection after each DELETE with a body.
      reset: false,
    };
  }
}

const notRetried = (seconds: number) =>
  `Not tried again: the next attempt in ${seconds} s would exceed the operation's timeout.`;
