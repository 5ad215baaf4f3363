import type { Kind } from "./kinds/kind";
import type { ApiObject, Draft } from "./objects/apiObject";
import { isObject } from "./text/json";
import type { World } from "./world";

/** The part of an object that this platform shows: all of it, or all but its secrets. */
export function visiblePart(world: World, { secrets }: Kind, object: ApiObject): ApiObject {
  if (!world.hideKeys || secrets === undefined) return object;
  const spec = Object.fromEntries(Object.entries(object.spec).filter(([field]) => !secrets.includes(field)));
  return { ...object, spec };
}

/** A draft with the hidden secrets that it does not carry: who is never shown a secret cannot be expected to send it. */
export function keepHidden(world: World, { secrets }: Kind, before: ApiObject, draft: Draft): Draft {
  if (!world.hideKeys || secrets === undefined || !isObject(draft.spec)) return draft;
  const spec = { ...draft.spec };
  for (const field of secrets) {
    // Servers of Go types cannot tell an empty text from none.
    if ((spec[field] ?? "") === "") spec[field] = before.spec[field];
  }
  return { ...draft, spec };
}
