import { isMarkerKey } from "../../api/input/untrustedJson.js";
import { shownName } from "../../api/output/redaction.js";
import type { Problem } from "../operation.js";
import { formatPath, isRecord, type Properties } from "../values.js";

/** Maximum nesting of values, far above that of any Kubernetes object. */
export const maxDepth = 100;

const maxProblems = 10;

/** Maximum number of values. A text that platforms can store has more only with YAML aliases. */
const maxValues = 1_000_000;

/** From here on JSON writes an integer with an exponent: each reader parses the same float. */
const exponentStart = 1e21;

type ProblemCheck = (key: string | number, value: unknown) => string | undefined;

/** Problems of inputs that JSON would silently drop or change, at any depth. */
export const jsonProblems = (inputs: Properties): Problem[] =>
  problemsIn(
    inputs,
    (key, value) =>
      keyProblem(key) ?? textProblem(key) ?? textProblem(value) ?? numberProblem(value) ?? markerProblem(value),
  );

/** Problems of a manifest, which is sent as YAML text: only values for which JSON has no form. */
export const documentProblems = (document: unknown): Problem[] =>
  problemsIn(document, (key, value) => textProblem(key) ?? textProblem(value) ?? infinityProblem(value));

/** The problems that a check finds, with escaped paths: an import has keys of the platform. */
export const escapedProblems = (inputs: Properties, check: ProblemCheck): Problem[] =>
  problemsIn(inputs, check).map((each) => ({ ...each, property: shownName(each.property) }));

/**
 * The problems that a check finds, at most ten. Recursion could overflow the stack, and a path for
 * each value could fill the memory.
 */
function problemsIn(root: unknown, check: ProblemCheck): Problem[] {
  const problems: Problem[] = [];
  // The first level holds only the root: paths and depths leave it out.
  const levels = [levelOf([root])];
  const currentPath = () => levels.slice(1).map(currentKey);
  let valueCount = 0;
  for (let level = levels.at(-1); level && problems.length < maxProblems; level = levels.at(-1)) {
    level.index += 1;
    if (level.index === level.size) {
      levels.pop();
      continue;
    }
    const key = currentKey(level);
    const value = level.members[key];
    valueCount += 1;
    const excess = sizeProblem(levels.length - 1, valueCount);
    // The start of the path says enough: the rest may be a hundred keys.
    if (excess) return [{ property: formatPath(currentPath().slice(0, 2)), reason: excess }];
    const reason = check(key, value);
    if (reason) problems.push({ property: formatPath(currentPath()), reason });
    else if (typeof value === "object" && value !== null) levels.push(levelOf(value));
  }
  return problems;
}

function sizeProblem(depth: number, values: number): string | undefined {
  if (depth > maxDepth) return tooDeep;
  return values > maxValues ? tooMany : undefined;
}

/** An object or list, and which of its members is being checked. */
interface Level {
  readonly members: Record<string | number, unknown>;
  /** Absent from a list. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  index: number;
}

function levelOf(value: object): Level {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  const { length: size } = keys ?? (value as unknown[]);
  return { members: value as Level["members"], keys, size, index: -1 };
}

const currentKey = ({ keys, index }: Level): string | number => keys?.[index] ?? index;

const tooDeep = `is nested deeper than ${maxDepth} levels, or contains itself. Make it flatter.`;
const tooMany = `has more than ${maxValues} values, counted with expanded YAML aliases. Make it smaller.`;

const keyProblem = (key: string | number) =>
  key === "__proto__" ? "cannot be a key: languages and tools that handle it would drop it. Rename it." : undefined;

const markerProblem = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkerKey)
    ? "is an asset, an archive or a resource, which no object of the platform can hold. Set a text."
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
  return Math.abs(value as number) < exponentStart
    ? "is a whole number that JSON readers may round. Set a smaller one, or text in quotes."
    : undefined;
}
