/** Whether an object with these labels is selected. */
type LabelMatcher = (labels: Readonly<Record<string, string>>) => boolean;

// A comma in parentheses does not end a requirement.
const requirements = /(?:[^,()]|\([^()]*\))+/g;
const key = "(?:\\w[\\w.-]*/)?\\w[\\w.-]*";
const value = /^[\w.-]*$/;
const inSet = new RegExp(`^(${key})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const compared = new RegExp(`^(${key})\\s*(==?|!=)\\s*([\\w.-]*)$`);
const present = new RegExp(`^(!?)\\s*(${key})$`);

/**
 * Parses a label selector of Kubernetes: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`,
 * joined by commas. Undefined if it has another form. For lists that take no selector.
 */
export function parseLabelSelector(text: string): LabelMatcher | undefined {
  const terms = text.match(requirements) ?? [];
  const matchers = terms.map((term) => parseRequirement(term.trim()));
  // Other texts have a comma without a requirement, or a single parenthesis.
  if (terms.join(",") !== text || matchers.includes(undefined)) return undefined;
  return (labels) => matchers.every((matches) => matches?.(labels));
}

function parseRequirement(term: string): LabelMatcher | undefined {
  const [, setKey = "", operator, list = ""] = inSet.exec(term) ?? [];
  if (operator) {
    const values = list.split(",").map((each) => each.trim());
    // A forgotten comma would select other objects than a server's list.
    return values.every((each) => value.test(each)) ? among(setKey, operator === "in", values) : undefined;
  }
  const [, name = "", sign, wanted = ""] = compared.exec(term) ?? [];
  if (sign) return among(name, sign !== "!=", [wanted]);
  const [, not, label = ""] = present.exec(term) ?? [];
  return not === undefined ? undefined : (labels) => Object.hasOwn(labels, label) === (not === "");
}

/** An absent label is not among any values. */
function among(label: string, isWanted: boolean, values: readonly string[]): LabelMatcher {
  return (labels) => (Object.hasOwn(labels, label) && values.includes(String(labels[label]))) === isWanted;
}
