// Without leading zeros. The time to read more digits grows with the square of their number.
const maxDigits = 20;

/** Why a text is no 64-bit integer; undefined if it is one. */
export function integerProblem(text: string, isSigned: boolean): string | undefined {
  const [, sign = "", digits] = /^([-+]?)0*(\d+)$/.exec(text) ?? [];
  if (digits === undefined || (!isSigned && sign !== "")) return `parsing ${JSON.stringify(text)}: invalid syntax`;
  if (digits.length <= maxDigits) {
    const value = BigInt(sign === "-" ? `-${digits}` : digits);
    if ((isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) === value) return undefined;
  }
  return `parsing ${JSON.stringify(text)}: value out of range`;
}

/** Reads a yes or no: as on real servers every text but these two is a yes. */
export function isYes(text: string): boolean {
  return !/^(0|false)$/i.test(text);
}

/** Writes a time as Kubernetes objects hold it: RFC 3339, UTC, whole seconds. */
export function rfc3339Seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
