import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { connectionFailureOf, errorCode } from "../errors/connectionFailures.js";
import { CancelledError, ConnectionError, type RequestError, type Subject } from "../errors/errors.js";
import type { HttpResponse } from "../input/responseBody.js";
import { maxResponseBytes } from "../input/sizeLimits.js";
import { isConnectError, type Pool } from "./pool.js";
import { ProxyFailure } from "./proxy.js";

type PoolRequest = Parameters<Pool["request"]>[0] & { readonly signal: AbortSignal };

/**
 * Sends a request and reads the complete response. Throws a RequestError, or the signal's reason as
 * soon as the signal aborts.
 */
export function exchange(pool: Pool, request: PoolRequest, subject: Subject): Promise<HttpResponse> {
  const { signal } = request;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  return Promise.race([aborted, receive(pool, request, subject)]);
}

async function receive(pool: Pool, request: PoolRequest, subject: Subject): Promise<HttpResponse> {
  let hasHeaders = false;
  try {
    const { statusCode: status, headers, body } = await pool.request(request);
    hasHeaders = true;
    const received = Buffer.from(await body.arrayBuffer());
    const { "content-encoding": encoding, ...otherHeaders } = headers;
    const decompressed = decompress(encoding, received);
    const bytes = decompressed ?? received;
    const text = bytes.toString("utf8");
    return { status, headers: decompressed ? otherHeaders : headers, text, isGarbled: !isUtf8(bytes) };
  } catch (error) {
    throw toRequestError(error, subject, hasHeaders);
  }
}

// The caller closed the client during a request.
const clientClosedCodes: ReadonlySet<string> = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED", "UND_ERR_ABORTED"]);

// In TLS 1.3 this alert may follow the request, but the server has not read the request.
const certificateRequired = "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED";

/** The error of a failed request. A request that may have been sent counts as sent. */
function toRequestError(error: unknown, subject: Subject, hasHeaders: boolean): RequestError {
  const code = errorCode(error);
  const sent = !isConnectError(error) && code !== certificateRequired;
  if (error instanceof ProxyFailure)
    return new ConnectionError(subject, error.failure, { sent, detail: error.message });
  if (clientClosedCodes.has(code)) return new CancelledError(subject, sent);
  const failure = connectionFailureOf(code);
  if (failure === "tooLarge") return new ConnectionError(subject, failure, { sent });
  const isTruncated = failure === "reset" && hasHeaders;
  return new ConnectionError(subject, isTruncated ? "truncated" : failure, { sent, detail: code });
}

type Decompressor = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

// A map, because the platform chooses the key: an object would also have inherited keys.
const decompressors: ReadonlyMap<string, Decompressor> = new Map<string, Decompressor>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** Decompresses a body; undefined if it is corrupt or its encoding is unknown. */
function decompress(encoding: unknown, bytes: Buffer): Buffer | undefined {
  const decode = decompressors.get(String(encoding).trim().toLowerCase());
  try {
    return decode?.(bytes, { maxOutputLength: maxResponseBytes });
  } catch (error) {
    if (connectionFailureOf(errorCode(error)) === "tooLarge") throw error;
    return undefined;
  }
}
