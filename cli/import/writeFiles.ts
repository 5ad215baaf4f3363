import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { isStdout } from "../stdout";
import { refuseExisting } from "./refuseExisting";

/** A file to write. */
export interface OutputFile {
  readonly file: string;
  /** What it is, for messages. */
  readonly what: string;
  readonly text: string;
}

/** Writes all of the files or, where one of them cannot be written, none that was not there; without force, none that came into being meanwhile. */
export function writeFiles(files: readonly OutputFile[], force: boolean): void {
  const onDisk = files.filter(({ file }) => !isStdout(file));
  const made: string[] = [];
  try {
    for (const each of onDisk) if (attempt(each, () => claim(each.file, force))) made.push(each.file);
    for (const each of onDisk) attempt(each, () => writeFileSync(each.file, each.text));
  } catch (error) {
    for (const file of made) rmSync(file, { force: true });
    throw error;
  }
  for (const { file, text } of files) if (isStdout(file)) process.stdout.write(text);
}

/** Makes sure that a file can be written, and leaves what it holds; whether it was not there before. */
function claim(file: string, force: boolean): boolean {
  try {
    closeSync(openSync(file, "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (!force) refuseExisting([file]);
  closeSync(openSync(file, "a"));
  return false;
}

function attempt<Result>({ file, what }: OutputFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new Error(fileProblem("write", what, file, error), { cause: error });
  }
}
