import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import type { Body } from "../call";
import { tooLarge } from "../statusError";

/** The most bytes that a request body may have, as on real servers: 413 beyond. */
const maxBodyBytes = 3 * 1024 * 1024;

/** The most bytes of a refused body that are read, for clients that read only after they wrote. */
const maxDrainedBytes = 64 * 1024 * 1024;

/** Reads the body of a request. A refused one is read and dropped, so that the response arrives. */
export function receiveBody(request: IncomingMessage, response: ServerResponse): Promise<Body> {
  const contentType = request.headers["content-type"];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      const refusal = size > maxBodyBytes ? tooLarge(`limit is ${maxBodyBytes}`) : undefined;
      resolve({ contentType, ...textOf(Buffer.concat(chunks)), refusal });
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (size <= maxDrainedBytes) return;
      request.pause();
      // The rest of the body is never read, so the connection cannot be used again.
      response.setHeader("connection", "close");
      end();
    });
    request.once("end", end);
    request.once("error", reject);
  });
}

function textOf(bytes: Buffer): Pick<Body, "text" | "badBytes"> {
  const text = bytes.toString();
  return isUtf8(bytes) ? { text } : { text, badBytes: bytes };
}

/** Limits of a connection. */
export const connectionLimits: ServerOptions = {
  // Longer than most clients keep idle connections, so that no request meets a closing one.
  keepAliveTimeout: 90_000,
  // Long selectors and continue tokens fit in: 431 beyond.
  maxHeaderSize: 64 * 1024,
};
