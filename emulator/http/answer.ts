import type { ServerResponse } from "node:http";
import type { Stream } from "../call";
import type { Response } from "../requests/response";

/** How an answer goes out. */
export interface Sending {
  /** HEAD: the headers only. */
  headersOnly: boolean;
  /** Half of the body, of a stream half of what is there at once, then a cut: a fault. */
  truncated: boolean;
}

/** Sends an answer, whole or as a stream. */
export function sendAnswer(response: ServerResponse, answer: Response, sending: Sending): void {
  if (typeof answer.body === "string") sendText(response, answer, answer.body, sending);
  else if (sending.truncated) sendStartOfStream(response, answer, answer.body);
  else sendStream(response, answer, answer.body);
}

function sendText(response: ServerResponse, { code, headers }: Response, text: string, sending: Sending): void {
  response.writeHead(code, { ...headers, "content-length": Buffer.byteLength(text) });
  if (sending.headersOnly) response.end();
  else if (sending.truncated) response.write(text.slice(0, text.length >> 1), () => response.destroy());
  else response.end(text);
}

function sendStream(response: ServerResponse, { code, headers }: Response, stream: Stream): void {
  response.writeHead(code, headers);
  response.flushHeaders();
  const stop = stream({
    write: (text) => response.write(text),
    onDrain: (listener) => response.on("drain", listener),
    end: () => response.end(),
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
