import { chmodSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { fileProblem } from "../emulator/text/fileProblem";
import { escapeText } from "../provider/cliFacade";
import { npmName } from "../provider/packageNames.js";
import { UsageError } from "./program";

const stdout = "-";

/** Mode of files with a key. */
export const secretMode = 0o600;

/** Whether an output file is stdout. */
export const isStdout = (file: string | undefined): boolean => file === stdout;

/** Refuses two outputs to one file, and an output to a file that is read. */
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

/** JSON in which commands for a terminal or a CI server are escaped. */
export const jsonText = (value: object, space?: number): string =>
  `${escapeText(JSON.stringify(value, null, space))}\n`;

/** Writes a text to a file or stdout. */
export function writeOutput(text: string, file: string, { what = "report", mode = 0o666 } = {}): void {
  if (isStdout(file)) {
    process.stdout.write(text);
    return;
  }
  accessFile("write", what, file, () => {
    writeFileSync(file, text, { mode });
    // The mode above applies to new files only.
    if (mode === secretMode) chmodSync(file, mode);
  });
}

/** Reads or writes a file; an error names the file and a remedy. */
export function accessFile<Result>(verb: "read" | "write", what: string, file: string, access: () => Result): Result {
  try {
    return access();
  } catch (error) {
    throw new Error(fileProblem(verb, what, file, error), { cause: error });
  }
}

/** Prints the text, unless the JSON goes to stdout; writes the JSON of `--json`. */
export function writeReport(json: string | undefined, text: () => string, value: () => object): void {
  if (!isStdout(json)) process.stdout.write(text());
  if (json !== undefined) writeOutput(jsonText(value()), json);
}

/** Handles errors of a stream: a closed pipe is none; others, such as a full disk, exit with 1. */
export function handleOutputErrors(stream: Writable): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    console.error(`${npmName}: the output cannot be written: ${error.message}`);
    // At exit, since the command may set its own code later.
    process.once("exit", () => {
      process.exitCode = 1;
    });
  });
}
