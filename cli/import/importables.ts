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
import {
  type Candidate,
  type Importable,
  type LeftOut,
  listCandidates,
  type Read,
  readCandidate,
  reasons,
} from "./candidates";
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
  const contextFor = (resource: Resource) =>
    readContext(session, { notify, timeout, secretPaths: engine.secretPaths(resource) });
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  let managed = 0;
  let isOffered = false;
  const seen: Context[] = [];
  for (const resource of selectedResources(values)) {
    const context = contextFor(resource);
    seen.push(context);
    const listed = await listCandidates(resource, context, values);
    isOffered ||= listed !== undefined;
    for (const shown of listed ?? []) {
      const { id, reason } = shown;
      if (shown.managed && !values.managed) managed++;
      else if (reason !== undefined) leftOut.push({ resource, id, reason });
      else candidates.push({ resource, id });
    }
  }
  if (!isOffered) throw new Error(nothingOffered);
  const read = await withProgress(candidates.length, (step) =>
    concurrently(candidates, (each) => readCandidate(each, contextFor(each.resource)).finally(step)),
  );
  // Without a list of keys, their search shows the values of others.
  const secrets = seen.flatMap(({ call }) => [...(call.secrets ?? [])]);
  const { taken, refused } = withoutQuotes(read, secrets);
  return { taken, leftOut: [...leftOut, ...refused], managed };
}

const nothingOffered = `The platform lists none of these kinds. Check that the base URL and the vendor are right: ${npmName} doctor.`;

// Seconds. A list may have many pages.
const timeout = 600;

/** Refuses objects that quote a secret, such as a key in an annotation. Masks them in reasons. */
function withoutQuotes(
  read: readonly Read[],
  others: readonly string[],
): { readonly taken: Importable[]; readonly refused: LeftOut[] } {
  const quotes = secretDetector([...others, ...read.flatMap(({ secrets }) => secrets)]);
  const redactor = operationSecrets();
  const taken: Importable[] = [];
  const refused: LeftOut[] = [];
  for (const { result } of read) {
    const { resource, id } = result;
    if ("reason" in result) refused.push({ ...result, reason: redactor.redact(result.reason, "us") });
    else if (textsAndKeysIn(result.inputs).some(quotes)) refused.push({ resource, id, reason: reasons.quotesSecret });
    else taken.push(result);
  }
  return { taken, refused };
}
