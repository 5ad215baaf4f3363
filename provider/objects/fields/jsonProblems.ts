import { isMarkerKey } from "../../api/input/pulumiMarkers.js";
import { isUnicode } from "../../api/input/untrustedJson.js";
import { inputMessages } from "../../messages/inputs.js";
import { message } from "../../messages/message.js";
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

/** Walks without recursion and without a copy of the members: both could fill the memory. */
function problemsIn(whole: unknown, judge: ProblemCheck): Problem[] {
  const problems: Problem[] = [];
  const levels: Iterator<Member>[] = [[[[], whole] as const].values()];
  let seen = 0;
  for (let level = levels.at(-1); level && problems.length < maxProblems; level = levels.at(-1)) {
    const next = level.next();
    if (next.done) {
      levels.pop();
      continue;
    }
    const [path, value] = next.value;
    const excess = path.length > maxDepth ? tooDeep : ++seen > maxValues ? tooMuch : undefined;
    if (excess) return [{ property: formatPath(path.slice(0, 2)), reason: excess }];
    const reason = judge(path.at(-1), value);
    if (reason) problems.push({ property: formatPath(path), reason });
    else levels.push(membersOf(path, value));
  }
  return problems;
}

const tooDeep = message(inputMessages.tooDeep, { levels: maxDepth });
const tooMuch = message(inputMessages.tooManyValues, { values: maxValues });

type Member = readonly [path: Path, value: unknown];

function* membersOf(path: Path, value: unknown): Generator<Member, void> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield [[...path, index], item];
  else if (isRecord(value)) for (const key of Object.keys(value)) yield [[...path, key], value[key]];
}

const lostKey = (key: string | number | undefined) =>
  key === "__proto__" ? message(inputMessages.lostKey) : undefined;

const notPlain = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkerKey) ? message(inputMessages.notPlain) : undefined;

const brokenText = (text: unknown) =>
  typeof text === "string" && !isUnicode(text) ? message(inputMessages.noUnicode) : undefined;

const noNumber = (value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? message(inputMessages.noNumber) : undefined;

function lostNumber(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return noNumber(value);
  return Math.abs(value as number) < firstExponent ? message(inputMessages.lostDigits) : undefined;
}
