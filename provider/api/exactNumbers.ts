import { randomUUID } from "node:crypto";
import { type ApiObject, isObject } from "./apiObject.js";
import { parseJson } from "./foreignJson.js";

// No text holds it, so that no text is taken for a number as it was written.
const written = `${randomUUID()} `;

/** A value as a reader with more digits than a double has sees it: the number, or what stands there where the number is another one. */
export const exactly = (source: string, value: unknown): unknown =>
  isKept(source, value) ? value : `${written}${source}`;

/** What only Go takes for a number, as Kubernetes does, and YAML for a text, as it is written: 0X1F, 0B1, -_1; undefined for all else. */
export const numberOfGo = (source: string): string | undefined =>
  isNumberOfGo(source.replaceAll("_", "")) ? `${written}${source}` : undefined;

const isNumberOfGo = (source: string): boolean =>
  /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)$/.test(
    source,
  );

/** Whether a value is no finite number, or the one that was written: a double may be the nearest one only. */
function isKept(source: string, value: unknown): boolean {
  if (!Number.isFinite(value) || (Number.isSafeInteger(value) && !source.includes("."))) return true;
  return !/0[xob]/.test(source) && digitsOf(source) === digitsOf(String(value));
}

/** The digits that say something, wherever the point stands. */
const digitsOf = (number: string): string =>
  // The lookbehind keeps this linear: a search starts once in each run of zeros, not at each zero.
  number.replace(/[eE].*|[^0-9]/g, "").replace(/^0+|(?<!0)0+$/g, "");

/** The texts that objects were read from, by their metadata, which copies of an object share. */
const texts = new WeakMap<object, string>();

/** Keeps the text of an object, for {@link withExactNumbers}. */
export const keepText = ({ metadata }: ApiObject, text: string): unknown => texts.set(metadata, text);

/** A version of an object in which the numbers of the object that was read have all their digits again. */
export function withExactNumbers<Version>(version: Version, read: ApiObject): Version {
  return exactIn(version, exactJson(texts.get(read.metadata) ?? "")) as Version;
}

/** JSON as a reader with more digits than a double has sees it. */
const exactJson = (json: string): unknown =>
  parseJson(json.replace(textOrNumber, (token) => (token.startsWith('"') ? token : exactToken(token))));

const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][-+.0-9eE]*/g;

const exactToken = (token: string): string => JSON.stringify(exactly(token, Number(token)));

function exactIn(value: unknown, read: unknown): unknown {
  if (typeof value === "number") return isWritten(read) && Number(read.slice(written.length)) === value ? read : value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(read) ? read : [];
    return value.map((item, index) => exactIn(item, items[index]));
  }
  if (!isObject(value)) return value;
  const members = new Map(isObject(read) ? Object.entries(read) : []);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactIn(member, members.get(key))]));
}

const isWritten = (value: unknown): value is string => typeof value === "string" && value.startsWith(written);

/** The JSON of a value, with its exact numbers as they were written. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(writtenNumber, "$1");

const writtenNumber = new RegExp(`"${written}([-+.0-9eE]+)"`, "g");
