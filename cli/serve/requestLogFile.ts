import { createWriteStream, openSync } from "node:fs";
import type { RequestLogEntry } from "../../emulator/http/requestLog";
import { fileProblem } from "../../emulator/text/fileProblem";

/** A file that gets one JSON line for each request. */
export interface RequestLogFile {
  add(entry: RequestLogEntry): void;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

/** Opens a file for appending; undefined for no file. */
export function openRequestLog(file: string | undefined): RequestLogFile | undefined {
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { fd: open(file) });
  stream.on("error", ({ message }) => console.error(`The request log is not written any further: ${message}`));
  return {
    // Bodies can hold keys, so they never reach the file.
    add: ({ body, ...entry }) => {
      if (stream.writable) stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: () => new Promise((resolve) => (stream.closed ? resolve() : stream.once("close", resolve).end())),
  };
}

function open(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch (error) {
    throw new Error(fileProblem("write", "request log", file, error), { cause: error });
  }
}
