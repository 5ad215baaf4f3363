/** Seconds until an operation times out, without customTimeouts. */
export const operationTimeouts = { create: 300, read: 120, update: 300, delete: 600 } as const;

/** Milliseconds until one attempt of a request times out. */
export const requestTimeoutMs = 60_000;

/** Milliseconds until opening a connection times out. */
export const connectTimeoutMs = 10_000;

/** Milliseconds until the handshake that looks for TLS times out. */
export const schemeTimeoutMs = 2000;

/** Milliseconds until the request for the identity of a platform times out. */
export const identityTimeoutMs = 10_000;

/** Milliseconds until one page of a shared list times out. */
export const pageTimeoutMs = 10_000;
