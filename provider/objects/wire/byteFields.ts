import type * as z from "zod";
import { fieldAt, pathsWith, rulesOf } from "../fields/fieldRules.js";
import type { Context } from "../operation.js";
import type { Resource } from "../resource.js";
import { isRecord, mapValues, type Path, type Properties, textsAt } from "../values.js";

/**
 * Whether these values need base64 on the wire. The specification has text where vCluster Platform
 * has bytes. A text may look like base64, so the platform decides, not the value.
 */
export async function needsBase64(
  { identity, call }: Context,
  { inputs }: Pick<Resource, "inputs">,
  ...values: readonly Properties[]
): Promise<boolean> {
  const paths = pathsWith(inputs, "bytes").filter((path) => kindAt(inputs, path) === "on the product");
  return values.some((each) => textsAt(each, paths).length > 0) && identity.isProduct(call);
}

const kindAt = (inputs: z.ZodObject, path: Path) => rulesOf(fieldAt(inputs, path) ?? inputs).bytes;

/** The fields with their bytes in base64. */
export const encodeBytes = (inputs: z.ZodObject, fields: Properties, isOnProduct: boolean): Properties =>
  bytePaths(inputs, isOnProduct).reduce((all, path) => changed(all, path, toBase64), fields);

/** The fields with their bytes as text. Bytes that are no text stay in base64. */
export const decodeBytes = (inputs: z.ZodObject, fields: Properties, isOnProduct: boolean): Properties =>
  bytePaths(inputs, isOnProduct).reduce((all, path) => changed(all, path, decoded), fields);

const bytePaths = (inputs: z.ZodObject, isOnProduct: boolean): readonly Path[] =>
  pathsWith(inputs, "bytes").filter((path) => isOnProduct || kindAt(inputs, path) === "always");

/** The bytes of a text in base64. */
export const toBase64 = (text: string): string => Buffer.from(text).toString("base64");

const decoded = (base64: string): string => decodedText(base64) ?? base64;

/** The text that is this base64; undefined if it is none. */
export function decodedText(base64: string): string | undefined {
  if (base64.length % 4 !== 0) return undefined;
  // Most texts, such as manifests, are none.
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(base64)) return undefined;
  const text = Buffer.from(base64, "base64").toString();
  return toBase64(text) === base64 ? text : undefined;
}

/** The value with its text at a path, or each text of a map there, changed. */
function changed<Value>(value: Value, [first, ...rest]: Path, change: (text: string) => string): Value {
  if (typeof value === "string" && first === undefined) return change(value) as Value;
  if (!isRecord(value)) return value;
  if (first === undefined) return mapValues(value, (member) => changed(member, [], change));
  const key = String(first);
  return Object.hasOwn(value, key) ? { ...value, [key]: changed(value[key], rest, change) } : value;
}
