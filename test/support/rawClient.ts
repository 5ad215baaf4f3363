import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Server } from "../emulator/request";
import { groupPath } from "./http";

/** The path of the templates on a platform with the default vendor. */
export const templates = `${groupPath}/spacetemplates`;

/** Opens a connection on which a test writes whatever bytes it likes. */
export async function dial(platform: Server): Promise<Socket> {
  const { hostname, port } = new URL(platform.baseUrl);
  const socket = connect(Number(port), hostname);
  // The test examines how the server ends the connection, so an error is no failure.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** The head of a request with the platform's key; the empty line at its end is there. */
export function head(platform: Server, line: string, ...headers: string[]): string {
  const all = [`${line}`, "host: test", `authorization: Bearer ${platform.accessKey}`, ...headers];
  return `${all.join("\r\n")}\r\n\r\n`;
}

/** Reads from a connection until what has come matches, or the server has closed it. */
export function readUntil(socket: Socket, wanted: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    const done = () => {
      socket.off("data", read).off("close", done);
      resolve(text);
    };
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (wanted.test(text)) done();
    };
    socket.on("data", read).on("close", done);
  });
}

/** Matches nothing, so that everything is read. */
export const untilClosed = /(?!)/;

/** Sends bytes on a connection of their own and reads until the server closes it. */
export async function exchange(platform: Server, bytes: string | Buffer): Promise<string> {
  const socket = await dial(platform);
  socket.write(bytes);
  return readUntil(socket, untilClosed);
}
