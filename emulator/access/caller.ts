import type { ApiObject } from "../kinds/metadata";
import { cliFlags } from "../kinds/ownedAccessKey";
import type { JsonObject, JsonValue } from "../text/json";
import { parseRules, type Rule } from "./rules";
import { noScope, parseScope, type Scope } from "./scope";

/** Who asks, and what restricts them; without scope and rules they may do everything. */
export interface Caller {
  name: string;
  groups: readonly string[];
  scope?: Scope;
  rules?: readonly Rule[];
}

/** The group of everybody who came with a valid key. */
export const authenticated = "system:authenticated";

/** The holder of the bootstrap key, and the platform itself. */
export const administrator: Caller = { name: "system:admin", groups: ["system:masters", authenticated] };

/** The caller of a request without a key, where that is allowed. It has no rights. */
export const anonymous: Caller = { name: "system:anonymous", groups: ["system:unauthenticated"], scope: noScope };

interface KeySpec {
  user?: string;
  team?: string;
  subject?: string;
  groups?: string[];
  scope?: JsonObject & { rules?: JsonValue[] };
  rules?: JsonValue[];
}

/** Whom a stored key acts as: its user, team or subject, else itself. */
export function callerOfKey({ apiVersion, metadata, spec }: ApiObject): Caller {
  // The types were checked when the key was stored.
  const { user, team, subject, groups = [], scope: whole = {}, rules: outer = [] } = spec as KeySpec;
  // The product has the rules in the scope.
  const { rules: inner = [], ...rest } = whole;
  const [scope, rules] = outer.length > 0 ? [whole, outer] : [rest, inner];
  const name = user || team || subject || metadata.name;
  const caller: Caller = { name, groups: [...groups, authenticated] };
  const parsed = { scope: parseScope(scope, cliFlags(apiVersion)), rules: parseRules(rules) };
  if (parsed.scope !== undefined) caller.scope = parsed.scope;
  if (parsed.rules !== undefined) caller.rules = parsed.rules;
  return caller;
}

/** Whether a caller may do less than an administrator. */
export function isRestricted({ scope, rules }: Caller): boolean {
  return scope !== undefined || rules !== undefined;
}
