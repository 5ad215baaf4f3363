import { setTimeout as sleep } from "node:timers/promises";
import { message } from "../../messages/message.js";
import { requestMessages } from "../../messages/requests.js";
import type { Call, ClientOptions, Clock } from "../call.js";
import {
  ApiError,
  CancelledError,
  ConnectionError,
  isAmbiguous,
  RequestError,
  type Subject,
} from "../errors/errors.js";
import { type Answer, type Asked, errorFrom, warningsOf } from "../input/responseBody.js";
import { Secrets } from "../output/secrets.js";
import { after, longestMs, now } from "./clock.js";
import { Concurrency } from "./concurrency.js";
import { exchange } from "./exchange.js";
import { mostConnections, type Pool, poolFor } from "./pool.js";
import { type Outgoing, read, rehearsed } from "./requests.js";
import { retryDelay, retryPolicy, shouldRetry } from "./retry.js";
import { apiVersionOf, groupPath, normaliseBaseUrl, objectPath, queryOf } from "./urls.js";

/** What holds where nobody says otherwise. */
export const defaults = { requestTimeoutMs: 60_000, operationMs: 5 * 60_000 };

const systemClock: Clock = {
  now,
  random: Math.random,
  sleep: (ms, signal) => sleep(Math.min(ms, longestMs), undefined, { ...(signal && { signal }) }),
};

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
  readonly #concurrency = new Concurrency(mostConnections);
  #pool: Pool | undefined;
  #writes = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.apiVersion = apiVersionOf(options.vendor);
    this.#baseUrl = normaliseBaseUrl(options.baseUrl);
    this.#group = new URL(this.#baseUrl + groupPath(options.vendor));
    this.#clock = options.clock ?? systemClock;
    this.#timeoutMs = options.requestTimeoutMs ?? defaults.requestTimeoutMs;
  }

  /** Grows when a write begins and when it ends. Reads from before may be outdated. */
  get writes(): number {
    return this.#writes;
  }

  /** What is known about a request before its answer. */
  protected asked({ method, path }: Outgoing, call: Call): Asked {
    const { accessKey, keyRemedy } = this.#options;
    const subject = { method, path: path.join("/"), baseUrl: this.#baseUrl, keyRemedy };
    return { subject, secrets: (call.secrets ?? new Secrets()).add(accessKey), apiVersion: this.apiVersion };
  }

  /** The answer to a request, if it is a good one; the caller passes its warnings on. */
  protected async send(asIs: Outgoing, call: Call, asked: Asked): Promise<Answer> {
    const request = call.dryRun ? rehearsed(asIs, call.dryRun) : asIs;
    const writes = Number(request.method !== "GET");
    this.#writes += writes;
    try {
      return await this.#repeat(request, call, asked);
    } finally {
      this.#writes += writes;
    }
  }

  /** Passes on what an answer warns of, as it may be shown by now. */
  protected warn(answer: Answer, { secrets }: Asked, { onWarning }: Call): void {
    for (const warning of warningsOf(answer, secrets)) onWarning?.(warning);
  }

  /** Waits between two looks at an object; false when the operation's time would be over before. */
  async pause(ms: number, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (this.#clock.now() + ms >= this.#deadlineOf(call)) return false;
    await this.#sleep(ms, call, this.asked(read(path), call).subject, false);
    return true;
  }

  /**
   * Waits for the Retry-After of a failed request, before the caller goes on in another way. False when
   * the operation's time would be over before; the failure then says so.
   */
  async waitAsAsked(failure: unknown, path: readonly string[], call: Call = {}): Promise<boolean> {
    if (!(failure instanceof ApiError) || failure.retryAfterSeconds === undefined) return true;
    if (await this.pause(failure.retryAfterSeconds * 1000, path, call)) return true;
    failure.note(message(requestMessages.notTriedAgain, { seconds: failure.retryAfterSeconds }));
    return false;
  }

  #deadlineOf({ deadline = this.#clock.now() + defaults.operationMs }: Call): number {
    return deadline;
  }

  /** Ends all connections; requests under way end as cancelled. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #repeat(request: Outgoing, call: Call, asked: Asked): Promise<Answer> {
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
        const isLast = attempt === retryPolicy.attempts || request.isSentOnce;
        if (isLast || !shouldRetry(request.idempotent, error)) throw error;
        await this.#wait(error, attempt, call, asked, deadline);
      }
    }
  }

  async #wait(error: RequestError, attempt: number, call: Call, { subject }: Asked, deadline: number): Promise<void> {
    const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delay = retryDelay(attempt, asked, this.#clock.random);
    const seconds = delay / 1000;
    if (this.#clock.now() + delay >= deadline) throw error.note(message(requestMessages.notTriedAgain, { seconds }));
    const next = { seconds, attempt: attempt + 1, attempts: retryPolicy.attempts };
    call.onRetry?.(`${error.message} ${message(requestMessages.tryingAgain, next)}`);
    await this.#sleep(delay, call, subject, error.ambiguous);
  }

  async #sleep(ms: number, { signal }: Call, subject: Subject, wasSent: boolean): Promise<void> {
    // It fails only if Pulumi cancels.
    await this.#clock.sleep(ms, signal).catch(() => {
      throw new CancelledError(subject, wasSent);
    });
  }

  /** One attempt, as soon as one more request may be under way. */
  async #attempt(request: Outgoing, call: Call, asked: Asked, deadline: number): Promise<Answer> {
    const leave = await this.#concurrency.enter(deadline - this.#clock.now(), call.signal);
    let isLimited = false;
    try {
      const answer = await this.#answer(request, call, deadline, asked.subject);
      isLimited = answer.status === 429;
      if (answer.status < 300) return answer;
      this.warn(answer, asked, call);
      throw errorFrom(answer, asked, Date.now());
    } finally {
      leave(isLimited);
    }
  }

  /** The answer to one request, unless its time is over before or Pulumi cancels it. */
  async #answer(request: Outgoing, { signal }: Call, deadline: number, subject: Subject): Promise<Answer> {
    const left = deadline - this.#clock.now();
    if (signal?.aborted) throw new CancelledError(subject, false);
    if (left <= 0) throw new ConnectionError(subject, "deadline", { sent: false });
    const kind = left < this.#timeoutMs ? "deadline" : "timeout";
    const end = new AbortController();
    const reason = () =>
      signal?.aborted ? new CancelledError(subject, true) : new ConnectionError(subject, kind, { sent: true });
    // Node.js may end a timer two milliseconds early: the next request would begin without time.
    const clear = after(Math.min(left, this.#timeoutMs) + 2, () => end.abort(reason()), signal);
    try {
      this.#pool ??= poolFor(this.#baseUrl, this.#options);
      return await exchange(this.#pool, this.#dispatched(request), subject, end.signal);
    } finally {
      clear();
    }
  }

  /** A request in the words of undici: where it goes, who asks, and what is sent. */
  #dispatched({ method, path, query, body, contentType, accept }: Outgoing) {
    const { accessKey, userAgent } = this.#options;
    return {
      origin: this.#group.origin,
      path: `${this.#group.pathname}/${objectPath(path)}${queryOf(query)}`,
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
