import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { codeOf, failureKind } from "../errors/connectionFailures.js";
import { CancelledError, ConnectionError, type RequestError, type Subject } from "../errors/errors.js";
import type { Answer } from "../input/responseBody.js";
import { isUnsent, mostResponseBytes, type Pool } from "./pool.js";
import { ProxyFailure } from "./proxyTunnel.js";

type Request = Parameters<Pool["request"]>[0];

/**
 * Sends a request and reads its answer to the end. Fails only with our own errors, and at once with
 * the signal's reason, whatever the connection does.
 */
export function exchange(pool: Pool, request: Request, subject: Subject, signal: AbortSignal): Promise<Answer> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  return Promise.race([stopped, answerTo(pool, { ...request, signal }, subject)]);
}

async function answerTo(pool: Pool, request: Request, subject: Subject): Promise<Answer> {
  let hasBegun = false;
  try {
    const { statusCode: status, headers, body } = await pool.request(request);
    hasBegun = true;
    const received = Buffer.from(await body.arrayBuffer());
    const { "content-encoding": encoding, ...others } = headers;
    const plain = decompressed(encoding, received);
    const bytes = plain ?? received;
    return { status, headers: plain ? others : headers, text: bytes.toString("utf8"), isGarbled: !isUtf8(bytes) };
  } catch (error) {
    throw failureOf(error, subject, hasBegun);
  }
}

// The client was closed under a request: that is the caller's will.
const closedByUs: ReadonlySet<string> = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED", "UND_ERR_ABORTED"]);

// In TLS 1.3 the server says this after our first bytes, but has read no request.
const unread = "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED";

/** What a failed connection is to the caller. Whatever may have been sent counts as sent. */
function failureOf(error: unknown, subject: Subject, hasBegun: boolean): RequestError {
  const code = codeOf(error);
  const sent = !isUnsent(error) && code !== unread;
  if (error instanceof ProxyFailure) return new ConnectionError(subject, error.kind, { sent, detail: error.message });
  if (closedByUs.has(code)) return new CancelledError(subject, sent);
  const kind = failureKind(code);
  if (kind === "tooLarge") return new ConnectionError(subject, kind, { sent });
  return new ConnectionError(subject, kind === "reset" && hasBegun ? "truncated" : kind, { sent, detail: code });
}

type Decoder = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

// A map, since the platform chooses the key: an object would have inherited ones.
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** A body that a proxy compressed; undefined if it is broken or its encoding unknown. */
function decompressed(encoding: unknown, bytes: Buffer): Buffer | undefined {
  const decode = decoders.get(String(encoding).trim().toLowerCase());
  try {
    return decode?.(bytes, { maxOutputLength: mostResponseBytes });
  } catch (error) {
    if (failureKind(codeOf(error)) === "tooLarge") throw error;
    return undefined;
  }
}
