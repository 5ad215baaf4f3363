/** How many values a value holds with every reference written out; infinite where it holds itself. Each is looked at once. */
export function expandedSize(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  // Who comes here again before it is known holds itself.
  known.set(value, Number.POSITIVE_INFINITY);
  const size = Object.values(value).reduce<number>((sum, member) => sum + expandedSize(member, known), 1);
  known.set(value, size);
  return size;
}
