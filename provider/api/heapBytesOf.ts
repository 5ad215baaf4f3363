/** What Node.js needs about for a list, an object or anything else that is no text, in bytes. */
const bytesOfOne = 64;

/** About how much memory a value of JSON takes, in bytes; a text is taken for one of two bytes a character. */
export function heapBytesOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, each) => sum + 8 + heapBytesOf(each), bytesOfOne);
}
