import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Answer } from "./answers.js";
import { type ConnectionFailure, codeOf, failureKind } from "./connectionFailures.js";
import { CancelledError, ConnectionError, type Subject } from "./errors.js";
import { ProxyFailure } from "./proxyTunnel.js";

/** What can be done to a request under way. */
export interface Controller {
  abort(reason: Error): void;
}

// The client was closed under a request: that is the caller's will.
const closedByUs: ReadonlySet<string> = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED", "UND_ERR_ABORTED"]);

// In TLS 1.3 the server says this after our first bytes, but ends the handshake by it: it has read no request.
const unread: ReadonlySet<string> = new Set(["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"]);

/** One request and its answer: collects the body, knows how far it came, and fails only with our own errors. */
export class Exchange {
  readonly answer: Promise<Answer>;
  #sent = false;
  #done = false;
  #status = 0;
  #headers: Answer["headers"] = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];
  readonly #subject: Subject;
  readonly #maxBytes: number;
  #controller: Controller | undefined;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(subject: Subject, maxBytes: number) {
    this.#subject = subject;
    this.#maxBytes = maxBytes;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The caller gave up: stop waiting at once, whatever the connection does. */
  cancel(): void {
    this.#fail(new CancelledError(this.#subject, this.#sent));
  }

  /** Stop waiting at once, for the given reason. */
  stop(kind: ConnectionFailure): void {
    this.#fail(new ConnectionError(this.#subject, kind, { sent: this.#sent }));
  }

  /** Called right before the first byte is written: from here on the server may have the request. */
  onRequestStart(controller: Controller): void {
    if (this.#done) {
      controller.abort(new Error("stopped before it was sent"));
      return;
    }
    this.#controller = controller;
    this.#sent = true;
  }

  /** The headers came; once more for each informational answer before the real one. */
  onResponseStart(_controller: Controller, status: number, headers: Answer["headers"]): void {
    this.#status = status;
    this.#headers = headers;
  }

  /** A piece of the body came. */
  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.stop("tooLarge");
    else this.#chunks.push(chunk);
  }

  /** The answer is complete. */
  onResponseEnd(): void {
    const [status, received] = [this.#status, Buffer.concat(this.#chunks)];
    try {
      const { "content-encoding": encoding, ...others } = this.#headers;
      const plain = decompressed(encoding, received, this.#maxBytes);
      const [headers, bytes] = plain ? [others, plain] : [this.#headers, received];
      this.#done = true;
      this.#resolve({ status, headers, text: bytes.toString("utf8"), isGarbled: !isUtf8(bytes) });
    } catch {
      this.stop("tooLarge");
    }
  }

  /** The connection failed. */
  onResponseError(_controller: Controller | null, error: unknown): void {
    this.#fail(this.#errorOf(error));
  }

  #errorOf(error: unknown): CancelledError | ConnectionError {
    const [subject, sent, code] = [this.#subject, this.#sent, codeOf(error)];
    if (error instanceof ProxyFailure) return new ConnectionError(subject, error.kind, { sent, detail: error.message });
    if (closedByUs.has(code)) return new CancelledError(subject, sent);
    const kind = failureKind(code);
    const isCutOff = kind === "reset" && this.#status >= 200;
    return new ConnectionError(subject, isCutOff ? "truncated" : kind, {
      sent: sent && !unread.has(code),
      detail: code,
    });
  }

  #fail(error: CancelledError | ConnectionError): void {
    if (this.#done) return;
    this.#done = true;
    this.#reject(error);
    this.#controller?.abort(error);
  }
}

type Decoder = (bytes: Buffer, limits: { maxOutputLength: number }) => Buffer;

// A map, since the platform chooses the key: an object would have inherited ones.
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * The body that a proxy compressed without being asked. Undefined for an unknown encoding or a broken body;
 * throws for more than `most` bytes.
 */
function decompressed(encoding: unknown, bytes: Buffer, most: number): Buffer | undefined {
  const decode = decoders.get(String(encoding).trim().toLowerCase());
  try {
    return decode?.(bytes, { maxOutputLength: most });
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw error;
    return undefined;
  }
}
