import type { Kind } from "../kinds/kind";
import type { Entry } from "../store/store";
import { canonicalJson } from "../text/json";
import type { World } from "../world";
import { hiddenFields, visiblePart } from "./hiddenSecrets";

const withKeys = new WeakMap<Entry, string>();
const withoutKeys = new WeakMap<Entry, string>();

/** The JSON text in which a stored object is answered: whole, or without what the platform hides. */
export function present(world: World, kind: Kind, entry: Entry): string {
  if (hiddenFields(world, kind).length === 0) return entry.json;
  const shown = world.hideKeys ? withoutKeys : withKeys;
  const text = shown.get(entry) ?? canonicalJson(visiblePart(world, kind, entry.object));
  shown.set(entry, text);
  return text;
}

/** The answer to a create: the one that shows the keys that the server made up. */
export function presentNew(world: World, kind: Kind, entry: Entry): string {
  return present({ ...world, hideKeys: false }, kind, entry);
}

/** The JSON text of an object as an item of a list. */
export function presentItem(world: World, kind: Kind, entry: Entry): string {
  const text = present(world, kind, entry);
  if (world.flavour.namesKindInItems) return text;
  // Stored text has its members in alphabetical order, so these two come first.
  return `{${text.slice(`{"apiVersion":"${world.apiVersion}","kind":"${kind.kind}",`.length)}`;
}
