import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import type { Problem, Recorded } from "../../objects/operation.js";
import { isEmpty, isRecord, type Properties } from "../../objects/values.js";
import { expiryOf, hasPassed, isSameLifetime } from "./accessKeyExpiry.js";

/** Warnings about valid inputs that are rarely intended. */
export function inputWarnings({ ttl, scope, rules, extraSpec }: Properties): Problem[] {
  const furtherScope = isRecord(extraSpec) ? extraSpec.scope : extraSpec;
  const isUnrestricted = [scope, rules, furtherScope].every(isEmpty);
  return [...(isEmpty(ttl) ? [neverExpires(ttl)] : []), ...(isUnrestricted ? [reachesAll] : [])];
}

const neverExpires = (ttl: unknown): Problem => ({
  property: "ttl",
  reason: message(keyMessages.neverExpires, { ttl: ttl === undefined ? "not set" : String(ttl) }),
});

const reachesAll: Problem = {
  property: "scope",
  reason: message(keyMessages.reachesAll),
};

/** Too little time for the users of a key to get a new one. */
const soonSeconds = 3600;

/** Warning in a preview about a lifetime that ends a working key now or soon. */
export function lifetimeWarning(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = earlierExpiry(recorded, inputs, now);
  if (end === undefined || !hasPassed(end, new Date(now.getTime() + soonSeconds * 1000))) return undefined;
  return message(keyMessages.endsSoon, { end });
}

/** Error for a lifetime that has ended, unless it depends on an activity unknown to the state. */
export function lifetimeRefusal(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = inputs.ttlAfterLastActivity ? undefined : earlierExpiry(recorded, inputs, now);
  if (end === undefined || !hasPassed(end, now)) return undefined;
  return message(keyMessages.endsAtOnce, { end });
}

/** The new end of a working key, if it is earlier than before. */
function earlierExpiry({ inputs: before, state }: Recorded, inputs: Properties, now: Date): string | undefined {
  if (inputs.disabled === true || hasPassed(state.expiresAt, now) || isSameLifetime(before, inputs)) return undefined;
  const end = expiryOf(inputs, state);
  const isEarlier = typeof state.expiresAt !== "string" || Date.parse(String(end)) < Date.parse(state.expiresAt);
  return isEarlier ? end : undefined;
}
