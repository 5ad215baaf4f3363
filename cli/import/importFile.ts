import { typeToken } from "../../provider/packageNames.js";
import type { Importable } from "./candidates";

/** Input of `pulumi import --file`. */
export function importFile(taken: readonly Importable[]): string {
  const counts = new Map<string, number>();
  const resources = taken.map(({ resource, id }) => {
    // Project names have no dots, so the names are unique, and independent of other imports.
    const logicalName = id.replace("/", ".");
    const variable = identifier(logicalName) + resource.type;
    const count = (counts.get(variable) ?? 0) + 1;
    counts.set(variable, count);
    const name = count === 1 ? variable : `${variable}_${count}`;
    return { type: typeToken(resource.type), name, logicalName, id };
  });
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

/** An identifier, with the kind at its end so that it is no keyword. */
function identifier(name: string): string {
  const joined = name.replace(/[^a-z0-9]+([a-z0-9])/gi, (_, next: string) => next.toUpperCase());
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
