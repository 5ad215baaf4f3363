/** Whether an object with these labels is selected. */
type LabelMatcher = (labels: Readonly<Record<string, string>>) => boolean;

// A comma in parentheses does not end a requirement.
const requirementPattern = /(?:[^,()]|\([^()]*\))+/g;
const labelKey = "(?:\\w[\\w.-]*/)?\\w[\\w.-]*";
const valuePattern = /^[\w.-]*$/;
const setTerm = new RegExp(`^(${labelKey})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const equalityTerm = new RegExp(`^(${labelKey})\\s*(==?|!=)\\s*([\\w.-]*)$`);
const existenceTerm = new RegExp(`^(!?)\\s*(${labelKey})$`);

/**
 * Parses a label selector of Kubernetes: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`,
 * joined by commas. Undefined if it has another form. For lists that take no selector.
 */
export function parseLabelSelector(text: string): LabelMatcher | undefined {
  const terms = text.match(requirementPattern) ?? [];
  const matchers = terms.map((term) => parseRequirement(term.trim()));
  // The texts differ if a comma has no requirement beside it, or a parenthesis is single.
  if (terms.join(",") !== text || matchers.includes(undefined)) return undefined;
  return (labels) => matchers.every((matches) => matches?.(labels));
}

function parseRequirement(term: string): LabelMatcher | undefined {
  const [, setKey = "", operator, list = ""] = setTerm.exec(term) ?? [];
  if (operator) {
    const values = list.split(",").map((each) => each.trim());
    // A server rejects such a value, for example `b c` without its comma.
    return values.every((each) => valuePattern.test(each))
      ? valueMatcher(setKey, operator === "in", values)
      : undefined;
  }
  const [, name = "", sign, wanted = ""] = equalityTerm.exec(term) ?? [];
  if (sign) return valueMatcher(name, sign !== "!=", [wanted]);
  const [, negation, label = ""] = existenceTerm.exec(term) ?? [];
  return negation === undefined ? undefined : (labels) => Object.hasOwn(labels, label) === (negation === "");
}

/** Selects objects by one label: with one of these values or, if not `isWanted`, all others. */
function valueMatcher(label: string, isWanted: boolean, values: readonly string[]): LabelMatcher {
  return (labels) => (Object.hasOwn(labels, label) && values.includes(String(labels[label]))) === isWanted;
}
