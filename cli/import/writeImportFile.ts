import { existsSync, writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import { isStdout } from "../output";
import type { ImportRequest } from "./importOptions";

/** Refuses to go on where a file would be lost. */
export function refuseExisting({ out, force }: ImportRequest): void {
  if (!force && !isStdout(out) && existsSync(out)) throw refusal(out);
}

/** Writes the import file; without force, none that came into being meanwhile. */
export function writeImportFile(text: string, { out, force }: ImportRequest): void {
  if (isStdout(out)) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(out, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw refusal(out);
    throw new Error(fileProblem("write", "import file", out, error), { cause: error });
  }
}

const refusal = (file: string): Error =>
  new Error(`${file} exists already. Name another file, or overwrite it with --force.`);
