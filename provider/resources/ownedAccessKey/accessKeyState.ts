import type { ApiObject } from "../../api/client.js";
import { objectLabel } from "../../objects/messages/messages.js";
import type { Recorded } from "../../objects/operation.js";
import { isSameObject } from "../../objects/ownership.js";
import type { SecretStatus } from "../../objects/resource.js";
import { externalChanges, externalChangesIn } from "../../objects/state/externalChange.js";
import { lastWriter, writerText } from "../../objects/state/fieldManagers.js";
import { asList, asRecord, type Properties, semanticEqual } from "../../objects/values.js";
import { unmaskedSecret } from "../../objects/wire/objectShape.js";

/** The label of a key in messages. */
export const keyLabel = (id: string): string => objectLabel("OwnedAccessKey", id);

/** The computed outputs of a key. If the platform hides its value, `before.key` stays. */
export function computedKeyOutputs({ metadata, spec = {}, status = {} }: ApiObject, before: Properties): Properties {
  const lastActivity = status.lastActivity;
  const expiresAt = expiryOf(spec, { lastActivity, creationTimestamp: metadata.creationTimestamp });
  return {
    key: unmaskedSecret(spec.key) ?? before.key,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(typeof lastActivity === "string" && { lastActivity }),
    ...(Array.isArray(before.replacedKeys) && { replacedKeys: unexpiredKeys(before.replacedKeys, new Date()) }),
    active: spec.disabled !== true && !hasPassed(expiresAt, new Date()),
    // Recorded even if undeclared, so that a read detects a change by another client.
    ...(spec.disabled === true && { disabled: true }),
  };
}

/** Who knows the value of a key. If it was used, another client knows it. */
export function secretStatus({ spec = {}, status = {} }: ApiObject, inputs: Properties): SecretStatus {
  if (unmaskedSecret(spec.key) || inputs.key) return "known";
  return status.lastActivity ? "in use" : "lost";
}

/**
 * Changes by others that no declared field shows: the key was rotated, disabled or enabled.
 * `declaredBefore`: the inputs before an update that has just written; absent after a read.
 */
export function externalKeyChange(
  object: ApiObject,
  { inputs, state: recorded }: Recorded,
  declaredBefore?: Properties,
): string | undefined {
  const { spec = {} } = object;
  // The state is about another object if the key was recreated.
  const state = isSameObject(object, recorded) ? recorded : {};
  const liveKey = unmaskedSecret(spec.key);
  const isRotated = inputs.key === undefined && state.key && liveKey && liveKey !== state.key;
  // Also reported if the program has `disabled: false`: its next version may omit `disabled`.
  const isNewlyDisabled = spec.disabled && !state.disabled && inputs.disabled !== true;
  const isEnabled = !spec.disabled && isEnabledByOthers({ inputs, state }, declaredBefore);
  // The text of a later change would replace a recorded disabling, so it repeats the disabling.
  const isStillDisabled =
    !isNewlyDisabled && spec.disabled && hasRecordedDisabling(state) && inputs.disabled === undefined;
  const changes = [
    ...(isRotated ? [externalChanges.rotated] : []),
    ...(isNewlyDisabled ? [disabledText(object)] : []),
    ...(isEnabled ? [externalChanges.enabled] : []),
  ];
  if (changes.length > 0 && isStillDisabled) changes.push(disabledText(object));
  return changes.length > 0 ? changes.join("; ") : undefined;
}

/** Whether others enabled a key that was recorded as disabled and is enabled now. */
function isEnabledByOthers({ inputs, state }: Recorded, declaredBefore: Properties | undefined): boolean {
  // The program does not set `disabled`, so the provider did not enable the key.
  if (state.disabled && (inputs.disabled ?? declaredBefore?.disabled) === undefined) return true;
  // An update to `disabled: false` may have enabled the key itself.
  return hasRecordedDisabling(state) && (inputs.disabled !== false || declaredBefore === undefined);
}

/** The text that names the client that disabled a key. */
export function disabledText(object: ApiObject): string {
  const writer = lastWriter(object, ["spec", "disabled"]);
  const change = `${externalChanges.disabled}${writer ? ` ${writerText(writer)}` : ""}`;
  return `${change} and grants no access`;
}

/** The recorded disabling, until the program sets `disabled` or rotates the key. */
export function unresolvedDisabling({ inputs: before, state }: Recorded, inputs: Properties): string | undefined {
  const isAnswered = inputs.disabled !== undefined || !semanticEqual(before.rotationTriggers, inputs.rotationTriggers);
  return isAnswered || !hasRecordedDisabling(state) ? undefined : String(state.externalChange);
}

const hasRecordedDisabling = ({ externalChange }: Properties) => externalChangesIn(externalChange).includes("disabled");

/** The expiry of a key with this lifetime and state, if there is one. */
export function expiryOf({ ttl, ttlAfterLastActivity }: Properties, state: Properties): string | undefined {
  const start = (ttlAfterLastActivity && state.lastActivity) || state.creationTimestamp;
  return typeof ttl === "number" && ttl > 0 && typeof start === "string" ? addSeconds(start, ttl) : undefined;
}

/** The entries of `replacedKeys` that have not expired. */
export const unexpiredKeys = (replacedKeys: unknown, now: Date): unknown[] =>
  asList(replacedKeys).filter((key) => !hasPassed(asRecord(key).expiresAt, now));

/** Whether a time in RFC 3339 is now or in the past. */
export function hasPassed(time: unknown, now: Date): boolean {
  return typeof time === "string" && Date.parse(time) <= now.getTime();
}

/** Whether two versions of the inputs declare the same lifetime. */
export const isSameLifetime = (before: Properties, after: Properties): boolean =>
  semanticEqual(before.ttl, after.ttl) && semanticEqual(before.ttlAfterLastActivity, after.ttlAfterLastActivity);

/** The time so many seconds later, in RFC 3339; undefined if that is out of range. */
function addSeconds(timestamp: string, seconds: number): string | undefined {
  const time = new Date(Date.parse(timestamp) + seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}
