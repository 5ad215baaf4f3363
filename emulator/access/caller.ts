import { selfPlural } from "../kinds/kinds";
import type { ApiObject } from "../kinds/metadata";
import { cliFlags } from "../kinds/ownedAccessKey";
import { forbidden } from "../statusError";
import type { JsonObject, JsonValue } from "../text/json";
import { type Action, parseRules, type Rule, ruleAllows } from "./rules";
import { noScope, parseScope, type Scope, scopeAllows } from "./scope";

/** Who asks, and what restricts them; without scope and rules they may do everything. */
export interface Caller {
  name: string;
  groups: readonly string[];
  /** The user or team of the platform that asks; neither for other subjects. */
  principal: { user?: string; team?: string };
  scope?: Scope | undefined;
  rules?: readonly Rule[] | undefined;
}

/** The group of everybody who came with a valid key. */
const authenticated = "system:authenticated";

/** The holder of the bootstrap key: the first user, and the platform itself. */
export const administrator: Caller = {
  name: "system:admin",
  groups: ["system:masters", authenticated],
  principal: { user: "admin" },
};

/** The caller of a request without a key, where that is allowed. It has no rights. */
export const anonymous: Caller = {
  name: "system:anonymous",
  groups: ["system:unauthenticated"],
  principal: {},
  scope: noScope,
};

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
  return {
    name: user || team || subject || metadata.name,
    groups: [...groups, authenticated],
    principal: user ? { user } : team ? { team } : {},
    scope: parseScope(scope, cliFlags(apiVersion)),
    rules: parseRules(rules),
  };
}

/** Whether a caller may do less than an administrator. */
export function isRestricted({ scope, rules }: Caller): boolean {
  return scope !== undefined || rules !== undefined;
}

// What a client asks before it knows which kinds there are.
const discovery = /^\/(version|api|apis(\/[^/]+){0,2}|openapi(\/.*)?)\/?$/;

/** Whether a caller may do something; of scope and rules both have to allow it. */
export function mayDo({ groups, scope, rules }: Caller, action: Action): boolean {
  const isForAll = "path" in action ? discovery.test(action.path) : action.resource === selfPlural;
  if (isForAll && action.cluster === undefined) return groups.includes(authenticated);
  if (scope !== undefined && !scopeAllows(scope, action)) return false;
  return rules === undefined || rules.some((rule) => ruleAllows(rule, action));
}

/** Refuses what a caller may not do. */
export function authorize(caller: Caller, action: Action): void {
  if (mayDo(caller, action)) return;
  const start = `User ${JSON.stringify(caller.name)} cannot ${action.verb}`;
  if ("path" in action) throw forbidden(undefined, `${start} path ${JSON.stringify(action.path)}`);
  const { group, resource, subresource, name, namespace = "" } = action;
  const shown = JSON.stringify(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const why = `${start} resource ${shown} in API group ${JSON.stringify(group)} ${where}`;
  throw forbidden({ group, kind: resource, name }, why);
}
