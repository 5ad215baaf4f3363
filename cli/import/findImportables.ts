import * as engine from "../../provider/engine/engine";
import type { Session } from "../../provider/engine/session";
import { npmName } from "../../provider/identity.js";
import { secretDetector } from "../../provider/objects/fields/publicMetadata";
import type { OperationContext } from "../../provider/objects/operation";
import { textsAndKeysIn } from "../../provider/objects/values";
import type { Resource } from "../../provider/resources/resource";
import { concurrently } from "../drift/looking/concurrently";
import { progressOn } from "../progress";
import { type Candidate, type Importable, type Importables, type LeftOut, reasons } from "./importables";
import type { Selection } from "./importOptions";
import { listCandidates } from "./listCandidates";
import { type Read, readCandidate } from "./readCandidate";

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
  let isOffered = false;
  for (const resource of selection.resources) {
    const listed = await listCandidates(resource, contextFor(resource), selection);
    isOffered ||= listed !== undefined;
    for (const shown of listed ?? []) {
      const { id, reason } = shown;
      if (shown.managed && !selection.managed) managed++;
      else if (reason !== undefined) leftOut.push({ resource, id, reason });
      else candidates.push({ resource, id });
    }
  }
  if (!isOffered) throw new Error(nothingOffered);
  const read = await readAll(candidates, (candidate) => readCandidate(candidate, contextFor(candidate.resource)));
  const { taken, refused } = withoutQuotes(read);
  return { taken, leftOut: [...leftOut, ...refused], managed };
}

const nothingOffered = `The platform lists none of these kinds. Check that the base URL and the vendor are right: ${npmName} doctor.`;

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

// A list may have many pages.
const timeout = 600;

/** Makes contexts for reads, each with its own deadline. */
type ContextFor = (resource: Resource) => OperationContext;

/** Contexts on one platform, whose warnings are told as notes. */
const contextsOf =
  (session: Session, tell: (note: string) => void): ContextFor =>
  (resource) => {
    const owner = { project: "", stack: "", type: "", name: "" };
    const diagnostics = { warn: tell, inform: tell, status: () => {} };
    const secretPaths = engine.secretPaths(resource);
    return session.context({ kind: "read", timeout, owner, secrets: [], secretPaths, diagnostics });
  };

/** Parts what was read into what may stand in a file, and what may not: somebody may have written a key into an annotation. */
function withoutQuotes(read: readonly Read[]): { readonly taken: Importable[]; readonly refused: LeftOut[] } {
  const quotes = secretDetector(read.flatMap(({ secrets }) => secrets));
  const taken: Importable[] = [];
  const refused: LeftOut[] = [];
  for (const { result } of read) {
    const { resource, id } = result;
    if (textsOf(result).some(quotes)) refused.push({ resource, id, reason: reasons.quotesSecret });
    else if ("reason" in result) refused.push(result);
    else taken.push(result);
  }
  return { taken, refused };
}

// A reason may quote what it is about.
const textsOf = (result: Read["result"]): string[] =>
  textsAndKeysIn("reason" in result ? result.reason : result.inputs);
