import type { ApiObject } from "./input/apiObject.js";
import { operationSecrets, type Secrets } from "./output/redaction.js";

/** Time and randomness, replaceable for tests. */
export interface Clock {
  /** Milliseconds of the clock that deadlines use; see {@link now}. */
  now(): number;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Rejects as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

/** TLS settings of a platform. */
export interface TlsOptions {
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** PEM, trusted in addition to the system's roots. */
  readonly certificateAuthority?: string | undefined;
  /** PEM, requires `clientKey`. */
  readonly clientCertificate?: string | undefined;
  /** PEM. */
  readonly clientKey?: string | undefined;
}

/** Connection settings of one platform. */
export interface ClientOptions extends TlsOptions {
  readonly baseUrl: string;
  readonly accessKey: string;
  /** The remedy for a rejected access key, if it depends on the key's source. */
  readonly keyRemedy?: string | undefined;
  readonly vendor: string;
  /** The connected cluster whose Kubernetes API the client uses in place of the management API. */
  readonly cluster?: string | undefined;
  readonly userAgent: string;
  /** The source of proxy variables. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Timeout of one attempt. Default: 60 seconds. */
  readonly requestTimeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** Limits and callbacks of one operation. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds of {@link now}. Default: five minutes after the request starts. */
  readonly deadline?: number | undefined;
  /** Values that no error may contain. The access key is added. */
  readonly secrets?: Secrets | undefined;
  /** Why an object of a response is invalid, which rejects the response; undefined if valid. */
  readonly validate?: ((object: ApiObject) => string | undefined) | undefined;
  /** Receives each object of a response, before any error or warning about it. */
  readonly onObject?: ((object: ApiObject) => void) | undefined;
  /** Receives the text of each Warning header. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Receives the reason and the delay of each retry. */
  readonly onRetry?: ((message: string) => void) | undefined;
}

/** The secrets of a call, with the access key. */
export const secretsOf = (
  { secrets = operationSecrets() }: Call,
  { accessKey }: Pick<ClientOptions, "accessKey">,
): Secrets => secrets.add(accessKey);

/** Monotonic milliseconds for deadlines. The clock stops while the machine sleeps. */
export const now = (): number => performance.timeOrigin + performance.now();

/** The longest timer of Node.js, in milliseconds. A longer one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1;

/** Calls back after at most {@link maxTimerMs}, or at a later abort; returns a cancel function. */
export function startTimer(ms: number, callback: () => void, signal?: AbortSignal): () => void {
  const timer = setTimeout(callback, Math.max(0, Math.min(ms, maxTimerMs)));
  signal?.addEventListener("abort", callback);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", callback);
  };
}

/** Seconds until an operation times out, without customTimeouts. */
export const operationTimeouts = { create: 300, read: 120, update: 300, delete: 600 } as const;

/** The same for a write that waits until its object is ready. */
export const readyTimeout = 600;

/** Milliseconds until one attempt of a request times out. */
export const requestTimeoutMs = 60_000;

/** Milliseconds until opening a connection times out. */
export const connectTimeoutMs = 10_000;

/** Milliseconds until the test whether a port speaks TLS times out. */
export const schemeTimeoutMs = 2000;

/** Milliseconds until the request for the identity of a platform times out. */
export const identityTimeoutMs = 10_000;

/** Milliseconds until one page of a shared list times out. */
export const pageTimeoutMs = 10_000;
