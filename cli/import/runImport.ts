import { existsSync, writeFileSync } from "node:fs";
import { fileProblem } from "../../emulator/text/fileProblem";
import type { Session } from "../../provider/engine/session";
import { isStdout } from "../output";
import { findImportables } from "./findImportables";
import type { Importables } from "./importables";
import { importFile } from "./importFile";
import type { ImportRequest } from "./importOptions";

type Tell = (note: string) => void;

/** Writes the import file, and returns what it holds and what was left out. */
export async function runImport(session: Session, request: ImportRequest, tell: Tell): Promise<Importables> {
  refuseExisting(request);
  const found = await withNotesAfterwards(tell, (note) => findImportables(session, request.selection, note));
  if (found.taken.length > 0) writeImportFile(importFile(found.taken), request);
  return found;
}

/** Notes in between would stand in the line in which a terminal shows the progress. */
async function withNotesAfterwards<Result>(tell: Tell, work: (note: Tell) => Promise<Result>): Promise<Result> {
  const notes: string[] = [];
  try {
    return await work((note) => notes.push(note));
  } finally {
    for (const note of notes) tell(note);
  }
}

/** Refuses to go on where a file would be lost. */
function refuseExisting({ out, force }: ImportRequest): void {
  if (!force && !isStdout(out) && existsSync(out)) throw refusal(out);
}

/** Writes the import file; without force, none that came into being meanwhile. */
function writeImportFile(text: string, { out, force }: ImportRequest): void {
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
