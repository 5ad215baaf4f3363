import type { Recorded } from "../objects/operation.js";
import { type Properties, sameValue } from "../objects/values.js";
import { expiryOf, isOver } from "./accessKeyState.js";

/** Seconds. Whoever uses a key that another lifetime ends sooner has no time to get a new one. */
const soon = 3600;

/** Whether two programs declare the same lifetime. */
export const isSameLifetime = (before: Properties, after: Properties): boolean =>
  sameValue(before.ttl, after.ttl) && sameValue(before.ttlAfterLastActivity, after.ttlAfterLastActivity);

/** What a preview says about a lifetime that ends a working key now or soon. */
export function lifetimeWarning(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = earlierEnd(recorded, inputs, now);
  if (end === undefined || !isOver(end, new Date(now.getTime() + soon * 1000))) return undefined;
  return `The new lifetime ends the key at ${end}. ${toReplace}`;
}

/** Why an update does not write a lifetime that has ended already. The last activity in state may be an old one. */
export function lifetimeRefusal(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = inputs.ttlAfterLastActivity ? undefined : earlierEnd(recorded, inputs, now);
  if (end === undefined || !isOver(end, now)) return undefined;
  return `property "ttl" would end the key at ${end}, which has passed. ${toReplace} To end it, set \`disabled\`.`;
}

const toReplace = "To replace the key by a new one, change `rotationTriggers` as well.";

/** The new end of a working key, if another lifetime makes it earlier. A key that the program disables has none. */
function earlierEnd({ inputs: before, state }: Recorded, inputs: Properties, now: Date): string | undefined {
  if (inputs.disabled === true || isOver(state.expiresAt, now) || isSameLifetime(before, inputs)) return undefined;
  const end = expiryOf(inputs, state);
  const isEarlier = typeof state.expiresAt !== "string" || Date.parse(String(end)) < Date.parse(state.expiresAt);
  return isEarlier ? end : undefined;
}
