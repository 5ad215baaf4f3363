import { badRequest } from "../statusError";
import { labelValueProblems, qualifiedNameProblems } from "../text/nameProblems";

type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;

const tokens = /[!=]=|[=><!,()]|[^\s!=<>,()]+/g;
const symbols = new Set(["!=", "==", "=", ">", "<", "!", ",", "(", ")"]);
const end = "";
const operators = ["in", "notin", "=", "==", "!=", ">", "<"];

const equals = (key: string, value: string) => (labels: Labels) => own(labels, key) === value;
const compare = (key: string, wanted: string, holds: (found: bigint, wanted: bigint) => boolean) => {
  if (!isInteger(wanted))
    throw badRequest(
      `unable to parse requirement: values[0][${key}]: Invalid value: "${wanted}": for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  return (labels: Labels) => {
    const found = own(labels, key);
    return found !== undefined && isInteger(found) && holds(BigInt(found), BigInt(wanted));
  };
};
const isInteger = (text: string) => /^-?\d+$/.test(text);

/** Reads a label selector: `a=b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`, `a>1`, `a<1`, joined by commas. */
export function parseLabelSelector(text: string): Requirement[] {
  return new SelectorReader(text).requirements();
}

function own(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

class SelectorReader {
  private readonly words: string[];
  private at = 0;

  constructor(text: string) {
    this.words = text.match(tokens) ?? [];
  }

  requirements(): Requirement[] {
    const result: Requirement[] = [];
    if (this.peek() === end) return result;
    for (;;) {
      result.push(this.requirement());
      const next = this.next();
      if (next === end) return result;
      if (next !== ",") this.fail(next, "',' or 'end of string'");
      if (this.peek() === end) return result;
    }
  }

  private requirement(): Requirement {
    if (this.peek() === "!") {
      this.next();
      const absent = this.key();
      return (labels) => own(labels, absent) === undefined;
    }
    const key = this.key();
    if (this.peek() === end || this.peek() === ",") return (labels) => own(labels, key) !== undefined;
    const operator = this.next();
    if (operator === "in" || operator === "notin") return this.setRequirement(key, operator === "in");
    if (!operators.includes(operator)) this.fail(operator, operators.join(", "));
    return this.valueRequirement(key, operator);
  }

  private valueRequirement(key: string, operator: string): Requirement {
    const value = this.value();
    if (operator === ">") return compare(key, value, (found, wanted) => found > wanted);
    if (operator === "<") return compare(key, value, (found, wanted) => found < wanted);
    const matches = equals(key, value);
    // An object without the label also is one that does not have this value.
    return operator === "!=" ? (labels) => !matches(labels) : matches;
  }

  private setRequirement(key: string, isIn: boolean): Requirement {
    if (this.peek() !== "(") this.fail(this.peek(), "'('");
    this.next();
    const values = new Set([this.value()]);
    while (this.peek() === ",") {
      this.next();
      values.add(this.value());
    }
    if (this.next() !== ")") this.fail(this.words[this.at - 1] ?? end, "',' or ')'");
    return (labels) => (values.has(own(labels, key) ?? "") && own(labels, key) !== undefined ? isIn : !isIn);
  }

  private key(): string {
    const word = this.next();
    if (word === end || symbols.has(word)) this.fail(word, "!, identifier, or 'end of string'");
    const problems = qualifiedNameProblems(word);
    if (problems.length > 0)
      throw badRequest(
        `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(word)}: ${problems.join("; ")}`,
      );
    return word;
  }

  // A missing value is the empty one.
  private value(): string {
    const word = this.peek();
    if (word === end || word === "," || word === ")") return "";
    if (symbols.has(word)) this.fail(word, "identifier");
    this.next();
    const problems = labelValueProblems(word);
    if (problems.length > 0)
      throw badRequest(
        `unable to parse requirement: values[0]: Invalid value: ${JSON.stringify(word)}: ${problems.join("; ")}`,
      );
    return word;
  }

  private peek(): string {
    return this.words[this.at] ?? end;
  }

  private next(): string {
    return this.words[this.at++] ?? end;
  }

  private fail(found: string, expected: string): never {
    throw badRequest(`found '${found}', expected: ${expected}`);
  }
}
