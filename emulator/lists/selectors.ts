import type { ObjectMeta } from "../kinds/metadata";
import { badRequest } from "../statusError";
import { labelValueProblems, qualifiedNameProblems } from "../text/formats";

type Labels = Readonly<Record<string, string>>;

// A comma in parentheses does not end a term.
const terms = /(?:[^,()]+|\([^)]*\)?|\))+/g;
const word = "[^\\s!=<>(),]+";
const absent = new RegExp(`^!\\s*(${word})$`);
const inSet = new RegExp(`^(${word})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const compared = new RegExp(`^(${word})(?:\\s*(==|!=|=|>|<)\\s*(${word})?)?$`);
const maxQuoted = 100;
const integer = /^-?\d{1,20}$/;

/** Reads a label selector: `a=b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`, `a>1`, `a<1`. */
export function parseLabelSelector(text: string): ((labels: Labels) => boolean)[] {
  if (text.trim() === "") return [];
  return (text.match(terms) ?? [text])
    .map((term) => term.trim())
    .filter(Boolean)
    .map(labelRequirement);
}

function labelRequirement(term: string): (labels: Labels) => boolean {
  const notKey = absent.exec(term)?.[1];
  if (notKey !== undefined) return requirement(notKey, [], (found) => found === undefined);
  const [, setKey, operator, list = ""] = inSet.exec(term) ?? [];
  if (setKey !== undefined) {
    const values = list.split(",").map((value) => value.trim());
    const isIn = (found: string | undefined) => found !== undefined && values.includes(found);
    return requirement(setKey, values, (found) => isIn(found) === (operator === "in"));
  }
  const [, key, sign, value = ""] = compared.exec(term) ?? [];
  if (key === undefined) throw refused(term, "it is no requirement");
  if (sign === undefined) return requirement(key, [], (found) => found !== undefined);
  if (sign !== ">" && sign !== "<") return requirement(key, [value], (found) => (found === value) === (sign !== "!="));
  if (!integer.test(value)) throw refused(term, "for 'Gt', 'Lt' operators, the value must be an integer");
  return requirement(key, [value], (found) => {
    if (found === undefined || !integer.test(found)) return false;
    return sign === ">" ? BigInt(found) > BigInt(value) : BigInt(found) < BigInt(value);
  });
}

function requirement(key: string, values: string[], holds: (found: string | undefined) => boolean) {
  const problems = [...qualifiedNameProblems(key), ...values.flatMap(labelValueProblems)];
  if (problems.length > 0) throw refused(key, problems.join("; "));
  return (labels: Labels) => holds(Object.hasOwn(labels, key) ? labels[key] : undefined);
}

function refused(term: string, why: string) {
  return badRequest(`unable to parse requirement: ${JSON.stringify(term.slice(0, maxQuoted))}: ${why}`);
}

const fieldTerm = /^(.*?)(==|!=|=)(.*)$/;
const fields: Record<string, (metadata: ObjectMeta) => string> = {
  "metadata.name": ({ name }) => name,
  "metadata.namespace": ({ namespace = "" }) => namespace,
};

/** Reads a field selector. Only name and namespace of an object can be selected. */
export function parseFieldSelector(text: string): ((metadata: ObjectMeta) => boolean)[] {
  const named = text.split(",").filter((term) => term !== "");
  return named.map((term) => {
    const [, field, operator, value] = fieldTerm.exec(term) ?? [];
    if (field === undefined) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
    const read = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (read === undefined) throw badRequest(`field label not supported: ${field}`);
    return (metadata) => (read(metadata) === value) === (operator !== "!=");
  });
}

/** The name that a field selector asks for; empty if it asks for none. */
export function selectedName(text: string): string {
  const found = text.split(",").map((term) => fieldTerm.exec(term));
  return found.find((term) => term?.[1] === "metadata.name" && term[2] !== "!=")?.[3] ?? "";
}
