import { textsAt } from "../../provider/objects/values";
import type { Importable, LeftOut } from "./importables";
import type { Read } from "./readCandidate";
import { quotesSecret } from "./reasons";

// A shorter one would be found in ordinary words.
const shortestSecret = 8;

/** Parts what was read into what may stand in a file, and what may not: somebody may have written a key into an annotation. */
export function withoutQuotes(read: readonly Read[]): { readonly taken: Importable[]; readonly refused: LeftOut[] } {
  const all = new Set(read.flatMap(({ secrets }) => secrets));
  const secrets = [...all].filter(({ length }) => length >= shortestSecret);
  const taken: Importable[] = [];
  const refused: LeftOut[] = [];
  for (const { result } of read) {
    if ("reason" in result) refused.push(result);
    else if (quotes(result, secrets)) refused.push({ ...result, reason: quotesSecret });
    else taken.push(result);
  }
  return { taken, refused };
}

const quotes = ({ inputs }: Importable, secrets: readonly string[]): boolean =>
  textsAt({ inputs, keys: keysIn(inputs) }, [["inputs"], ["keys"]]).some((text) =>
    secrets.some((secret) => text.includes(secret)),
  );

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => [key, ...keysIn(inside)]);
}
