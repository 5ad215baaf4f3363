import type { Kind } from "../kinds/kind";
import type { ApiObject, Draft } from "../kinds/metadata";
import { getMember, isObject, type JsonObject } from "../text/json";
import type { World } from "../world";

type Path = readonly string[];

/** The fields of a spec that this platform leaves out of what it shows. */
export function hiddenFields(world: World, { neverShown = [], secrets = [] }: Kind): readonly Path[] {
  return world.hideKeys ? [...neverShown, ...secrets] : neverShown;
}

/** The part of an object that this platform shows: all of it but its hidden fields. */
export function visiblePart(world: World, kind: Kind, object: ApiObject): ApiObject {
  const spec = hiddenFields(world, kind).reduce(without, object.spec);
  return spec === object.spec ? object : { ...object, spec };
}

/** A draft with the hidden fields that it does not carry: who is never shown a secret cannot be expected to send it. */
export function keepHidden(world: World, kind: Kind, before: ApiObject, draft: Draft): Draft {
  if (!isObject(draft.spec)) return draft;
  return {
    ...draft,
    spec: hiddenFields(world, kind).reduce((spec, path) => keep(spec, before.spec, path), draft.spec),
  };
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
