/** A property value the program does not know yet; it exists during previews only. */
export const unknown: unique symbol = Symbol("unknown");

/** Plain properties by name. Values are JSON, or {@link unknown} anywhere inside during a preview. */
export type Properties = Record<string, unknown>;

/** Plain properties, and where secrets stand among them. */
export interface Marked {
  readonly properties: Properties;
  readonly secrets: readonly Path[];
}

/** Where a value stands inside properties: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[];

/** Whether a value is a JSON object (not a list, not null). */
export function isRecord(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object, or undefined: keys such as `constructor` are inherited by every object. */
export function own(object: Properties, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether an unknown stands anywhere inside a value. */
export function containsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isRecord(value) && Object.values(value).some(containsUnknown);
}

/** The value at a path, or undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (Array.isArray(current) ? typeof key !== "number" : !isRecord(current) || !Object.hasOwn(current, key)) {
      return undefined;
    }
    current = (current as Properties)[key];
  }
  return current;
}

/** The properties without what stands at a path. */
export function without(properties: Properties, [first, ...rest]: Path): Properties {
  const key = String(first);
  const { [key]: value, ...others } = properties;
  return rest.length > 0 && isRecord(value) ? { ...properties, [key]: without(value, rest) } : others;
}

/** Whether a server may leave this value out: false, 0, "", null and what holds nothing but such values. */
export function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every(isZero);
}

/** Whether two values mean the same to the platform: an absent object field equals its zero value. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (isRecord(a) && isRecord(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(own(a, key), own(b, key)));
  }
  return a === b || (isZero(a) && isZero(b));
}

/** Whether two values are the same, member by member; a member that is absent is not there. */
export function equalValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalValue(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalValue(a[key], b[key]))
  );
}

/** The value without null members, which Pulumi's languages send for properties that are not set. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return mapMembers(value, withoutNulls);
  if (!isRecord(value)) return value;
  const set = leaveOut(value, (member) => member === null || member === undefined);
  return mapMembers(set, withoutNulls);
}

/** A property path as Pulumi writes it: `template.metadata.labels["policy.loft.sh/x"]`, `access[0].users`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => text + formatKey(key, text === ""), "");
}

function formatKey(key: string | number, first: boolean): string {
  if (typeof key === "number") return `[${key}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `["${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`;
  return first ? key : `.${key}`;
}

/** The keys of a property path that Pulumi wrote; `*` stays as it is and matches any key. */
export function parsePath(text: string): Path {
  const keys = text.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|[^.[\]]+/g);
  return [...keys].map(([plain, quoted, index]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
    if (index !== undefined) return index === "*" ? "*" : Number(index);
    return plain;
  });
}

/** Whether a path lies at or below another one, in which `*` matches any key. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((key, index) => key === "*" || key === path[index]);
}

/** Whether a path, in which `*` matches any key, leads to something inside what stands at another one. */
export function leadsThrough(path: Path, outer: Path): boolean {
  return outer.length < path.length && isWithin(outer, path.slice(0, outer.length));
}

/** A value with the part at a path taken from another value, where both have what leads there; `*` is every key. */
export function withPart(value: unknown, other: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.map((item, index) =>
      (key === "*" || key === index) && index < other.length ? withPart(item, other[index], rest) : item,
    );
  }
  if (!isRecord(value) || !isRecord(other)) return value;
  const keys = key === "*" ? [...new Set([...Object.keys(value), ...Object.keys(other)])] : [String(key)];
  const parts = keys.map((each) => [each, withPart(own(value, each), own(other, each), rest)] as const);
  return leaveOut({ ...value, ...Object.fromEntries(parts) }, (part) => part === undefined);
}

/** Every text inside a value, those of its keys included. */
export const textsAndKeysIn = (value: unknown): string[] => textsIn(value, (key) => [key]);

/** Every string inside the values at the given paths: what must be masked wherever text is shown. */
export function textsAt(properties: Properties, paths: readonly Path[]): string[] {
  return paths.flatMap((path) => textsIn(valueAt(properties, path), () => [])).filter((text) => text !== "");
}

function textsIn(value: unknown, ofKey: (key: string) => string[]): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, ofKey));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) => [...ofKey(key), ...textsIn(inside, ofKey)]);
}

/** Whether what stands at a path holds something of these places, or is a part of it: so a message may not show it if they are secret. */
export const touches = (places: readonly Path[], path: Path): boolean =>
  places.some((place) => isWithin(path, place) || isWithin(place, path));

/** A list or an object with every member put through a function; the same one where none becomes another, so that no copy is made. */
export function mapMembers<Whole extends readonly unknown[] | Properties>(
  whole: Whole,
  change: (member: unknown, key: string | number) => unknown,
): Whole {
  if (Array.isArray(whole)) {
    const items = whole.map(change);
    return items.every((item, index) => Object.is(item, whole[index])) ? whole : (items as unknown as Whole);
  }
  const changed = Object.entries(whole).map(([key, member]) => [key, change(member, key)] as const);
  const isSame = changed.every(([key, member]) => Object.is(member, (whole as Properties)[key]));
  return isSame ? whole : (Object.fromEntries(changed) as Whole);
}

/** An object without some members; the same one where it has none of them. */
export function leaveOut(object: Properties, isLeftOut: (member: unknown) => boolean): Properties {
  const keys = Object.keys(object);
  if (!keys.some((key) => isLeftOut(object[key]))) return object;
  return Object.fromEntries(keys.filter((key) => !isLeftOut(object[key])).map((key) => [key, object[key]]));
}

/** What tells the entries of a list apart that several parties share. */
export type Identity = (entry: unknown) => unknown;

/** The entries of a list by their identity; what is no list has none. */
export function byIdentity(list: unknown, identity: Identity): Map<unknown, unknown> {
  return new Map((Array.isArray(list) ? list : []).map((entry) => [identity(entry), entry]));
}

/** Whether two lists have the same entries, in whatever order. */
export function sameEntries(a: unknown, b: unknown, identity: Identity): boolean {
  const [one, other] = [byIdentity(a, identity), byIdentity(b, identity)];
  return one.size === other.size && [...one].every(([id, entry]) => other.has(id) && sameValue(entry, other.get(id)));
}

/** Merges entry by entry: what the program added, changed or took away; entries of others stay as they are. */
export function mergeEntries(before: unknown[], after: unknown[], live: unknown[], identity: Identity): unknown[] {
  const [old, ours, present] = [byIdentity(before, identity), byIdentity(after, identity), byIdentity(live, identity)];
  const isChanged = (entry: unknown) => !sameValue(old.get(identity(entry)), ours.get(identity(entry)));
  const kept = live.filter((entry) => ours.has(identity(entry)) || !old.has(identity(entry)));
  return [
    ...kept.map((entry) => (isChanged(entry) ? (ours.get(identity(entry)) ?? entry) : entry)),
    ...after.filter((entry) => isChanged(entry) && !present.has(identity(entry))),
  ];
}
