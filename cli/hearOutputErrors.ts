import type { Writable } from "node:stream";
import { npmName } from "../provider/identity.js";

/**
 * Keeps a stream that cannot be written from ending the program with a trace. A reader that went away, as `head` does,
 * has what it wanted; anything else, such as a full disk, is told, and the exit code is 1.
 */
export function hearOutputErrors(stream: Writable): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    console.error(`${npmName}: the output cannot be written: ${error.message}`);
    // The command may set its own code after this.
    process.once("exit", () => {
      process.exitCode = 1;
    });
  });
}
