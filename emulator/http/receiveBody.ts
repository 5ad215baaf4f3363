import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Body } from "../call";
import { type StatusError, tooLarge } from "../statusError";
import { maxBodyBytes, maxDrainedBytes } from "./serverLimits";

/** Waits for the body of a request. One that is not taken is read and thrown away, so that its refusal arrives. */
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
