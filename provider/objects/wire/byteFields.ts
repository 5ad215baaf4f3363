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
  const paths = pathsWith(inputs, "bytes").filter((path) => encodingAt(inputs, path) === "on the product");
  return values.some((each) => textsAt(each, paths).length > 0) && identity.isProduct(call);
}

const encodingAt = (inputs: z.ZodObject, path: Path) => rulesOf(fieldAt(inputs, path) ?? inputs).bytes;

/** The fields with their bytes in base64. */
export const encodeBytes = (inputs: z.ZodObject, fields: Properties, isOnProduct: boolean): Properties =>
  bytePaths(inputs, isOnProduct).reduce((all, path) => withTexts(all, path, toBase64), fields);

/** The fields with their bytes as text. Bytes that are no text stay in base64. */
export const decodeBytes = (inputs: z.ZodObject, fields: Properties, isOnProduct: boolean): Properties =>
  bytePaths(inputs, isOnProduct).reduce((all, path) => withTexts(all, path, textOrBase64), fields);

const bytePaths = (inputs: z.ZodObject, isOnProduct: boolean): readonly Path[] =>
  pathsWith(inputs, "bytes").filter((path) => isOnProduct || encodingAt(inputs, path) === "always");

/** The bytes of a text in base64. */
export const toBase64 = (text: string): string => Buffer.from(text).toString("base64");

const textOrBase64 = (base64: string): string => decodedText(base64) ?? base64;

/** The text that this base64 encodes; undefined if it is no base64 or encodes no text. */
export function decodedText(base64: string): string | undefined {
  if (base64.length % 4 !== 0) return undefined;
  // Fast path: most texts, such as manifests, are no base64.
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(base64)) return undefined;
  const text = Buffer.from(base64, "base64").toString();
  return toBase64(text) === base64 ? text : undefined;
}

/** The value with the text, or each text of the map, at a path changed. */
function withTexts<Value>(value: Value, [first, ...rest]: Path, change: (text: string) => string): Value {
  if (typeof value === "string" && first === undefined) return change(value) as Value;
  if (!isRecord(value)) return value;
  if (first === undefined) return mapValues(value, (member) => withTexts(member, [], change));
  const key = String(first);
  return Object.hasOwn(value, key) ? { ...value, [key]: withTexts(value[key], rest, change) } : value;
}
