import type { ApiObject } from "../api/client.js";
import { lastWriter } from "../objects/managers.js";
import type { Recorded } from "../objects/operation.js";
import { type Properties, sameValue } from "../objects/values.js";

/** What a key's object says of its life. A read that does not show the key keeps the known value. */
export function computed({ metadata, spec = {}, status = {} }: ApiObject, before: Properties): Properties {
  const lastActivity = status.lastActivity;
  const from = spec.ttlAfterLastActivity && lastActivity ? lastActivity : metadata.creationTimestamp;
  const expiresAt = typeof spec.ttl === "number" && spec.ttl > 0 ? after(String(from), spec.ttl) : undefined;
  return {
    key: spec.key || before.key,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(typeof lastActivity === "string" && { lastActivity }),
    active: spec.disabled !== true && !isOver(expiresAt, new Date()),
    // Also where the program does not declare it, so that a read sees when somebody else changes it.
    ...(spec.disabled === true && { disabled: true }),
  };
}

/** Whether the key is known. Where the platform shows it once only and that answer was lost, nobody will ever hold it. */
export function isUsable({ spec = {} }: ApiObject, inputs: Properties): boolean {
  return Boolean(spec.key || inputs.key);
}

/** Whether a time, RFC 3339, has come. */
export function isOver(time: unknown, now: Date): boolean {
  return typeof time === "string" && Date.parse(time) <= now.getTime();
}

/** What the program does not declare is still ours to watch where it decides whether consumers hold a key that works. */
export function externalChange(object: ApiObject, { inputs, state }: Recorded): string | undefined {
  const { spec = {} } = object;
  const isRotated = inputs.key === undefined && state.key && spec.key && spec.key !== state.key;
  const isSwitched = inputs.disabled === undefined && Boolean(spec.disabled) !== Boolean(state.disabled);
  // Something else that happened since does not answer it.
  const isStillDisabled = !isSwitched && spec.disabled && isDisablingNoted(state) && inputs.disabled === undefined;
  const changes = [
    ...(isRotated ? ["the key was rotated outside: state and outputs now hold the new value"] : []),
    ...(isSwitched ? [spec.disabled ? disabledBy(object) : "the key was enabled again outside"] : []),
  ];
  if (changes.length > 0 && isStillDisabled) changes.push(disabledBy(object));
  return changes.length > 0 ? changes.join("; ") : undefined;
}

/** Begins what {@link externalChange} says of a key that grants no access any more. */
const disabledOutside = "the key was disabled outside";

/** Who disabled a key, in words. */
export function disabledBy(object: ApiObject): string {
  const writer = lastWriter(object, ["spec", "disabled"]);
  const when = writer?.time ? ` at or before ${writer.time}` : "";
  return `${disabledOutside}${writer ? ` by "${writer.manager}"${when}` : ""} and grants no access`;
}

/** What is recorded of a disabling that nobody has answered yet: the program may set `disabled` itself, or rotate the key. */
export function unansweredDisabling({ inputs: before, state }: Recorded, inputs: Properties): string | undefined {
  const isAnswered = inputs.disabled !== undefined || !sameValue(before.rotationTriggers, inputs.rotationTriggers);
  return isAnswered || !isDisablingNoted(state) ? undefined : String(state.externalChange);
}

const isDisablingNoted = ({ externalChange }: Properties) =>
  typeof externalChange === "string" && externalChange.includes(disabledOutside);

/** The time so many seconds later, RFC 3339; undefined where there is none that can be written. */
function after(timestamp: string, seconds: number): string | undefined {
  const time = new Date(Date.parse(timestamp) + seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}
