import { isUnicode } from "../../api/input/foreignJson.js";
import { isMarkingKey } from "../../api/input/pulumiMarks.js";
import type { Problem } from "../operation.js";
import { formatPath, isRecord, type Path, type Properties } from "../values.js";

/** Maximum nesting of values, far above that of any Kubernetes object. */
export const maxDepth = 100;

const maxProblems = 10;

/** Only YAML aliases can expand a storable text to more values. */
const maxValues = 1_000_000;

/** From here on JSON writes a whole number with an exponent. */
const firstExponent = 1e21;

type ProblemCheck = (key: string | number | undefined, value: unknown) => string | undefined;

/** Problems of inputs that JSON would silently drop or change, at any depth. */
export const jsonProblems = (inputs: Properties): Problem[] =>
  problemsIn(
    inputs,
    (key, value) => lostKey(key) ?? brokenText(key) ?? brokenText(value) ?? lostNumber(value) ?? notPlain(value),
  );

/** Problems of a document, sent as text, that cannot be converted to JSON. */
export const documentProblems = (document: unknown): Problem[] =>
  problemsIn(document, (key, value) => brokenText(key) ?? brokenText(value) ?? noNumber(value));

/** Iterative, because deep nesting could exhaust the stack. Stops at the first excess. */
function problemsIn(whole: unknown, judge: ProblemCheck): Problem[] {
  const problems: Problem[] = [];
  const left: [path: Path, value: unknown][] = [[[], whole]];
  let seen = 0;
  for (let next = left.pop(); next && problems.length < maxProblems; next = left.pop()) {
    const [path, value] = next;
    const excess = path.length > maxDepth ? tooDeep : ++seen > maxValues ? tooMuch : undefined;
    if (excess) return [{ property: formatPath(path.slice(0, 2)), reason: excess }];
    const reason = judge(path.at(-1), value);
    if (reason) problems.push({ property: formatPath(path), reason });
    else for (const member of membersOf(path, value)) left.push(member);
  }
  return problems;
}

const tooDeep = `is nested deeper than ${maxDepth} levels, or holds itself. Make it flatter.`;
const tooMuch = `has more than ${maxValues} values, all aliases written out. Make it smaller.`;

/** In reverse order, because the caller pops from the end. */
function membersOf(path: Path, value: unknown): [Path, unknown][] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return entries.reverse().map(([key, member]) => [[...path, key], member]);
}

const lostKey = (key: string | number | undefined) =>
  key === "__proto__" ? "cannot be a key: languages and tools on its way would drop it. Call it otherwise." : undefined;

const notPlain = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkingKey)
    ? "is an asset, an archive or a resource, which no object of the platform can hold. Set the text that is meant."
    : undefined;

const brokenText = (text: unknown) =>
  typeof text === "string" && !isUnicode(text)
    ? "is not valid Unicode: it has half of a character. Correct the text."
    : undefined;

const noNumber = (value: unknown) =>
  typeof value === "number" && !Number.isFinite(value)
    ? "is no number that JSON has. Set a finite one, or text in quotes."
    : undefined;

function lostNumber(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return noNumber(value);
  return Math.abs(value as number) < firstExponent
    ? "is a whole number of more digits than are kept on its way. Set a smaller one, or text in quotes."
    : undefined;
}
