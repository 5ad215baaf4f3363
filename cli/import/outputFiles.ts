import { existsSync, writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";

/** A file to write. */
export interface OutputFile {
  readonly file: string;
  /** What it is, for messages. */
  readonly what: string;
  readonly text: string;
}

/** Refuses to go on where a file would be lost. */
export function refuseExisting(files: readonly string[]): void {
  const existing = files.filter((file) => existsSync(file));
  if (existing.length === 0) return;
  const them = existing.length === 1 ? "it" : "them";
  throw new Error(
    `${existing.join(" and ")} exist${existing.length === 1 ? "s" : ""} already. Name another file, or overwrite ${them} with --force.`,
  );
}

/** Writes the files; without force, none that came into being meanwhile is overwritten. */
export function writeFiles(files: readonly OutputFile[], force: boolean): void {
  for (const { file, what, text } of files) {
    try {
      writeFileSync(file, text, { flag: force ? "w" : "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") refuseExisting([file]);
      throw new Error(fileProblem("write", what, file, error), { cause: error });
    }
  }
}
