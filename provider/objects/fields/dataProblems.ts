import { isUnicode } from "../../api/input/foreignJson.js";
import { isMarkingKey } from "../../api/input/pulumiMarks.js";
import { inputMessages } from "../../messages/inputs.js";
import { message } from "../../messages/message.js";
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

/** Without recursion, which depth could exhaust. What is too deep is looked at no further. */
function problemsIn(whole: unknown, judge: Judge): Problem[] {
  const problems: Problem[] = [];
  const left: [path: Path, value: unknown][] = [[[], whole]];
  let seen = 0;
  for (let next = left.pop(); next && problems.length < mostProblems; next = left.pop()) {
    const [path, value] = next;
    const excess = path.length > deepest ? tooDeep : ++seen > mostValues ? tooMuch : undefined;
    if (excess) return [{ property: formatPath(path.slice(0, 2)), reason: excess }];
    const reason = judge(path.at(-1), value);
    if (reason) problems.push({ property: formatPath(path), reason });
    else for (const member of membersOf(path, value)) left.push(member);
  }
  return problems;
}

const tooDeep = message(inputMessages.tooDeep, { levels: deepest });
const tooMuch = message(inputMessages.tooManyValues, { values: mostValues });

/** The last one first, since it is taken last from the end of the list. */
function membersOf(path: Path, value: unknown): [Path, unknown][] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return entries.reverse().map(([key, member]) => [[...path, key], member]);
}

const lostKey = (key: string | number | undefined) =>
  key === "__proto__" ? message(inputMessages.lostKey) : undefined;

const notPlain = (value: unknown) =>
  isRecord(value) && Object.keys(value).some(isMarkingKey) ? message(inputMessages.notPlain) : undefined;

const brokenText = (text: unknown) =>
  typeof text === "string" && !isUnicode(text) ? message(inputMessages.noUnicode) : undefined;

const noNumber = (value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? message(inputMessages.noNumber) : undefined;

function lostNumber(value: unknown): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return noNumber(value);
  return Math.abs(value as number) < longestDigits ? message(inputMessages.lostDigits) : undefined;
}
