import { type Context, isImport, type Problem, type Recorded, type Stored } from "../../objects/operation.js";
import type { StoredOperation } from "../../objects/resource.js";
import { isEmpty, isRecord, type Properties } from "../../objects/values.js";
import { expiryOf, hasPassed, isSameLifetime, keyLabel } from "./accessKeyState.js";

/** Warnings about valid inputs that are rarely intended. */
export function inputWarnings(inputs: Properties, previous: Properties): Problem[] {
  const { scope, rules, extraSpec, user, team } = inputs;
  // An extraSpec that is still unknown may have a scope.
  const extraScope = isRecord(extraSpec) ? extraSpec.scope : extraSpec;
  const isUnrestricted = [scope, rules, extraScope].every(isEmpty);
  const hasTwoPrincipals = [user, team].every((each) => typeof each === "string");
  return [
    ...ttlWarnings(inputs.ttl, previous.ttl),
    ...(isUnrestricted ? [reachesAll] : []),
    ...(hasTwoPrincipals ? [twoPrincipals] : []),
  ];
}

const hourSeconds = 3600;
const decadeSeconds = 10 * 365 * 24 * hourSeconds;

/** Warnings about a missing lifetime, or about a changed one of an unusual length. */
function ttlWarnings(ttl: unknown, before: unknown): Problem[] {
  if (isEmpty(ttl)) return [neverExpires(ttl)];
  if (typeof ttl !== "number" || ttl === before) return [];
  if (ttl >= hourSeconds && ttl <= decadeSeconds) return [];
  const bound = ttl < hourSeconds ? "less than an hour" : "more than ten years";
  return [{ property: "ttl", reason: `is ${ttl}, which is ${bound}: ttl counts seconds.` }];
}

const neverExpires = (ttl: unknown): Problem => ({
  property: "ttl",
  reason:
    `is ${ttl === undefined ? "not set" : String(ttl)}: the key never expires. Set it, in seconds, and ` +
    "rotateBeforeExpiry to have pulumi up replace the key in time.",
});

const reachesAll: Problem = {
  property: "scope",
  reason:
    "is empty: the key reaches all that its principal does. Name the projects, spaces or virtual " +
    "clusters that it needs.",
};

const twoPrincipals: Problem = {
  property: "team",
  reason: "is set beside `user`: nothing says for which of them the key acts. Set one of them.",
};

/** Warnings in a preview that keeps the key. */
export function keptWarnings(recorded: Recorded, inputs: Properties, now: Date): string[] {
  const warnings = [earlierEndWarning(recorded, inputs, now), expiredWarning(recorded, inputs, now)];
  return warnings.filter((warning) => warning !== undefined);
}

/** Warning in a preview about an expired key that is not replaced. */
export function expiredWarning(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const { inputs: before, state } = recorded;
  if (inputs.disabled === true || state.disabled === true || !hasPassed(state.expiresAt, now)) return undefined;
  // The last activity may be later than the state knows.
  if (inputs.ttlAfterLastActivity && state.active !== false) return undefined;
  const end = isSameLifetime(before, inputs) ? state.expiresAt : expiryOf(inputs, state);
  return hasPassed(end, now)
    ? `The key expired at ${state.expiresAt}, so requests with it get 401. Change rotationTriggers to ` +
        "replace it by a new key, or set rotateBeforeExpiry."
    : undefined;
}

/** Within this time, the users of a key can hardly get a new one. */
const soonSeconds = 3600;

/** Warning in a preview about a lifetime that ends a working key now or soon. */
export function earlierEndWarning(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = earlierExpiry(recorded, inputs, now);
  if (end === undefined || !hasPassed(end, new Date(now.getTime() + soonSeconds * 1000))) return undefined;
  return `The new lifetime ends the key at ${end}. To replace the key by a new one, change \`rotationTriggers\` as well.`;
}

/** Why a lifetime that has ended is refused; not if an unrecorded activity may prolong it. */
export function lifetimeRefusal(recorded: Recorded, inputs: Properties, now: Date): string | undefined {
  const end = inputs.ttlAfterLastActivity ? undefined : earlierExpiry(recorded, inputs, now);
  if (end === undefined || !hasPassed(end, now)) return undefined;
  return (
    `property "ttl" would end the key at ${end}, which has passed. To replace the key by a new one, ` +
    "change `rotationTriggers` as well. To end it, set `disabled`."
  );
}

/** The new end of a working key, if it is earlier than before. */
function earlierExpiry({ inputs: before, state }: Recorded, inputs: Properties, now: Date): string | undefined {
  if (inputs.disabled === true || hasPassed(state.expiresAt, now) || isSameLifetime(before, inputs)) return undefined;
  const end = expiryOf(inputs, state);
  const isEarlier = typeof state.expiresAt !== "string" || Date.parse(String(end)) < Date.parse(state.expiresAt);
  return isEarlier ? end : undefined;
}

/** The created key, with a warning if the response did not show its value. */
export function warnIfKeyMissing(context: Context, created: Stored): Stored {
  if (created.state.key === undefined)
    context.warn(
      `${keyLabel(created.id)}: the platform's response to its create does not show the key's ` +
        "value, so its output `key` is empty. Run pulumi refresh: it takes the value where the platform " +
        "shows it by then. Otherwise nobody holds it: set `key` to a value of your own.",
    );
  return created;
}

/** The read key, with a warning if an import does not show its value. */
export function warnIfKeyHidden({ recorded, warn }: StoredOperation, read: Stored | undefined) {
  if (isImport(recorded) && read && read.state.key === undefined)
    warn(
      `${keyLabel(read.id)}: the platform does not show the key's value, so its output \`key\` is ` +
        "empty. Everything else is managed. To have a value, set rotationTriggers: the next pulumi up then replaces " +
        "the key by a new one. Or set `key` to a value of your own.",
    );
  return read;
}
