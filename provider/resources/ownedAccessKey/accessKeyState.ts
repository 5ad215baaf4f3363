import type { ApiObject } from "../../api/client.js";
import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import type { Recorded } from "../../objects/operation.js";
import { externalChanges, externalChangesIn } from "../../objects/state/externalChange.js";
import { byWhom, lastWriter } from "../../objects/state/fieldManagers.js";
import { isSameObject } from "../../objects/state/storedState.js";
import { type Properties, sameValue } from "../../objects/values.js";
import { type LostAnswer, shownSecret } from "../../objects/wire/objectShape.js";

/** What a key's object says of its life. A read that does not show the key keeps the known value. */
export function computed({ metadata, spec = {}, status = {} }: ApiObject, before: Properties): Properties {
  const lastActivity = status.lastActivity;
  const expiresAt = expiryOf(spec, { lastActivity, creationTimestamp: metadata.creationTimestamp });
  return {
    key: shownSecret(spec.key) ?? before.key,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(typeof lastActivity === "string" && { lastActivity }),
    active: spec.disabled !== true && !isOver(expiresAt, new Date()),
    // Also where the program does not declare it, so that a read sees when somebody else changes it.
    ...(spec.disabled === true && { disabled: true }),
  };
}

/** Where the platform shows a key once only and that answer was lost, nobody will ever hold it; of one that was used, somebody does. */
export function lostAnswer({ spec = {}, status = {} }: ApiObject, inputs: Properties): LostAnswer {
  if (shownSecret(spec.key) || inputs.key) return "known";
  return status.lastActivity ? "in use" : "lost";
}

/** When a key with this lifetime expires, counted from what state knows of it; undefined where it never does. */
export function expiryOf({ ttl, ttlAfterLastActivity }: Properties, state: Properties): string | undefined {
  const from = (ttlAfterLastActivity && state.lastActivity) || state.creationTimestamp;
  return typeof ttl === "number" && ttl > 0 && typeof from === "string" ? after(from, ttl) : undefined;
}

/** Whether a time, RFC 3339, has come. */
export function isOver(time: unknown, now: Date): boolean {
  return typeof time === "string" && Date.parse(time) <= now.getTime();
}

/** Whether two programs declare the same lifetime. */
export const isSameLifetime = (before: Properties, after: Properties): boolean =>
  sameValue(before.ttl, after.ttl) && sameValue(before.ttlAfterLastActivity, after.ttlAfterLastActivity);

/** What the program does not declare is still ours to watch where it decides whether consumers hold a key that works. */
export function externalChange(
  object: ApiObject,
  { inputs, state: recorded }: Recorded,
  declaredBefore?: Properties,
): string | undefined {
  const { spec = {} } = object;
  // Of another object that took the name, nothing is known.
  const state = isSameObject(object, recorded) ? recorded : {};
  const shown = shownSecret(spec.key);
  const isRotated = inputs.key === undefined && state.key && shown && shown !== state.key;
  // Also of a program that declared the opposite so far: it may be about to take that back.
  const isDisabled = spec.disabled && !state.disabled && inputs.disabled !== true;
  const isEnabled = !spec.disabled && wasDisabledByOthers({ inputs, state }, declaredBefore);
  // Something else that happened since does not answer it.
  const isStillDisabled = !isDisabled && spec.disabled && isDisablingNoted(state) && inputs.disabled === undefined;
  const changes = [
    ...(isRotated ? [externalChanges.rotated] : []),
    ...(isDisabled ? [disabledBy(object)] : []),
    ...(isEnabled ? [externalChanges.enabled] : []),
  ];
  if (changes.length > 0 && isStillDisabled) changes.push(disabledBy(object));
  return changes.length > 0 ? changes.join("; ") : undefined;
}

/** Whether the state knows of a disabling that is not the program's own; `declaredBefore` is what an update takes the place of. */
function wasDisabledByOthers({ inputs, state }: Recorded, declaredBefore: Properties | undefined): boolean {
  if (state.disabled && (inputs.disabled ?? declaredBefore?.disabled) === undefined) return true;
  // Also where the program had declared the opposite; an update that does so may have ended the disabling itself.
  return isDisablingNoted(state) && (inputs.disabled !== false || declaredBefore === undefined);
}

/** Who disabled a key, in words. */
export function disabledBy(object: ApiObject): string {
  const writer = lastWriter(object, ["spec", "disabled"]);
  const change = `${externalChanges.disabled}${writer ? ` ${byWhom(writer)}` : ""}`;
  return message(keyMessages.noAccess, { change });
}

/** What is recorded of a disabling that nobody has answered yet: the program may set `disabled` itself, or rotate the key. */
export function unansweredDisabling({ inputs: before, state }: Recorded, inputs: Properties): string | undefined {
  const isAnswered = inputs.disabled !== undefined || !sameValue(before.rotationTriggers, inputs.rotationTriggers);
  return isAnswered || !isDisablingNoted(state) ? undefined : String(state.externalChange);
}

const isDisablingNoted = ({ externalChange }: Properties) => externalChangesIn(externalChange).includes("disabled");

/** The time so many seconds later, RFC 3339; undefined where there is none that can be written. */
function after(timestamp: string, seconds: number): string | undefined {
  const time = new Date(Date.parse(timestamp) + seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}
