import {
  type Context,
  engine,
  operationSecrets,
  type Resource,
  type Session,
  secretDetector,
  textsAndKeysIn,
} from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";
import { concurrently } from "../concurrently";
import { readContext } from "../readContext";
import { withProgress } from "../terminal";
import type { Notify } from "../words";
import { type Candidate, type Importable, type LeftOut, listCandidates, readCandidate, reasons } from "./candidates";
import { type ImportValues, selectedResources } from "./options";

/** Result of the search. */
export interface Importables {
  readonly taken: readonly Importable[];
  readonly leftOut: readonly LeftOut[];
  /** Number of objects left out because a stack made them. */
  readonly managed: number;
}

/** Finds objects to import, and reads their inputs. Read-only. */
export async function findImportables(session: Session, values: ImportValues, notify: Notify): Promise<Importables> {
  const contexts: Context[] = [];
  const contextFor = (resource: Resource) => {
    const context = readContext(session, { notify, timeout, secretPaths: engine.secretPaths(resource) });
    contexts.push(context);
    return context;
  };
  const kinds = await selectedResources(values, readContext(session, { notify, timeout }));
  const { candidates, leftOut, managed } = await listAll(kinds, values, contextFor);
  const read = await withProgress(candidates.length, (step) =>
    concurrently(candidates, (each) => readCandidate(each, contextFor(each.resource)).finally(step)),
  );
  // Without a list of keys, their search shows the values of others.
  const quotes = secretDetector(contexts.flatMap(({ call }) => [...(call.secrets ?? [])]));
  const redactor = operationSecrets();
  const taken: Importable[] = [];
  for (const result of read) {
    const { resource, id } = result;
    if ("reason" in result) leftOut.push({ ...result, reason: redactor.redact(result.reason, "provider") });
    // Such as a key in an annotation.
    else if (textsAndKeysIn(result.inputs).some(quotes)) leftOut.push({ resource, id, reason: reasons.quotesSecret });
    else taken.push(result);
  }
  return { taken, leftOut, managed };
}

async function listAll(kinds: readonly Resource[], values: ImportValues, contextFor: (resource: Resource) => Context) {
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  let managed = 0;
  let isOffered = false;
  for (const resource of kinds) {
    const listed = await listCandidates(resource, contextFor(resource), values);
    isOffered ||= listed !== undefined;
    for (const shown of listed ?? []) {
      const { id, reason } = shown;
      if (shown.managed && !values.managed) managed++;
      else if (reason !== undefined) leftOut.push({ resource, id, reason });
      else candidates.push({ resource, id, live: shown.live });
    }
  }
  if (!isOffered) throw new Error(nothingOffered);
  return { candidates, leftOut, managed };
}

const nothingOffered = `The platform lists none of these kinds. Check that the base URL and the vendor are right: ${npmName} doctor.`;

// Seconds. A list may have many pages.
const timeout = 600;
