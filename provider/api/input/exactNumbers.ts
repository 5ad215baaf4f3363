import { randomUUID } from "node:crypto";
import { type ApiObject, isObject } from "./apiObject.js";
import { parseJson } from "./untrustedJson.js";

// Marks numbers kept as text. It is random, so no other text starts with it.
const prefix = `${randomUUID()} `;

/** The JSON text of each object, by its metadata: copies of an object share them. */
const texts = new WeakMap<object, string>();

/** Stores the JSON text of an object for {@link withExactNumbers}. */
export const rememberText = ({ metadata }: ApiObject, text: string): unknown => texts.set(metadata, text);

/** A version of an object in which unchanged numbers have their original spelling. */
export function withExactNumbers<Version>(version: Version, read: ApiObject): Version {
  const json = texts.get(read.metadata) ?? "";
  return restore(version, parseJson(json.replace(textOrNumber, tagNumber))) as Version;
}

const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][-+.0-9eE]*/g;

const tagNumber = (token: string): string =>
  token.startsWith('"') || String(Number(token)) === token ? token : JSON.stringify(prefix + token);

function restore(value: unknown, read: unknown): unknown {
  if (typeof value === "number") return isTagged(read) && Number(read.slice(prefix.length)) === value ? read : value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(read) ? read : [];
    return value.map((item, index) => restore(item, items[index]));
  }
  if (!isObject(value)) return value;
  const members = new Map(isObject(read) ? Object.entries(read) : []);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restore(member, members.get(key))]));
}

const isTagged = (value: unknown): value is string => typeof value === "string" && value.startsWith(prefix);

/** The JSON of a value of {@link withExactNumbers}. */
export const toJson = (value: unknown): string => JSON.stringify(value).replace(taggedNumber, "$1");

const taggedNumber = new RegExp(`"${prefix}([-+.0-9eE]+)"`, "g");
