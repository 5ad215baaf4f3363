import type { ServerResponse } from "node:http";
import type { Stream } from "../call";
import type { Response } from "../requests/response";
import type { HeldBytes } from "./heldBytes";

/** How an answer goes out. */
export interface Sending {
  /** HEAD: the headers only. */
  headersOnly: boolean;
  /** Half of the body, of a stream half of what is there at once, then a cut: a fault. */
  truncated: boolean;
  held: HeldBytes;
  /** A client that has not read its answer after this time is cut off. */
  unreadAnswerMs: number;
}

/** Sends an answer, whole or as a stream. */
export function sendAnswer(response: ServerResponse, answer: Response, sending: Sending): void {
  if (typeof answer.body === "string") sendText(response, answer, answer.body, sending);
  else if (sending.truncated) sendStartOfStream(response, answer, answer.body);
  else sendStream(response, answer, answer.body, sending);
}

function sendText(response: ServerResponse, { code, headers }: Response, text: string, sending: Sending): void {
  response.writeHead(code, { ...headers, "content-length": Buffer.byteLength(text) });
  if (sending.headersOnly) response.end();
  else if (sending.truncated) response.write(text.slice(0, text.length >> 1), () => response.destroy());
  else {
    response.end(text);
    waitForReader(response, sending);
  }
}

// What the kernel did not take at once stays in memory until the client reads it.
function waitForReader(response: ServerResponse, { held, unreadAnswerMs }: Sending): void {
  const unread = response.socket?.writableLength ?? 0;
  if (unread === 0) return;
  held.until(response, "answers")(unread);
  const timer = setTimeout(() => response.destroy(), unreadAnswerMs).unref();
  response.once("close", () => clearTimeout(timer));
}

function sendStream(response: ServerResponse, { code, headers }: Response, stream: Stream, sending: Sending): void {
  response.writeHead(code, headers);
  response.flushHeaders();
  const stop = stream({
    write: (text) => response.write(text),
    onDrain: (listener) => response.on("drain", listener),
    end: () => {
      response.end();
      waitForReader(response, sending);
    },
  });
  response.once("close", stop);
}

function sendStartOfStream(response: ServerResponse, { code, headers }: Response, stream: Stream): void {
  let text = "";
  const add = (piece: string) => {
    text += piece;
    return true;
  };
  stream({ write: add, onDrain: () => {}, end: () => {} })();
  response.writeHead(code, headers);
  response.flushHeaders();
  response.write(text.slice(0, text.length >> 1));
  response.socket?.end();
}
