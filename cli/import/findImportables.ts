import type { Session } from "../../provider/session";
import { concurrently } from "../drift/looking/concurrently";
import { progressOn } from "../progress";
import { contextsOf } from "./contextsOf";
import type { Candidate, Importables, LeftOut } from "./importables";
import type { Selection } from "./importOptions";
import { listCandidates } from "./listCandidates";
import { type Read, readCandidate } from "./readCandidate";
import { withoutQuotes } from "./withoutQuotes";

/** Finds what an import would take, with the inputs that it would get; writes nothing to the platform. */
export async function findImportables(
  session: Session,
  selection: Selection,
  tell: (note: string) => void,
): Promise<Importables> {
  const contextFor = contextsOf(session, tell);
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  let managed = 0;
  for (const resource of selection.resources) {
    for (const shown of await listCandidates(resource, contextFor(resource), selection)) {
      const { id, reason } = shown;
      if (shown.managed && !selection.managed) managed++;
      else if (reason !== undefined) leftOut.push({ resource, id, reason });
      else candidates.push({ resource, id });
    }
  }
  const read = await readAll(candidates, (candidate) => readCandidate(candidate, contextFor(candidate.resource)));
  const { taken, refused } = withoutQuotes(read);
  return { taken, leftOut: [...leftOut, ...refused], managed };
}

async function readAll(candidates: readonly Candidate[], read: (one: Candidate) => Promise<Read>): Promise<Read[]> {
  const progress = progressOn(process.stderr);
  let done = 0;
  progress.start(candidates.length);
  try {
    return await concurrently(candidates, async (candidate) => {
      const result = await read(candidate);
      progress.step(++done);
      return result;
    });
  } finally {
    progress.end();
  }
}
