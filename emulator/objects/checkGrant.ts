import { type Caller, callerOfKey, isRestricted } from "../access/caller";
import type { ApiObject } from "../kinds/apiObject";
import type { Kind } from "../kinds/kind";
import { ownedAccessKey } from "../kinds/ownedAccessKey";
import { forbidden } from "../statusError";
import { canonicalJson, type JsonValue, sameJson } from "../text/json";
import { resourceSubject, type World } from "../world";

/**
 * Refuses a key that would open more than the caller's own. What real servers of this product do is not documented; the
 * simplest rule that gives nothing away: a restricted caller writes only keys with the same scope and rules as its own.
 */
export function checkGrant(world: World, kind: Kind, caller: Caller, object: ApiObject, before?: ApiObject): void {
  if (kind !== ownedAccessKey || !isRestricted(caller)) return;
  if (before !== undefined && sameJson(object.spec, before.spec)) return;
  if (rightsOf(callerOfKey(object)) === rightsOf(caller)) return;
  const why = `User ${JSON.stringify(caller.name)} has a restricted key, so it can only write keys with the same scope and rules`;
  throw forbidden(resourceSubject(world, kind, object.metadata.name), why);
}

function rightsOf({ scope, rules }: Caller): string {
  return canonicalJson({ scope, rules } as unknown as JsonValue);
}
