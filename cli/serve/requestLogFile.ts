import { createWriteStream, openSync } from "node:fs";
import type { RequestLogEntry } from "../../emulator/http/requestLogEntry";

/** A file that gets one JSON line for each request. */
export interface RequestLogFile {
  add(entry: RequestLogEntry): void;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

/** Opens a file for appending; undefined for no file. */
export function openRequestLog(file: string | undefined): RequestLogFile | undefined {
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { fd: openSync(file, "a", 0o600) });
  stream.on("error", ({ message }) => console.error(`The request log is not written any further: ${message}`));
  return {
    // Bodies can hold keys, so they never reach the file.
    add: ({ body, ...entry }) => {
      if (stream.writable) stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: () => new Promise((resolve) => (stream.closed ? resolve() : stream.once("close", resolve).end())),
  };
}
