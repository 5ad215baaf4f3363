import { timestamp } from "../../provider/objects/metadata";
import type { Importable, LeftOut } from "./importables";
import type { Read } from "./readCandidate";
import { reasons } from "./reasons";
import { textsIn } from "./textsIn";

// A shorter one would be found in ordinary words.
const shortestSecret = 8;

// The time of a login is part of what is secret of it, and stands in other fields, too.
const isTime = (text: string): boolean => timestamp.safeParse(text).success;

/** Parts what was read into what may stand in a file, and what may not: somebody may have written a key into an annotation. */
export function withoutQuotes(read: readonly Read[]): { readonly taken: Importable[]; readonly refused: LeftOut[] } {
  const all = new Set(read.flatMap(({ secrets }) => secrets));
  const secrets = [...all].filter((text) => text.length >= shortestSecret && !isTime(text));
  const taken: Importable[] = [];
  const refused: LeftOut[] = [];
  for (const { result } of read) {
    const { resource, id } = result;
    if (quotes(result, secrets)) refused.push({ resource, id, reason: reasons.quotesSecret });
    else if ("reason" in result) refused.push(result);
    else taken.push(result);
  }
  return { taken, refused };
}

const quotes = (result: Read["result"], secrets: readonly string[]): boolean =>
  textsOf(result).some((text) => secrets.some((secret) => text.includes(secret)));

// A reason may quote what it is about.
const textsOf = (result: Read["result"]): string[] => textsIn("reason" in result ? result.reason : result.inputs);
