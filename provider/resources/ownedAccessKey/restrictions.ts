import type { ApiObject } from "../../api/client.js";
import { isEmpty, isRecord, type Path, type Properties, semanticEqual } from "../../objects/values.js";

/**
 * Paths of restrictions that the platform did not store as they were sent. Servers drop fields that
 * they do not know, and a key without a restriction reaches all that its user does.
 */
export function lostRestrictions({ spec: sent = {} }: ApiObject, { spec: stored = {} }: ApiObject): Path[] {
  const lost = Object.entries(isKept).filter(([key, kept]) => !kept(sent[key], stored[key], stored));
  return lost.map(([key]) => ["spec", key]);
}

/** Whether a stored field allows no more than the sent one. */
type Kept = (sent: unknown, stored: unknown, spec: Properties) => boolean;

const isKept: Readonly<Record<string, Kept>> = {
  user: isNotWider,
  team: isNotWider,
  subject: isNotWider,
  scope: isScopeKept,
  rules: isNotWider,
  ttl: (sent, stored) => !isLifetime(sent) || (isLifetime(stored) && stored <= sent),
  // From the last activity a key lives longer than from its creation.
  ttlAfterLastActivity: (sent, stored, { ttl }) => sent === true || stored !== true || !isLifetime(ttl),
  disabled: (sent, stored) => sent !== true || stored === true,
  // Groups add access.
  groups: (sent, stored) => listOf(stored).every((group) => listOf(sent).includes(group)),
};

const isLifetime = (value: unknown): value is number => typeof value === "number" && value > 0;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether a stored value allows no more than the sent one. An absent member allows everything. */
function isNotWider(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent)) return true;
  if (Array.isArray(sent)) {
    const entries = listOf(stored);
    return entries.length > 0 && entries.every((entry) => sent.some((each) => isNotWider(each, entry)));
  }
  if (!isRecord(sent)) return semanticEqual(sent, stored);
  return isRecord(stored) && Object.entries(sent).every(([key, value]) => isNotWider(value, stored[key]));
}

/** Lists of a scope that each add what the key reaches. Other members restrict what is reached. */
const reaches = ["projects", "spaces", "virtualClusters", "clusters"];

function isScopeKept(sent: unknown, stored: unknown): boolean {
  if (!isRecord(sent) || isEmpty(sent)) return true;
  if (!isRecord(stored) || isEmpty(stored)) return false;
  const isReachLost = reaches.some((key) => !isEmpty(sent[key])) && reaches.every((key) => isEmpty(stored[key]));
  const keys = new Set([...Object.keys(sent), ...Object.keys(stored)]);
  return !isReachLost && [...keys].every((key) => isMemberKept(key, sent[key], stored[key]));
}

function isMemberKept(key: string, sent: unknown, stored: unknown): boolean {
  // A flag grants something.
  if (typeof sent === "boolean" || typeof stored === "boolean") return stored !== true || sent === true;
  if (!reaches.includes(key)) return isNotWider(sent, stored);
  // An empty entry reaches nothing.
  const entries = listOf(sent).filter((each) => !isEmpty(each));
  return listOf(stored).every((entry) => isEmpty(entry) || entries.some((each) => isNotWider(each, entry)));
}
