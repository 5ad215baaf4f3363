import { setTimeout as sleep } from "node:timers/promises";
import type { Call, ClientOptions, Clock } from "../call.js";
import {
  ApiError,
  CancelledError,
  ConnectionError,
  isAmbiguous,
  RequestError,
  type Subject,
} from "../errors/errors.js";
import { type HttpResponse, type RequestContext, toApiError, warningTexts } from "../input/responseBody.js";
import { Secrets } from "../output/secrets.js";
import { maxTimerMs, now, startTimer } from "./clock.js";
import { Concurrency } from "./concurrency.js";
import { exchange } from "./exchange.js";
import { createPool, maxConnections, type Pool } from "./pool.js";
import { type ApiRequest, asDryRun, read } from "./requests.js";
import { retryDelay, retryPolicy, shouldRetry } from "./retry.js";
import { apiVersionOf, groupPath, normalizeBaseUrl, objectPath, queryString } from "./urls.js";

/** What holds where nobody says otherwise. */
export const defaults = { requestTimeoutMs: 60_000, operationMs: 5 * 60_000 };

const systemClock: Clock = {
  now,
  random: Math.random,
  sleep: (ms, signal) => sleep(Math.min(ms, maxTimerMs), undefined, { ...(signal && { signal }) }),
};

const noRetryNote = (seconds: number): string =>
  `Not tried again: the next try in ${seconds} s would be after the operation's time is over.`;

/** Sends requests to one platform, again where that is safe, and within their operation's time. */
export class Transport {
  /** The apiVersion of all objects here, such as management.loft.sh/v1. */
  readonly apiVersion: string;
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  /** URL of the API group. */
  readonly #group: URL;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #concurrency = new Concurrency(maxConnections);
  #pool: Pool | undefined;
  #writes = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.apiVersion = apiVersionOf(options.vendor);
    this.#baseUrl = normalizeBaseUrl(options.baseUrl);
    this.#group = new URL(this.#baseUrl + groupPath(options.vendor));
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.requestTimeoutMs ?? defaults.requestTimeoutMs;
  }

  /** Grows when a write begins and when it ends. Reads from before may be outdated. */
  get writes(): number {
    return this.#writes;
  }

  /** What is known about a request before its answer. */
  protected requestContext({ method, path }: ApiRequest, call: Call): RequestContext {
    const { accessKey, keyRemedy } = this.#options;
    const subject = { method, path: path.join("/"), baseUrl: this.#baseUrl, keyRemedy };
    return { subject, secrets: (call.secrets ?? new Secrets()).add(accessKey), apiVersion: this.apiVersion };
  }

  /** The answer to a request, if it is a good one; the caller passes its warnings on. */
  protected async send(asIs: ApiRequest, call: Call, asked: RequestContext): Promise<HttpResponse> {
    const request = call.dryRun ? asDryRun(asIs, call.dryRun) : asIs;
    const writes = Number(request.method !== "GET");
    this.#writes += writes;
    try {
      return await this.#sendWithRetry(request, call, asked);
    } finally {
      this.#writes += writes;
    }
  }

  /** Passes on what an answer warns of, as it may be shown by now. */
  protected emitWarnings(answer: HttpResponse, { secrets }: RequestContext, { onWarning }: Call): void {
    for (const warning of warningTexts(answer, secrets)) onWarning?.(warning);
  }

  /** Waits between two looks at an object; false when the operation's time would be over before. */
  async pause(ms: number, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (this.#clock.now() + ms >= this.#deadlineOf(call)) return false;
    await this.#sleep(ms, call, this.requestContext(read(path), call).subject, false);
    return true;
  }

  /**
   * Waits for the Retry-After of a failed request, before the caller goes on in another way. False when
   * the operation's time would be over before; the failure then says so.
   */
  async waitForRetryAfter(failure: unknown, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (!(failure instanceof ApiError) || failure.retryAfterSeconds === undefined) return true;
    if (await this.pause(failure.retryAfterSeconds * 1000, path, call)) return true;
    failure.note(noRetryNote(failure.retryAfterSeconds));
    return false;
  }

  #deadlineOf({ deadline = this.#clock.now() + defaults.operationMs }: Call): number {
    return deadline;
  }

  /** Ends all connections; requests under way end as cancelled. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #sendWithRetry(request: ApiRequest, call: Call, asked: RequestContext): Promise<HttpResponse> {
    const deadline = this.#deadlineOf(call);
    let ambiguous = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request, call, asked, deadline);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        // An earlier attempt may have done the write that this one failed to do.
        ambiguous ||= isAmbiguous(error);
        error.ambiguous = ambiguous;
        const isLast = attempt === retryPolicy.attempts || request.noRetry;
        if (isLast || !shouldRetry(request.idempotent, error)) throw error;
        await this.#backOff(error, attempt, call, asked, deadline);
      }
    }
  }

  async #backOff(
    error: RequestError,
    attempt: number,
    call: Call,
    { subject }: RequestContext,
    deadline: number,
  ): Promise<void> {
    const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delay = retryDelay(attempt, asked, this.#clock.random);
    if (this.#clock.now() + delay >= deadline) throw error.note(noRetryNote(delay / 1000));
    call.onRetry?.(`${error.message} Trying again in ${delay / 1000} s (${attempt + 1} of ${retryPolicy.attempts}).`);
    await this.#sleep(delay, call, subject, error.ambiguous);
  }

  async #sleep(ms: number, { signal }: Call, subject: Subject, wasSent: boolean): Promise<void> {
    // It fails only if Pulumi cancels.
    await this.#clock.sleep(ms, signal).catch(() => {
      throw new CancelledError(subject, wasSent);
    });
  }

  /** One attempt, as soon as one more request may be under way. */
  async #attempt(request: ApiRequest, call: Call, asked: RequestContext, deadline: number): Promise<HttpResponse> {
    const leave = await this.#concurrency.acquire(deadline - this.#clock.now(), call.signal);
    let isLimited = false;
    try {
      const answer = await this.#sendOnce(request, call, deadline, asked.subject);
      isLimited = answer.status === 429;
      if (answer.status < 300) return answer;
      this.emitWarnings(answer, asked, call);
      throw toApiError(answer, asked, Date.now());
    } finally {
      leave(isLimited);
    }
  }

  /** The answer to one request, unless its time is over before or Pulumi cancels it. */
  async #sendOnce(request: ApiRequest, { signal }: Call, deadline: number, subject: Subject): Promise<HttpResponse> {
    const left = deadline - this.#clock.now();
    if (signal?.aborted) throw new CancelledError(subject, false);
    if (left <= 0) throw new ConnectionError(subject, "deadline", { sent: false });
    const kind = left < this.#timeoutMs ? "deadline" : "timeout";
    const end = new AbortController();
    const reason = () =>
      signal?.aborted ? new CancelledError(subject, true) : new ConnectionError(subject, kind, { sent: true });
    // Node.js may end a timer two milliseconds early: the next request would begin without time.
    const clear = startTimer(Math.min(left, this.#timeoutMs) + 2, () => end.abort(reason()), signal);
    try {
      this.#pool ??= createPool(this.#baseUrl, this.#options);
      return await exchange(this.#pool, this.#undiciRequest(request), subject, end.signal);
    } finally {
      clear();
    }
  }

  /** A request in the words of undici: where it goes, who asks, and what is sent. */
  #undiciRequest({ method, path, query, body, contentType, accept }: ApiRequest) {
    const { accessKey, userAgent } = this.#options;
    return {
      origin: this.#group.origin,
      path: `${this.#group.pathname}/${objectPath(path)}${queryString(query)}`,
      method,
      headers: {
        accept: accept ?? "application/json",
        authorization: `Bearer ${accessKey}`,
        "user-agent": userAgent,
        ...(contentType && { "content-type": contentType }),
      },
      body: body ?? null,
      // Without it undici ends the connection after each DELETE that has a body.
      reset: false,
    };
  }
}
