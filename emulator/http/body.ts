import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import type { Body } from "../call";
import { type StatusError, tooLarge } from "../statusError";

/** Reads the body of a request. A refused one is read and dropped, so that the response arrives. */
export async function receiveBody(request: IncomingMessage, response: ServerResponse): Promise<Body> {
  return { contentType: request.headers["content-type"], ...(await receiveText(request, response)) };
}

type Received = Pick<Body, "text" | "badBytes" | "refusal">;

function receiveText(request: IncomingMessage, response: ServerResponse): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refusal: StatusError | undefined;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) refusal ??= tooLarge(`limit is ${maxBodyBytes}`);
      if (refusal === undefined) chunks.push(chunk);
      else chunks.length = 0;
      if (size > maxDrainedBytes) giveUp();
    });
    const giveUp = () => {
      request.pause();
      // The rest of the body is never read, so the connection cannot be used again.
      response.setHeader("connection", "close");
      resolve({ text: "", refusal });
    };
    request.once("end", () => resolve({ ...textOf(Buffer.concat(chunks)), refusal }));
    request.once("error", reject);
  });
}

function textOf(bytes: Buffer): Pick<Body, "text" | "badBytes"> {
  const text = bytes.toString();
  return isUtf8(bytes) ? { text } : { text, badBytes: bytes };
}

/** The most bytes that a request body may have, as on real servers: 413 beyond. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** The most bytes of a refused body that are read, for clients that read only after they wrote. */
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
