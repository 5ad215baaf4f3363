import { isMarkerKey, isUnicode } from "../../api/input/untrustedJson.js";
import { shownName } from "../../api/output/redaction.js";
import type { Problem } from "../operation.js";
import { formatPath, isRecord, type Properties } from "../values.js";

/** Maximum nesting of values, far above that of any Kubernetes object. */
export const maxDepth = 100;

const maxProblems = 10;

/** Only YAML aliases can expand a storable text to more values. */
const maxValues = 1_000_000;

/** From here on JSON writes a whole number with an exponent. */
const firstExponent = 1e21;

type ProblemCheck = (key: string | number, value: unknown) => string | undefined;

/** Problems of inputs that JSON would silently drop or change, at any depth. */
export const jsonProblems = (inputs: Properties): Problem[] =>
  problemsIn(
    inputs,
    (key, value) => lostKey(key) ?? brokenText(key) ?? brokenText(value) ?? lostNumber(value) ?? notPlain(value),
  );

/** Problems of a document, sent as text, that cannot be converted to JSON. */
export const documentProblems = (document: unknown): Problem[] =>
  problemsIn(document, (key, value) => brokenText(key) ?? brokenText(value) ?? noNumber(value));

/** The problems that a check finds, whose properties may have any name. */
export const shownProblems = (inputs: Properties, judge: ProblemCheck): Problem[] =>
  problemsIn(inputs, judge).map((each) => ({ ...each, property: shownName(each.property) }));

/**
 * The problems that a check finds, at most ten. Walks without recursion and without a path for each
 * value: both could fill the memory.
 */
function problemsIn(whole: unknown, judge: ProblemCheck): Problem[] {
  const problems: Problem[] = [];
  const levels = [levelOf([whole])];
  const path = () => levels.slice(1).map(currentKey);
  let seen = 0;
  for (let level = levels.at(-1); level && problems.length < maxProblems; level = levels.at(-1)) {
    if (++level.index === level.length) {
      levels.pop();
      continue;
    }
    const key = currentKey(level);
    const value = level.members[key];
    const excess = excessOf(levels.length - 1, ++seen);
    if (excess) return [{ property: formatPath(path().slice(0, 2)), reason: excess }];
    const reason = judge(key, value);
    if (reason) problems.push({ property: formatPath(path()), reason });
    else if (typeof value === "object" && value !== null) levels.push(levelOf(value));
  }
  return problems;
}

const excessOf = (depth: number, values: number) =>
  depth > maxDepth ? tooDeep : values > maxValues ? tooMuch : undefined;

/** An object or list, and which of its members is being checked. */
interface Level {
  readonly members: Record<string | number, unknown>;
  /** Absent from a list. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  index: number;
}

function levelOf(value: object): Level {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const { length } = keys ?? (value as unknown[]);
  return { members: value as Level["members"], keys, length, index: -1 };
}

const currentKey = ({ keys, index }: Level): string | number => keys?.[index] ?? index;

const tooDeep = `is nested deeper than ${maxDepth} levels, or holds itself. Make it flatter.`;
const tooMuch = `has more than ${maxValues} values, all aliases written out. Make it smaller.`;

const lostKey = (key: string | number) =>
  key === "__proto__" ? "cannot be a key: languages and tools on its way would drop it. Call it otherwise." : undefined;

const notPlain = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkerKey)
    ? "is an asset, an archive or a resource, which no object of the platform can hold. Set the text that is meant."
    : undefined;

const brokenText = (text: unknown) =>
  typeof text === "string" && !isUnicode(text)
    ? "is not valid Unicode: it has half of a character. Correct the text."
    : undefined;

const noNumber = (value: unknown) =>
  typeof value === "number" && !Number.isFinite(value)
    ? "is not a number that JSON supports. Set a finite one, or text in quotes."
    : undefined;

function lostNumber(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return noNumber(value);
  return Math.abs(value as number) < firstExponent
    ? "is a whole number of more digits than are kept on its way. Set a smaller one, or text in quotes."
    : undefined;
}
