import type { Kind } from "../kinds/kind";
import type { ApiObject, Draft } from "../kinds/metadata";
import type { Entry } from "../store/store";
import { canonicalJson, getMember, isObject, type JsonObject } from "../text/json";
import type { World } from "../world";

const withKeys = new WeakMap<Entry, string>();
const withoutKeys = new WeakMap<Entry, string>();

/** The JSON text of a stored object without what the platform hides. */
export function present(world: World, kind: Kind, entry: Entry): string {
  if (hiddenFields(world, kind).length === 0) return entry.json;
  const shown = world.hideKeys ? withoutKeys : withKeys;
  const text = shown.get(entry) ?? canonicalJson(visiblePart(world, kind, entry.object));
  shown.set(entry, text);
  return text;
}

/** The text for the response to a create, which alone shows the keys that the server made up. */
export function presentNew(world: World, kind: Kind, entry: Entry): string {
  return present({ ...world, hideKeys: false }, kind, entry);
}

/** The JSON text of an object as an item of a list. */
export function presentItem(world: World, kind: Kind, entry: Entry): string {
  const text = present(world, kind, entry);
  if (!world.goTypes) return text;
  // Stored text has its members in alphabetical order, so these two come first as a rule.
  const start = `{"apiVersion":"${world.apiVersion}","kind":"${kind.kind}",`;
  if (text.startsWith(start)) return `{${text.slice(start.length)}`;
  return canonicalJson({ ...visiblePart(world, kind, entry.object), apiVersion: undefined, kind: undefined });
}

type Path = readonly string[];

/** The fields that this platform leaves out of what it shows. */
export function hiddenFields(world: World, { neverShown = [], secrets = [] }: Kind): readonly Path[] {
  return world.hideKeys ? [...neverShown, ...secrets] : neverShown;
}

/** The part of an object that this platform shows: all of it but its hidden fields. */
export function visiblePart(world: World, kind: Kind, object: ApiObject): ApiObject {
  return hiddenFields(world, kind).reduce<JsonObject>(without, object) as ApiObject;
}

/** Adds the hidden fields that a draft lacks: a client cannot send what it is never shown. */
export function keepHidden(world: World, kind: Kind, before: ApiObject, draft: Draft): Draft {
  const fields = hiddenFields(world, kind).reduce((kept, path) => keep(kept, before, path), draft.fields);
  return { ...draft, fields };
}

function without(fields: JsonObject, [field = "", ...deeper]: Path): JsonObject {
  const value = getMember(fields, field);
  if (value === undefined) return fields;
  if (deeper.length > 0) return isObject(value) ? { ...fields, [field]: without(value, deeper) } : fields;
  const { [field]: _, ...rest } = fields;
  return rest;
}

function keep(fields: JsonObject, before: JsonObject, [field = "", ...deeper]: Path): JsonObject {
  const value = getMember(fields, field);
  const former = getMember(before, field);
  if (deeper.length === 0) {
    // Servers of Go types cannot tell an empty text from none.
    return former === undefined || (value ?? "") !== "" ? fields : { ...fields, [field]: former };
  }
  // What is taken away with all that is around it is gone.
  return isObject(value) && isObject(former) ? { ...fields, [field]: keep(value, former, deeper) } : fields;
}
