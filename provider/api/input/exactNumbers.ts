import { randomUUID } from "node:crypto";
import { type ApiObject, isObject } from "./apiObject.js";
import { parseJson } from "./foreignJson.js";

// No text holds it, so that no text is taken for a number as it was written.
const written = `${randomUUID()} `;

/** The texts that objects were read from, by their metadata, which copies of an object share. */
const texts = new WeakMap<object, string>();

/** Keeps the text of an object, for {@link withExactNumbers}. */
export const keepText = ({ metadata }: ApiObject, text: string): unknown => texts.set(metadata, text);

/** A version of an object, with the numbers of the object that was read as they were written. */
export function withExactNumbers<Version>(version: Version, read: ApiObject): Version {
  const json = texts.get(read.metadata) ?? "";
  return exactIn(version, parseJson(json.replace(textOrNumber, asWritten))) as Version;
}

const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][-+.0-9eE]*/g;

const asWritten = (token: string): string =>
  token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(written + token);

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
