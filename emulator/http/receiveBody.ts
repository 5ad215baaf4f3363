import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Body } from "../call";
import { type StatusError, tooLarge, tooManyRequests } from "../statusError";
import type { HeldBytes } from "./heldBytes";
import { maxBodyBytes, maxDrainedBytes } from "./serverLimits";

/** Waits for the body of a request. One that is not taken is read and thrown away, so that its refusal arrives. */
export async function receiveBody(request: IncomingMessage, response: ServerResponse, held: HeldBytes): Promise<Body> {
  const contentType = request.headers["content-type"];
  if (hasBody(request)) return { contentType, ...(await receiveText(request, response, held)) };
  return { contentType, text: "", refusal: held.isFullOfAnswers ? tooManyRequests() : undefined };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
}

type Received = Pick<Body, "text" | "badBytes" | "refusal">;

function receiveText(request: IncomingMessage, response: ServerResponse, held: HeldBytes): Promise<Received> {
  const hold = held.until(response, "bodies");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refusal: StatusError | undefined;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      refusal ??= refusalOf(size, held);
      if (refusal === undefined) {
        hold(chunk.length);
        chunks.push(chunk);
      } else chunks.length = 0;
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

function refusalOf(size: number, held: HeldBytes): StatusError | undefined {
  if (size > maxBodyBytes) return tooLarge(`limit is ${maxBodyBytes}`);
  return held.isFull ? tooManyRequests() : undefined;
}
