import { isMarkerKey } from "../../api/input/pulumiMarkers.js";
import { isUnicode } from "../../api/input/untrustedJson.js";
import type { Problem } from "../operation.js";
import { formatPath, isRecord, type Path, type Properties } from "../values.js";

/** How deep values may be nested; no object of Kubernetes comes near. */
export const deepest = 100;

/** A mistake in every line of a long list says no more than the first ones. */
const mostProblems = 10;

/** A text that a platform stores has fewer values, unless aliases multiply them. */
const mostValues = 1_000_000;

/** Up to here JSON has the digits of a whole number; larger ones are written with an exponent. */
const longestDigits = 1e21;

type Judge = (key: string | number | undefined, value: unknown) => string | undefined;

/** What in the inputs of a program would be lost or changed on its way as JSON, wherever it stands: nobody would notice. */
export const dataProblems = (inputs: Properties): Problem[] =>
  problemsIn(
    inputs,
    (key, value) => lostKey(key) ?? brokenText(key) ?? brokenText(value) ?? lostNumber(value) ?? notPlain(value),
  );

/** What in a document that travels as text no reader could make JSON of. */
export const documentProblems = (document: unknown): Problem[] =>
  problemsIn(document, (key, value) => brokenText(key) ?? brokenText(value) ?? noNumber(value));

/** Walks without recursion and without a copy of the members: both could fill the memory. */
function problemsIn(whole: unknown, judge: Judge): Problem[] {
  const problems: Problem[] = [];
  const levels: Iterator<Member>[] = [[[[], whole] as const].values()];
  let seen = 0;
  for (let level = levels.at(-1); level && problems.length < mostProblems; level = levels.at(-1)) {
    const next = level.next();
    if (next.done) {
      levels.pop();
      continue;
    }
    const [path, value] = next.value;
    const excess = path.length > deepest ? tooDeep : ++seen > mostValues ? tooMuch : undefined;
    if (excess) return [{ property: formatPath(path.slice(0, 2)), reason: excess }];
    const reason = judge(path.at(-1), value);
    if (reason) problems.push({ property: formatPath(path), reason });
    else levels.push(membersOf(path, value));
  }
  return problems;
}

const tooDeep = `is nested deeper than ${deepest} levels, or holds itself. Make it flatter.`;
const tooMuch = `has more than ${mostValues} values, all aliases written out. Make it smaller.`;

type Member = readonly [path: Path, value: unknown];

function* membersOf(path: Path, value: unknown): Generator<Member, void> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield [[...path, index], item];
  else if (isRecord(value)) for (const key of Object.keys(value)) yield [[...path, key], value[key]];
}

const lostKey = (key: string | number | undefined) =>
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
    ? "is no number that JSON has. Set a finite one, or text in quotes."
    : undefined;

function lostNumber(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return noNumber(value);
  return Math.abs(value as number) < longestDigits
    ? "is a whole number of more digits than are kept on its way. Set a smaller one, or text in quotes."
    : undefined;
}
