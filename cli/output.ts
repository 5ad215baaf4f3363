import { chmodSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { fileProblem } from "../emulator/text/fileProblem";
import { escapeText } from "../provider/api/output/escape";
import { npmName } from "../provider/identity.js";
import { UsageError } from "./program";

const stdout = "-";

/** The mode of a file that holds a key. */
export const secretMode = 0o600;

/** Whether the name of an output file stands for stdout. */
export const isStdout = (file: string | undefined): boolean => file === stdout;

/** Refuses to write two outputs to one place, or one over a file that is read. */
export function refuseSamePlace(
  files: readonly (string | undefined)[],
  read: readonly (string | undefined)[] = [],
): void {
  const places = files.flatMap((file) => (file === undefined ? [] : [isStdout(file) ? file : resolve(file)]));
  const lost = read.find((file) => file && !isStdout(file) && places.includes(resolve(file)));
  if (lost !== undefined) throw new UsageError(`No output can be written to ${resolve(lost)}, which is read`);
  const twice = places.find((place, index) => places.indexOf(place) < index);
  if (twice === undefined) return;
  throw new UsageError(`Only one output can be written to ${isStdout(twice) ? "stdout (-)" : twice}`);
}

/** JSON without commands for a terminal or a CI server; a parser finds the very same values. */
export const jsonText = (value: object, space?: number): string =>
  `${escapeText(JSON.stringify(value, null, space))}\n`;

/** Writes a text to a file or stdout. */
export function writeOutput(text: string, file: string, { what = "report", mode = 0o666 } = {}): void {
  if (isStdout(file)) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text, { mode });
    // The mode above is for a new file only.
    if (mode === secretMode) chmodSync(file, mode);
  } catch (error) {
    throw new Error(fileProblem("write", what, file, error), { cause: error });
  }
}

/** Prints a report as text, unless its JSON goes to stdout; writes the JSON where `--json` says. */
export function writeReport(json: string | undefined, text: () => string, value: () => object): void {
  if (!isStdout(json)) process.stdout.write(text());
  if (json !== undefined) writeOutput(jsonText(value()), json);
}

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
