import type { Session } from "../../provider/session";
import { findImportables } from "./findImportables";
import type { Importables } from "./importables";
import { importFile } from "./importFile";
import type { ImportRequest } from "./importOptions";
import { refuseExisting, writeImportFile } from "./writeImportFile";

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
