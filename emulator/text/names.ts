const subdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const qualifiedPart = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelText = `(${qualifiedPart})?`;
// These match what is not allowed: a pattern for megabytes of valid text could overflow the stack.
const foreign = {
  subdomain: /[^-a-z0-9.]|^[-.]|[-.]$|\.[-.]|-\./,
  qualifiedPart: /[^-A-Za-z0-9_.]|^[-_.]|[-_.]$/,
};

const maxNameLength = 253;
const maxLabelLength = 63;
const tooLong = (limit: number) => `must be no more than ${limit} characters`;
const used = (pattern: string) => `regex used for validation is '${pattern}'`;
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  `and must start and end with an alphanumeric character (e.g. 'example.com', ${used(subdomain)})`;
const labelRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  `and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', ${used(labelText)})`;
const qualifiedRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', ${used(qualifiedPart)})`;
const qualifiedShape = `a qualified name ${qualifiedRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;

/** Why a text is no RFC 1123 subdomain, in the server's words; empty if it is one. */
export function subdomainProblems(text: string): string[] {
  const problems = text.length > maxNameLength ? [tooLong(maxNameLength)] : [];
  return isFree(text, foreign.subdomain) ? problems : [...problems, subdomainRule];
}

/** Why a text is no label key, annotation key or finalizer: `[prefix/]name`. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split("/");
  const name = parts.at(-1) ?? "";
  const problems: string[] = [];
  if (parts.length > 2) return [qualifiedShape];
  if (parts.length === 2) {
    if (parts[0] === "") problems.push("prefix part must be non-empty");
    else problems.push(...subdomainProblems(parts[0] ?? "").map((problem) => `prefix part ${problem}`));
  }
  if (name === "") problems.push("name part must be non-empty");
  if (name.length > maxLabelLength) problems.push(`name part ${tooLong(maxLabelLength)}`);
  if (!isFree(name, foreign.qualifiedPart)) problems.push(`name part ${qualifiedRule}`);
  return problems;
}

/** Why a text is no label value. */
export function labelValueProblems(text: string): string[] {
  const problems = text.length > maxLabelLength ? [tooLong(maxLabelLength)] : [];
  return text === "" || isFree(text, foreign.qualifiedPart) ? problems : [...problems, labelRule];
}

function isFree(text: string, of: RegExp): boolean {
  return text !== "" && !of.test(text);
}
