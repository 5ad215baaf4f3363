/** A secret text as an object shows it; undefined for what stands in its place: nothing, asterisks, or a value of another type. */
export function shownSecret(value: unknown): string | undefined {
  return typeof value === "string" && !/^\**$/.test(value) ? value : undefined;
}
