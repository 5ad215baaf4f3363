/** The keys that a JSON Pointer (RFC 6901) leads along; undefined if it is none. */
export function keysOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  const keys = pointer.slice(1).split("/");
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether what a JSON Pointer names is, or holds, what another one names. */
export function covers(outer: string, inner: string): boolean {
  const [above, below] = [keysOf(outer), keysOf(inner)];
  if (!above || !below) return false;
  return above.every((key, index) => key === below[index]);
}
