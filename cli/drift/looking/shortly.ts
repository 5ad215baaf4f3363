const longest = 80;

/** A value in a sentence: as JSON, cut where it is long. */
export function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
