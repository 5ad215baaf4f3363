import { isRecord, own, type Path, type Properties } from "../values.js";

/** Compares two values of the field at a path. */
export type SameAt = (path: Path, a: unknown, b: unknown) => boolean;

/** The live values of what the program declared: maps by key, lists as a whole. What is absent on the server is left out. */
export function projectState(declared: Properties, live: Properties): Properties {
  return pick(declared, (key, value) => {
    const current = own(live, key);
    return isRecord(value) && isRecord(current) ? projectState(value, current) : current;
  });
}

/**
 * The inputs as a program would have to write them to get the live object: what still reads as recorded keeps the
 * program's own spelling, what somebody changed takes the live value.
 */
export function projectInputs(
  declared: Properties,
  recorded: Properties,
  live: Properties,
  same: SameAt,
  path: Path = [],
): Properties {
  return pick(declared, (key, value) => {
    const [was, is] = [own(recorded, key), own(live, key)];
    if (same([...path, key], was, is)) return value;
    if (!isRecord(value)) return is;
    return projectInputs(value, isRecord(was) ? was : {}, isRecord(is) ? is : {}, same, [...path, key]);
  });
}

/** What state records after an update: of what the program changed the live values, of the rest what was recorded before. */
export function projectUpdate(
  { before, after }: { readonly before: Properties; readonly after: Properties },
  recorded: Properties,
  live: Properties,
  same: SameAt,
  path: Path = [],
): Properties {
  return pick(after, (key, value) => {
    const [old, was, is] = [own(before, key), own(recorded, key), own(live, key)];
    if (old !== undefined && same([...path, key], old, value)) return was;
    if (!isRecord(value) || !isRecord(is ?? {})) return is;
    const declared = { before: isRecord(old) ? old : {}, after: value };
    const inside = [was, is].map((each) => (isRecord(each) ? each : {})) as [Properties, Properties];
    return projectUpdate(declared, ...inside, same, [...path, key]);
  });
}

/** What an import takes as inputs: values that say something else than to leave them out. */
export function meaningful(live: Properties, same: SameAt): Properties {
  return pick(live, (key, value) => (same([key], value, undefined) ? undefined : value));
}

function pick(source: Properties, choose: (key: string, value: unknown) => unknown): Properties {
  const chosen = Object.entries(source).map(([key, value]) => [key, choose(key, value)] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}
