import type { Session } from "../../provider/session";
import { findImportables } from "./findImportables";
import { importFile } from "./importFile";
import { importReport } from "./importReport";
import type { ImportRequest } from "./readImportOptions";
import { refuseExisting, writeImportFile } from "./writeImportFile";

type Tell = (note: string) => void;

/** Writes the import file, and says what was done. */
export async function runImport(session: Session, request: ImportRequest, tell: Tell): Promise<string> {
  refuseExisting(request);
  const found = await withNotesAfterwards(tell, (note) => findImportables(session, request.selection, note));
  if (found.taken.length > 0) writeImportFile(importFile(found.taken), request);
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
