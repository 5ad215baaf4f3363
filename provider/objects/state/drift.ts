import type { EqualAt } from "../fields/equality.js";
import { asRecord, getOwn, isEmpty, isRecord, type Path, type Properties } from "../values.js";
import type { Versions } from "../wire/merge.js";

/** Live values of declared fields: maps by key, lists as a whole, absent fields left out. */
export function projectState(declared: Properties, live: Properties): Properties {
  return pick(declared, (key, value) => {
    const current = getOwn(live, key);
    return isRecord(value) && isRecord(current) ? projectState(value, current) : current;
  });
}

/**
 * The inputs after a read. A field that equals its recorded value keeps the declared one; a field
 * that others changed takes the live value.
 */
export function projectInputs(
  { declared, recorded, live }: Readonly<Record<"declared" | "recorded" | "live", Properties>>,
  equal: EqualAt,
  path: Path = [],
): Properties {
  return pick(declared, (key, value) => {
    const recordedValue = getOwn(recorded, key);
    const liveValue = getOwn(live, key);
    if (equal([...path, key], recordedValue, liveValue)) return value;
    if (!isRecord(value)) return liveValue;
    const versions = { declared: value, recorded: asRecord(recordedValue), live: asRecord(liveValue) };
    return projectInputs(versions, equal, [...path, key]);
  });
}

/** State after an update: live values of fields that the program changed, else recorded ones. */
export function projectUpdate(
  { before, after, recorded, live }: Versions,
  equal: EqualAt,
  path: Path = [],
): Properties {
  return pick(after, (key, value) => {
    const beforeValue = getOwn(before, key);
    const recordedValue = getOwn(recorded, key);
    const liveValue = getOwn(live, key);
    if (beforeValue !== undefined && equal([...path, key], beforeValue, value)) return recordedValue;
    if (!isRecord(value) || !isRecord(liveValue ?? {})) return liveValue;
    const versions = {
      before: asRecord(beforeValue),
      after: value,
      recorded: asRecord(recordedValue),
      live: asRecord(liveValue),
    };
    return projectUpdate(versions, equal, [...path, key]);
  });
}

/** Whether a value is recorded for each declared one, except for empty ones. */
export function holdsAll(recorded: unknown, declared: unknown): boolean {
  if (isEmpty(declared)) return true;
  if (Array.isArray(declared))
    return Array.isArray(recorded) && declared.every((item, at) => holdsAll(recorded[at], item));
  if (!isRecord(declared)) return recorded !== undefined && recorded !== null;
  return isRecord(recorded) && Object.keys(declared).every((key) => holdsAll(getOwn(recorded, key), declared[key]));
}

/** The inputs of an import: values that differ from an absent field. */
export function omitDefaults(live: Properties, equal: EqualAt): Properties {
  return pick(live, (key, value) => (equal([key], value, undefined) ? undefined : value));
}

function pick(source: Properties, choose: (key: string, value: unknown) => unknown): Properties {
  const chosen: [key: string, value: unknown][] = [];
  for (const key of Object.keys(source)) {
    const value = choose(key, source[key]);
    if (value !== undefined) chosen.push([key, value]);
  }
  return Object.fromEntries(chosen);
}
