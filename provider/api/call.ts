import type { ApiObject } from "./input/apiObject.js";
import type { Secrets } from "./output/secrets.js";
import type { TlsOptions } from "./transport/tls.js";

/** Time and chance, so that a test can be neither slow nor lucky. */
export interface Clock {
  /** Milliseconds of the clock that deadlines refer to: {@link now}. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Rejects as soon as the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

/** How to reach one platform. */
export interface ClientOptions extends TlsOptions {
  readonly baseUrl: string;
  readonly accessKey: string;
  /** What to do if it is refused, where that depends on who gave it. */
  readonly keyRemedy?: string | undefined;
  readonly vendor: string;
  readonly userAgent: string;
  /** Where the proxy variables are looked for; this process' environment unless told. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Bounds one attempt; 60 seconds unless told. */
  readonly requestTimeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** What bounds one operation, and who hears of it: passed by every caller. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds; five minutes from the request unless told. */
  readonly deadline?: number | undefined;
  /** Sent with every write: after `All` the server stores nothing; no server knows `bogus`. */
  readonly dryRun?: "All" | "bogus" | undefined;
  /** Values that no error may show; the access key always is one. */
  readonly secrets?: Secrets | undefined;
  /** Says why an object of an answer is none that can be dealt with; it is refused. */
  readonly validate?: ((object: ApiObject) => string | undefined) | undefined;
  /** Hears each object that an answer holds, before anything else is said of the answer. */
  readonly onObject?: ((object: ApiObject) => void) | undefined;
  /** Hears the text of each Warning header. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Hears why a request is repeated, and when. */
  readonly onRetry?: ((message: string) => void) | undefined;
}
