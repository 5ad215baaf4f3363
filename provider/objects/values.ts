/** A value that is not known until the update runs; exists in previews only. */
export const unknown: unique symbol = Symbol("unknown");

/** Properties by name. Values are JSON; in a preview any part may be {@link unknown}. */
export type Properties = Record<string, unknown>;

/** Properties, and the paths of the values that are marked as secret. */
export interface MarkedProperties {
  readonly properties: Properties;
  readonly secrets: readonly Path[];
}

/** Path of a value: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[];

/** Whether a value is a JSON object (not a list, not null). */
export function isRecord(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a JSON object, else an empty one. */
export const asRecord = (value: unknown): Properties => (isRecord(value) ? value : {});

/** The value if it is a list, else an empty one. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An own property, or undefined: every object inherits keys such as `constructor`. */
export function getOwn(object: Properties, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a value is or contains an unknown. */
export function containsUnknown(value: unknown): boolean {
  if (value === unknown) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isRecord(value) && Object.values(value).some(containsUnknown);
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    const hasKey = Array.isArray(current) ? typeof key === "number" : isRecord(current) && Object.hasOwn(current, key);
    if (!hasKey) return undefined;
    current = (current as Properties)[key];
  }
  return current;
}

/** The paths of a value that a path selects, in which `*` is every entry of a list. */
export function expandPath(value: unknown, path: Path): Path[] {
  const star = path.indexOf("*");
  const list = star < 0 ? undefined : valueAt(value, path.slice(0, star));
  if (!Array.isArray(list)) return [path];
  return list.flatMap((_, index) => expandPath(value, [...path.slice(0, star), index, ...path.slice(star + 1)]));
}

/** Whether there is a value at a path, in which `*` is every entry of a list. */
export const hasPath = (value: unknown, path: Path): boolean =>
  expandPath(value, path).some((each) => valueAt(value, each) !== undefined);

/** The path up to its first `*`, where the outermost list is; the path itself without a `*`. */
export function pathToList(path: Path): Path {
  const star = path.indexOf("*");
  return star < 0 ? path : path.slice(0, star);
}

/**
 * The properties without the values at a path, in which `*` is every entry of a list. A value that
 * is no object where the path needs one is omitted, unless it is an entry of a list.
 */
export function omitPath(properties: Properties, [first, ...rest]: Path): Properties {
  const key = String(first);
  const { [key]: value, ...others } = properties;
  const [index, ...inside] = rest;
  if (inside.length > 0 && Array.isArray(value)) {
    const isSelected = (at: number) => index === "*" || index === at;
    const omitted = value.map((item, at) => (isSelected(at) && isRecord(item) ? omitPath(item, inside) : item));
    return { ...properties, [key]: omitted };
  }
  return rest.length > 0 && isRecord(value) ? { ...properties, [key]: omitPath(value, rest) } : others;
}

/** Whether servers may omit a value: empty as in Go's omitempty, or an object of such values. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every(isEmpty);
}

/** Semantic equality, as in Kubernetes: an absent object field equals its zero value. */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => semanticEqual(item, b[index]));
  }
  if (isRecord(a) && isRecord(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.every((key) => semanticEqual(getOwn(a, key), getOwn(b, key)));
  }
  return a === b || (isEmpty(a) && isEmpty(b));
}

/** Strict deep equality: an absent field differs from a zero value. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => deepEqual(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  );
}

/** The value without null members, which some Pulumi languages send for unset properties. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return mapValues(value, withoutNulls);
  if (!isRecord(value)) return value;
  const nonNull = omitBy(value, (member) => member === null || member === undefined);
  return mapValues(nonNull, withoutNulls);
}

/** A property path in Pulumi's syntax: `template.labels["policy.loft.sh/x"]`, `access[0].users`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => text + formatKey(key, text === ""), "");
}

function formatKey(key: string | number, isFirst: boolean): string {
  if (typeof key === "number") return `[${key}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `["${key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`;
  return isFirst ? key : `.${key}`;
}

/** Parses a property path in Pulumi's syntax. `*` is kept and matches any key. */
export function parsePath(text: string): Path {
  const keys = text.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|[^.[\]]+/g);
  return [...keys].map(([key, quoted, index]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
    if (index !== undefined) return index === "*" ? "*" : Number(index);
    return key;
  });
}

/** Whether a path is at or below another path, in which `*` matches any key. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((key, index) => key === "*" || key === path[index]);
}

/** Whether a path is at or below any of the given paths, in which `*` matches any key. */
export const isWithinAny = (path: Path, outer: readonly Path[]): boolean => outer.some((each) => isWithin(path, each));

/** Whether a pattern path (`*` matches any key) selects something below a concrete path. */
export function isPatternBelow(pattern: Path, path: Path): boolean {
  return path.length < pattern.length && isWithin(path, pattern.slice(0, path.length));
}

/** Whether a path equals, contains or lies inside any of the given paths; `*` matches any key. */
export const overlapsAny = (path: Path, others: readonly Path[]): boolean =>
  others.some((other) => isWithin(path.slice(0, other.length), other.slice(0, path.length)));

/** The value with the part at a path (`*` is every key) of `source`, if both have its parents. */
export function copyPath(value: unknown, source: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return source;
  if (Array.isArray(value) && Array.isArray(source)) {
    return value.map((item, index) =>
      (key === "*" || key === index) && index < source.length ? copyPath(item, source[index], rest) : item,
    );
  }
  if (!isRecord(value) || !isRecord(source)) return value;
  const keys = key === "*" ? [...new Set([...Object.keys(value), ...Object.keys(source)])] : [String(key)];
  const parts = keys.map((each) => [each, copyPath(getOwn(value, each), getOwn(source, each), rest)] as const);
  return omitBy({ ...value, ...Object.fromEntries(parts) }, (part) => part === undefined);
}

/** The target with a value at a path; unchanged if the parent of the path does not exist. */
export function withValue(target: unknown, [key = "", ...rest]: Path, value: unknown): unknown {
  if (Array.isArray(target)) return target.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  if (!isRecord(target)) return target;
  return { ...target, [key]: rest.length === 0 ? value : withValue(target[key], rest, value) };
}

/** Every string, number and key of an object inside a value. */
export const textsAndKeysIn = (value: unknown): string[] => textsIn(value, true);

/**
 * Every non-empty string and number at the given paths, in which `*` is every entry of a list: the
 * texts that output must mask. If a value is no list where the path has `*`, all its texts count.
 */
export function textsAt(properties: Properties, paths: readonly Path[]): string[] {
  const places = paths.flatMap((path) => expandPath(properties, path).map(pathToList));
  const values = places.map((place) => valueAt(properties, place));
  return values.flatMap((value) => textsIn(value, false)).filter((text) => text !== "");
}

function textsIn(value: unknown, withKeys: boolean): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, withKeys));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) => [...(withKeys ? [key] : []), ...textsIn(inside, withKeys)]);
}

/** Maps the members of a list or an object. Returns the original, not a copy, if none changes. */
export function mapValues<Container extends readonly unknown[] | Properties>(
  container: Container,
  change: (member: unknown, key: string | number) => unknown,
): Container {
  if (Array.isArray(container)) {
    const items = container.map(change);
    return items.every((item, index) => Object.is(item, container[index]))
      ? container
      : (items as unknown as Container);
  }
  const members = container as Properties;
  let copy: Properties | undefined;
  for (const key of Object.keys(members)) {
    const member = change(members[key], key);
    if (Object.is(member, members[key])) continue;
    copy ??= { ...members };
    copy[key] = member;
  }
  return (copy as Container | undefined) ?? container;
}

/** An object without some members. Returns the original if none is omitted. */
export function omitBy(object: Properties, isOmitted: (member: unknown) => boolean): Properties {
  const keys = Object.keys(object);
  if (!keys.some((key) => isOmitted(object[key]))) return object;
  return Object.fromEntries(keys.filter((key) => !isOmitted(object[key])).map((key) => [key, object[key]]));
}

/** Memoizes a function by the identity of its argument. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
}
