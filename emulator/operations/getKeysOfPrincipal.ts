import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { presentItem } from "../objects/present";
import { canonicalJson } from "../text/json";
import { kindOfPlural, type World } from "../world";
import type { ObjectTarget, Operation } from "./readObjects";

/**
 * GET of the keys of a user or team. Each key is as the caller sees it by name: a restricted caller
 * sees no value. A name that no key has is answered like a user without keys.
 */
export const getKeysOfPrincipal: Operation<ObjectTarget> = (world, { kind, name, subresource }) => {
  const keys = keysOf(world, kind.kind.toLowerCase(), name);
  // Servers of Go types omit an empty list.
  const list = keys.length === 0 && world.goTypes ? "" : `"accessKeys":[${keys.join(",")}],`;
  const rest = { apiVersion: world.apiVersion, kind: kind.subresources?.[subresource]?.kind };
  return { code: 200, body: `{${list}${canonicalJson({ ...rest, metadata: { creationTimestamp: null } }).slice(1)}` };
};

/** The JSON texts of the keys with this name in a field of their spec. */
function keysOf(world: World, field: string, name: string): string[] {
  const kind = kindOfPlural(world, ownedAccessKey.plural) ?? ownedAccessKey;
  const entries = world.store.entries(kind.plural).filter(({ object }) => object.spec[field] === name);
  return entries.map((entry) => presentItem(world, kind, entry));
}
