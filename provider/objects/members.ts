type Properties = Readonly<Record<string, unknown>>;

/** A list or an object with every member put through a function; the same one where none becomes another, so that no copy is made. */
export function mapMembers<Whole extends readonly unknown[] | Properties>(
  whole: Whole,
  change: (member: unknown, key: string | number) => unknown,
): Whole;
export function mapMembers(
  whole: readonly unknown[] | Properties,
  change: (member: unknown, key: string | number) => unknown,
): unknown {
  if (Array.isArray(whole)) {
    const items = whole.map(change);
    return items.every((item, index) => Object.is(item, whole[index])) ? whole : items;
  }
  const object = whole as Properties;
  const keys = Object.keys(object);
  const members = keys.map((key) => change(object[key], key));
  if (keys.every((key, index) => Object.is(members[index], object[key]))) return object;
  return Object.fromEntries(keys.map((key, index) => [key, members[index]]));
}

/** An object without some members; the same one where it has none of them. */
export function leaveOut(object: Properties, isLeftOut: (member: unknown) => boolean): Properties {
  const keys = Object.keys(object);
  if (!keys.some((key) => isLeftOut(object[key]))) return object;
  return Object.fromEntries(keys.filter((key) => !isLeftOut(object[key])).map((key) => [key, object[key]]));
}
