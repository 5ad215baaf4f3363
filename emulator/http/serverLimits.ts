import type { ServerOptions } from "node:http";

/** The most bytes that a request body may have, as on real servers: 413 beyond. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** So much of a body that is too large is read and thrown away, so that the answer reaches a client that writes first. */
export const maxDrainedBytes = 64 * 1024 * 1024;

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
