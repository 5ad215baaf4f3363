import { visiblePart } from "./hiddenSecrets";
import type { Kind } from "./kinds/kind";
import type { Entry } from "./store";
import { canonicalJson } from "./text/json";
import type { World } from "./world";

const shown = new WeakMap<Entry, string>();

/** The JSON text in which a stored object is answered: whole, or without its secrets if the platform hides them. */
export function present(world: World, kind: Kind, entry: Entry): string {
  if (!world.hideKeys || kind.secrets === undefined) return entry.json;
  const text = shown.get(entry) ?? canonicalJson(visiblePart(world, kind, entry.object));
  shown.set(entry, text);
  return text;
}

/** The JSON text of an object as an item of a list. */
export function presentItem(world: World, kind: Kind, entry: Entry): string {
  const text = present(world, kind, entry);
  if (world.flavour.namesKindInItems) return text;
  // Stored text has its members in alphabetical order, so these two come first.
  return `{${text.slice(`{"apiVersion":"${world.apiVersion}","kind":"${kind.kind}",`.length)}`;
}
