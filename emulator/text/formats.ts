// These match what is not allowed: a pattern for megabytes of valid text could overflow the stack.
const notSubdomain = /[^-a-z0-9.]|^[-.]|[-.]$|\.[-.]|-\./;
const notPart = /[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/;

const maxNameLength = 253;
const maxLabelLength = 63;
const tooLong = (limit: number) => `must be no more than ${limit} characters`;
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character";
const partRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** Why a text is no RFC 1123 subdomain; empty if it is one. */
export function subdomainProblems(text: string): string[] {
  return [
    ...(text.length > maxNameLength ? [tooLong(maxNameLength)] : []),
    ...(text === "" || notSubdomain.test(text) ? [subdomainRule] : []),
  ];
}

/** Why a text is no label key, annotation key or finalizer: `[prefix/]name`. */
export function qualifiedNameProblems(text: string): string[] {
  const [name = "", prefix, ...more] = text.split("/").reverse();
  if (more.length > 0) return [`a qualified name ${partRule}, with an optional DNS subdomain prefix and '/'`];
  const ofPrefix = prefix === "" ? ["must be non-empty"] : prefix === undefined ? [] : subdomainProblems(prefix);
  const ofName = [...(name === "" ? ["must be non-empty"] : []), ...partProblems(name)];
  return [...ofPrefix.map((problem) => `prefix part ${problem}`), ...ofName.map((problem) => `name part ${problem}`)];
}

/** Why a text is no label value. */
export function labelValueProblems(text: string): string[] {
  return text === "" ? [] : partProblems(text).map((problem) => `a valid label ${problem}`);
}

function partProblems(text: string): string[] {
  return [
    ...(text.length > maxLabelLength ? [tooLong(maxLabelLength)] : []),
    ...(text === "" || notPart.test(text) ? [partRule] : []),
  ];
}

// Without leading zeros. The time to read more digits grows with the square of their number.
const maxDigits = 20;

/** Why a text is no 64-bit integer; undefined if it is one. */
export function integerProblem(text: string, isSigned: boolean): string | undefined {
  const [, sign = "", digits] = /^([-+]?)0*(\d+)$/.exec(text) ?? [];
  const why = `parsing ${JSON.stringify(text)}`;
  if (digits === undefined || (!isSigned && sign !== "")) return `${why}: invalid syntax`;
  if (digits.length > maxDigits) return `${why}: value out of range`;
  const value = BigInt(sign === "-" ? `-${digits}` : digits);
  const isInRange = (isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) === value;
  return isInRange ? undefined : `${why}: value out of range`;
}

/** Reads a yes or no: as on real servers every text but these two is a yes. */
export function isYes(text: string): boolean {
  return !/^(0|false)$/i.test(text);
}

/** Writes a time as Kubernetes objects hold it: RFC 3339, UTC, whole seconds. */
export function rfc3339Seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
