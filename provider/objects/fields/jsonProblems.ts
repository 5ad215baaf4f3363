import { isMarkerKey } from "../../api/input/untrustedJson.js";
import { shownName } from "../../api/output/redaction.js";
import type { Problem } from "../operation.js";
import { formatPath, isRecord, type Properties } from "../values.js";

/** Maximum nesting of values, far above that of any Kubernetes object. */
export const maxDepth = 100;

const maxProblems = 10;

/** Maximum number of values. Only a YAML text with aliases can have more. */
const maxValues = 1_000_000;

/** From here on JSON writes a whole number with an exponent: every reader takes it for a float. */
const firstExponent = 1e21;

type ProblemCheck = (key: string | number, value: unknown) => string | undefined;

/** Problems of inputs that JSON would silently drop or change, at any depth. */
export const jsonProblems = (inputs: Properties): Problem[] =>
  problemsIn(
    inputs,
    (key, value) =>
      keyProblem(key) ?? textProblem(key) ?? textProblem(value) ?? numberProblem(value) ?? markerProblem(value),
  );

/** Problems of a document, sent as text, that cannot be converted to JSON. */
export const documentProblems = (document: unknown): Problem[] =>
  problemsIn(document, (key, value) => textProblem(key) ?? textProblem(value) ?? infinityProblem(value));

/** The problems that a check finds, with escaped names: an import has the names of the platform. */
export const escapedProblems = (inputs: Properties, check: ProblemCheck): Problem[] =>
  problemsIn(inputs, check).map((each) => ({ ...each, property: shownName(each.property) }));

/**
 * The problems that a check finds, at most ten. Walks without recursion and without a path for each
 * value: both could fill the memory.
 */
function problemsIn(whole: unknown, check: ProblemCheck): Problem[] {
  const problems: Problem[] = [];
  const levels = [levelOf([whole])];
  const path = () => levels.slice(1).map(currentKey);
  let seen = 0;
  for (let level = levels.at(-1); level && problems.length < maxProblems; level = levels.at(-1)) {
    level.index += 1;
    if (level.index === level.length) {
      levels.pop();
      continue;
    }
    const key = currentKey(level);
    const value = level.members[key];
    seen += 1;
    const excess = sizeProblem(levels.length - 1, seen);
    // The whole path of a value this deep would not help.
    if (excess) return [{ property: formatPath(path().slice(0, 2)), reason: excess }];
    const reason = check(key, value);
    if (reason) problems.push({ property: formatPath(path()), reason });
    else if (typeof value === "object" && value !== null) levels.push(levelOf(value));
  }
  return problems;
}

function sizeProblem(depth: number, values: number): string | undefined {
  if (depth > maxDepth) return tooDeep;
  return values > maxValues ? tooMuch : undefined;
}

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

const keyProblem = (key: string | number) =>
  key === "__proto__" ? "cannot be a key: languages and tools on its way would drop it. Call it otherwise." : undefined;

const markerProblem = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkerKey)
    ? "is an asset, an archive or a resource, which no object of the platform can hold. Set the text that is meant."
    : undefined;

const textProblem = (text: unknown) =>
  typeof text === "string" && !text.isWellFormed()
    ? "is not valid Unicode: it has half of a character. Correct the text."
    : undefined;

const infinityProblem = (value: unknown) =>
  typeof value === "number" && !Number.isFinite(value)
    ? "is not a number that JSON supports. Set a finite one, or text in quotes."
    : undefined;

function numberProblem(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return infinityProblem(value);
  return Math.abs(value as number) < firstExponent
    ? "is a whole number of more digits than are kept on its way. Set a smaller one, or text in quotes."
    : undefined;
}
