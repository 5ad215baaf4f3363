import type http from "node:http";
import type { Socket } from "node:net";

/** An answer as the platform, or something in its place, gives it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What a client sees of an answer. reset: the connection is torn down (RST). end: it is closed in order (FIN). stall: nothing comes.
 * stallBody: half of the body comes. cutChunk: the connection ends inside a chunk. cutLength: it ends before the announced length.
 * surplus: the body is twice as long as it was announced.
 */
export type Way = "whole" | "reset" | "end" | "stall" | "stallBody" | "cutChunk" | "cutLength" | "surplus";

/** Answers a request in one of these ways, below HTTP where it has to be. */
export function reply(response: http.ServerResponse, way: Way, { status, headers, body }: Answer): void {
  if (way === "whole") {
    response.writeHead(status, headers).end(body);
    return;
  }
  const { socket } = response;
  if (socket) onSocket(socket, way, `HTTP/1.1 ${status} Of a test\r\ncontent-type: application/json\r\n`, body);
}

function onSocket(socket: Socket, way: Exclude<Way, "whole">, head: string, body: string): void {
  const half = body.slice(0, Math.ceil(body.length / 2));
  const length = (count: number) => `${head}content-length: ${count}\r\n\r\n`;
  switch (way) {
    case "reset":
      socket.resetAndDestroy();
      break;
    case "end":
      socket.end();
      break;
    case "stall":
      break;
    case "stallBody":
      socket.write(length(Buffer.byteLength(body)) + half);
      break;
    case "cutChunk":
      socket.end(`${head}transfer-encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${half}`);
      break;
    case "cutLength":
      socket.end(length(Buffer.byteLength(body) + 100) + body);
      break;
    case "surplus":
      socket.write(length(Buffer.byteLength(half)) + body);
      break;
  }
}
