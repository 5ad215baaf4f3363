import { selfPlural } from "../kinds/kinds";
import { forbidden } from "../statusError";
import { authenticated, type Caller } from "./caller";
import { type Action, ruleAllows } from "./rules";
import { scopeAllows } from "./scope";

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
