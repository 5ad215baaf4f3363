import { typeToken } from "../../provider/identity.js";
import type { Candidate, Importable } from "./candidates";

/** What `pulumi import --file` takes. */
export function importFile(taken: readonly Importable[]): string {
  const names = resourceNames(taken);
  const resources = taken.map(({ resource, id }, index) => ({
    type: typeToken(resource.type),
    name: names[index]?.variable,
    logicalName: names[index]?.logical,
    id,
  }));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

/** What a resource is called. */
interface ResourceNames {
  /** The name in its URN: of the object alone, so that it stays the same whatever else is imported. */
  readonly logical: string;
  /** The name in the program's text: an identifier, unique in the program. */
  readonly variable: string;
}

/** Names for resources, in their order. */
function resourceNames(candidates: readonly Candidate[]): ResourceNames[] {
  const counts = new Map<string, number>();
  return candidates.map(({ resource, id }) => {
    const logical = logicalName(id);
    const wanted = identifier(logical) + resource.type;
    const count = (counts.get(wanted) ?? 0) + 1;
    counts.set(wanted, count);
    return { logical, variable: count === 1 ? wanted : `${wanted}_${count}` };
  });
}

/** Names of projects have no dots, so `web/team` and nothing else becomes `web.team`. */
const logicalName = (id: string): string => id.replace("/", ".");

/** Behind it comes the kind, so that it is never a word of the language. */
function identifier(name: string): string {
  const joined = name.replace(/[^a-z0-9]+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
