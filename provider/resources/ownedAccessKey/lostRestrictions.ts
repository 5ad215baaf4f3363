import type { ApiObject } from "../../api/client.js";
import { asList, isEmpty, isRecord, type Path, type Properties } from "../../objects/values.js";

/**
 * Paths at which a stored key allows more than the sent or declared one. A server may drop a field
 * that it does not know, and other clients change keys. An unrestricted key reaches all that its
 * user does.
 */
export function lostRestrictions({ spec: sent = {} }: ApiObject, { spec: stored = {} }: ApiObject): Path[] {
  const lost = Object.entries(restrictions).filter(([key, isKept]) => !isKept(sent[key], stored[key], stored));
  const lostInScope = widerScopeMembers(sent.scope, stored.scope);
  return [...lost.map(([key]) => ["spec", key]), ...lostInScope.map((path) => ["spec", "scope", ...path])];
}

/** Whether a stored field allows no more than the sent one. */
type IsKept = (sent: unknown, stored: unknown, spec: Properties) => boolean;

const restrictions: Readonly<Record<string, IsKept>> = {
  user: isPrincipalKept,
  team: isPrincipalKept,
  subject: isPrincipalKept,
  rules: isNotWider,
  ttl: (sent, stored) => !isLifetime(sent) || (isLifetime(stored) && stored <= sent),
  // From the last activity a key lives longer than from its creation.
  ttlAfterLastActivity: (sent, stored, { ttl }) => sent === true || stored !== true || !isLifetime(ttl),
  disabled: (sent, stored) => sent !== true || stored === true,
  // More groups add access.
  groups: (sent, stored) => asList(stored).every((group) => asList(sent).includes(group)),
};

const isLifetime = (value: unknown): value is number => typeof value === "number" && value > 0;

/** Whether a stored key acts for the sent principal, or for any if none was sent. */
function isPrincipalKept(sent: unknown, stored: unknown): boolean {
  return isEmpty(sent) || sent === stored;
}

/** Whether a stored value allows no more than the sent one. An absent member allows everything. */
function isNotWider(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) return isListKept(sent, asList(stored));
  if (isEmpty(sent)) return true;
  if (!isRecord(sent)) return sent === stored;
  return isRecord(stored) && Object.entries(sent).every(([key, value]) => isMemberKept(key, value, stored[key]));
}

/** Unlike in other members, an empty text in `group` restricts: it is the core group. */
const isMemberKept = (key: string, sent: unknown, stored: unknown): boolean =>
  key === "group" && sent === "" ? isEmpty(stored) : isNotWider(sent, stored);

/** An empty list, or an entry that is empty as a whole, allows everything. */
function isListKept(sent: readonly unknown[], stored: readonly unknown[]): boolean {
  if (sent.length === 0 || sent.some((entry) => isRecord(entry) && isEmpty(entry))) return true;
  return stored.length > 0 && stored.every((entry) => sent.some((each) => isEntryKept(each, entry)));
}

/** Unlike in a record, an empty text in a list is a value of its own. */
const isEntryKept = (sent: unknown, stored: unknown): boolean =>
  isRecord(sent) ? isNotWider(sent, stored) : sent === stored;

/** Lists of a scope that each add to what the key reaches. Other members restrict the key. */
const reachLists = ["projects", "spaces", "virtualClusters", "clusters"];

const wholeScope: Path[] = [[]];

/** Paths in the scope where the stored one allows more; the empty path is the whole scope. */
function widerScopeMembers(sent: unknown, stored: unknown): Path[] {
  if (!isRecord(sent) || isEmpty(sent)) return [];
  if (!isRecord(stored) || isEmpty(stored)) return wholeScope;
  if (hasReach(sent) && !hasReach(stored)) return wholeScope;
  // A flag alone limits a key to what it grants. Without flags, lists and roles, a key reaches all.
  if (hasFlag(sent) && !hasFlag(stored) && !hasReach(stored) && isEmpty(stored.roles)) return wholeScope;
  const keys = new Set([...Object.keys(sent), ...Object.keys(stored)]);
  return [...keys].filter((key) => !isScopeMemberKept(key, sent, stored)).map((key) => [key]);
}

const hasReach = (scope: Properties): boolean => reachLists.some((key) => !isEmpty(scope[key]));

/** A flag grants something, as allowCli does. */
const isFlag = (key: string): boolean => key.startsWith("allow");
const hasFlag = (scope: Properties): boolean =>
  Object.entries(scope).some(([key, value]) => isFlag(key) && value === true);

function isScopeMemberKept(key: string, sent: Properties, stored: Properties): boolean {
  const sentValue = sent[key];
  const storedValue = stored[key];
  if (isFlag(key)) return storedValue !== true || sentValue === true;
  if (key === "roles") return areRolesKept(sent, asList(storedValue));
  if (!reachLists.includes(key)) return isNotWider(sentValue, storedValue);
  // In these lists, an empty entry reaches nothing.
  const entries = asList(sentValue).filter((each) => !isEmpty(each));
  return asList(storedValue).every((entry) => isEmpty(entry) || entries.some((each) => isNotWider(each, entry)));
}

/** Roles restrict a key, and each may grant something. The CLI flag is stored as a role, too. */
function areRolesKept(sent: Properties, stored: readonly unknown[]): boolean {
  const roles = asList(sent.roles);
  const isRoleSent = (role: unknown) =>
    roles.some((each) => isNotWider(each, role)) || (hasFlag(sent) && isRecord(role) && role.role === "loft-cli");
  return (roles.length === 0 || stored.length > 0) && stored.every(isRoleSent);
}
