const maxUint64 = 2n ** 64n - 1n;

/** Why digits are no unsigned 64-bit integer, in Go's words; undefined if they are one. An empty text is none asked for. */
export function uintProblem(text: string): string | undefined {
  const refused = (why: string) => `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`;
  if (!/^\d*$/.test(text)) return refused("invalid syntax");
  const digits = text.replace(/^0+/, "");
  return digits.length > 20 || BigInt(digits) > maxUint64 ? refused("value out of range") : undefined;
}
