import { secretQuotes } from "../../provider/objects/ownMetadata";
import { textsAndKeysIn } from "../../provider/objects/values";
import type { Importable, LeftOut } from "./importables";
import type { Read } from "./readCandidate";
import { reasons } from "./reasons";

/** Parts what was read into what may stand in a file, and what may not: somebody may have written a key into an annotation. */
export function withoutQuotes(read: readonly Read[]): { readonly taken: Importable[]; readonly refused: LeftOut[] } {
  const quotes = secretQuotes(read.flatMap(({ secrets }) => secrets));
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
