import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import type { Problem, Recorded } from "../../objects/operation.js";
import { isZero, type Properties } from "../../objects/values.js";
import { expiryOf, isOver, isSameLifetime } from "./accessKeyState.js";

/** Advice about inputs that are valid, but seldom meant. */
export function keyAdvice({ ttl, scope, rules }: Properties): Problem[] {
  return [...(isZero(ttl) ? [neverExpires(ttl)] : []), ...(isZero(scope) && isZero(rules) ? [reachesAll] : [])];
}

const neverExpires = (ttl: unknown): Problem => ({
  property: "ttl",
  reason: message(keyMessages.neverExpires, { ttl: ttl === undefined ? "not set" : String(ttl) }),
});

const reachesAll: Problem = {
  property: "scope",
  reason: message(keyMessages.reachesAll),
};

/** Seconds: too little time for the users of a key to get a new one. */
const soon = 3600;

/** Warning in a preview about a lifetime that ends a working key now or soon. */
export function lifetimeWarning(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = earlierEnd(recorded, inputs, now);
  if (end === undefined || !isOver(end, new Date(now.getTime() + soon * 1000))) return undefined;
  return message(keyMessages.endsSoon, { end });
}

/** Error for a lifetime that has ended, unless it depends on an activity unknown to the state. */
export function lifetimeRefusal(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = inputs.ttlAfterLastActivity ? undefined : earlierEnd(recorded, inputs, now);
  if (end === undefined || !isOver(end, now)) return undefined;
  return message(keyMessages.endsAtOnce, { end });
}

/** The new end of a working key, if it is earlier than before. */
function earlierEnd({ inputs: before, state }: Recorded, inputs: Properties, now: Date): string | undefined {
  if (inputs.disabled === true || isOver(state.expiresAt, now) || isSameLifetime(before, inputs)) return undefined;
  const end = expiryOf(inputs, state);
  const isEarlier = typeof state.expiresAt !== "string" || Date.parse(String(end)) < Date.parse(state.expiresAt);
  return isEarlier ? end : undefined;
}
