import type { ServerOptions } from "node:http";

/** The most bytes that a request body may have, as on real servers: 413 beyond. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** So much of a body that is too large is read and thrown away, so that the answer reaches a client that writes first. */
export const maxDrainedBytes = 64 * 1024 * 1024;

/** What all clients together, and one that does not read, may take of the server. */
export const clientLimits = {
  /**
   * So many bytes may be held for all clients, bodies that come in and answers that nobody reads. Beyond, requests with
   * a body are answered 429, and all of them where the answers alone are so many.
   */
  maxHeldBytes: 256 * 1024 * 1024,
  /** A client that has not read its answer after this time is cut off. */
  unreadAnswerMs: 60_000,
  /** So many clients at once; the ones after them are not let in. */
  maxConnections: 10_000,
};

/** The same, with numbers of one's own. */
export type ClientLimits = typeof clientLimits;

/** What one connection may take of the HTTP server; the times are those of real API servers. */
export const connectionLimits: ServerOptions = {
  // For the head of a request: 408 beyond, so that half a head does not hold a connection for ever.
  headersTimeout: 32_000,
  // For the whole request: 408 beyond. An answer that goes on, like a watch, is not a part of it.
  requestTimeout: 60_000,
  // Idle connections; longer than most clients keep them, so that no request meets a closing one.
  keepAliveTimeout: 90_000,
  // How often the times above are looked at.
  connectionsCheckingInterval: 5_000,
  // Long selectors and continue tokens fit in: 431 beyond.
  maxHeaderSize: 64 * 1024,
};
