import { answerMessages } from "../../messages/answers.js";
import { message } from "../../messages/message.js";
import { inPlaceOfMark, isMarkingKey, isMarkingText, signature, unknownTexts } from "./pulumiMarks.js";

/** Far more levels than any answer of this API has. */
export const deepestJson = 200;

/** What a text says as JSON, or why nothing can be done with it. */
export type Parsed = { readonly value: unknown } | { readonly problem: string };

/**
 * Reads JSON that somebody else wrote. The value has no marker of Pulumi and no key `__proto__`. A
 * value to keep also is not too deep, and has valid Unicode and finite numbers only.
 */
export function readJson(text: string, isKept = true): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: answerMessages.noJson.text };
  }
  return cleaned(value, suspicious.test(text), isKept);
}

/** The value of JSON, without markers of Pulumi; undefined for JSON that cannot be used. */
export function parseJson(text: string): unknown {
  const parsed = readJson(text, false);
  return "value" in parsed ? parsed.value : undefined;
}

/** How a text looks that may hold what is not passed on. An escaped character may be any. */
const suspicious = new RegExp(
  String.raw`\\u(?!003[ce]|0026)|__p|${signature}|${unknownTexts.join("|")}|\d[eE]\+?\d{3}|\d{200}`,
);

/** Whether a text has an encoding: half of a surrogate pair has none. */
export const isUnicode = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Changes the value in place, level by level: recursion could exhaust the stack. */
function cleaned(value: unknown, isSuspicious: boolean, isKept: boolean): Parsed {
  const whole = { value };
  let level: object[] = [whole];
  for (let depth = 0; level.length > 0; depth++) {
    if (isKept && depth > deepestJson) return { problem: message(answerMessages.tooDeep, { levels: deepestJson }) };
    for (const members of isSuspicious ? level : []) {
      const problem = cleanMembers(members as Record<string, unknown>, isKept);
      if (problem !== undefined) return { problem };
    }
    level = level.flatMap((members) => Object.values(members).filter(isContainer));
  }
  return whole;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What of an object or a list cannot be kept; all else is changed in place. */
function cleanMembers(members: Record<string | number, unknown>, isKept: boolean): string | undefined {
  Reflect.deleteProperty(members, "__proto__");
  // A list may have millions of members, and a text for each index would fill the memory.
  for (const key of Array.isArray(members) ? members.keys() : Object.keys(members)) {
    const member = members[key];
    const problem = isKept ? (problemWith(key) ?? problemWith(member)) : undefined;
    if (problem !== undefined) return problem;
    if (typeof member === "string" && isMarkingText(member)) members[key] = inPlaceOfMark;
    if (typeof key === "number" || !(isMarkingKey(key) || isMarkingText(key))) continue;
    members[inPlaceOfMark] = members[key];
    delete members[key];
  }
  return undefined;
}

function problemWith(value: unknown): string | undefined {
  if (typeof value === "string" && !isUnicode(value)) return answerMessages.noUnicode.text;
  return typeof value === "number" && !Number.isFinite(value) ? answerMessages.tooLargeNumber.text : undefined;
}
