import type { Session } from "../../provider/session";
import { findImportables } from "./findImportables";
import type { Importable } from "./importables";
import { importFile } from "./importFile";
import { importReport } from "./importReport";
import { programs } from "./programs";
import { type ImportRequest, outputsOf } from "./readImportOptions";
import { refuseExisting } from "./refuseExisting";
import { type OutputFile, writeFiles } from "./writeFiles";

type Tell = (note: string) => void;

/** Writes the files that were asked for, and says what was done. */
export async function runImport(session: Session, request: ImportRequest, tell: Tell): Promise<string> {
  const { force, selection } = request;
  if (!force) refuseExisting(outputsOf(request));
  const found = await withNotesAfterwards(tell, (note) => findImportables(session, selection, note));
  if (found.taken.length > 0) writeFiles(filesFor(found.taken, request), force);
  return importReport(found, request);
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

function filesFor(taken: readonly Importable[], { out, program }: ImportRequest): OutputFile[] {
  const list = { file: out, what: "import file", text: importFile(taken) };
  if (program === undefined) return [list];
  return [list, { file: program.file, what: "program", text: programs[program.language].write(taken) }];
}
