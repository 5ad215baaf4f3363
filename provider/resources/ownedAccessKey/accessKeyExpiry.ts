import { type Properties, semanticEqual } from "../../objects/values.js";

/** The expiry of a key with this lifetime and state; undefined if it never expires. */
export function expiryOf({ ttl, ttlAfterLastActivity }: Properties, state: Properties): string | undefined {
  const from = (ttlAfterLastActivity && state.lastActivity) || state.creationTimestamp;
  return typeof ttl === "number" && ttl > 0 && typeof from === "string" ? addSeconds(from, ttl) : undefined;
}

/** Whether a time in RFC 3339 is now or in the past. */
export function hasPassed(time: unknown, now: Date): boolean {
  return typeof time === "string" && Date.parse(time) <= now.getTime();
}

/** Whether two programs declare the same lifetime. */
export const isSameLifetime = (before: Properties, after: Properties): boolean =>
  semanticEqual(before.ttl, after.ttl) && semanticEqual(before.ttlAfterLastActivity, after.ttlAfterLastActivity);

/** The time some seconds later in RFC 3339; undefined if it is out of range. */
function addSeconds(timestamp: string, seconds: number): string | undefined {
  const time = new Date(Date.parse(timestamp) + seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}
