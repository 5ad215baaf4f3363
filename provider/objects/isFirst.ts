/** Whether a text is not in the set yet; it is from then on. */
export function isFirst(shown: Set<string>, text: string): boolean {
  if (shown.has(text)) return false;
  shown.add(text);
  return true;
}
