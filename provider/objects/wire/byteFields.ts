import type * as z from "zod";
import { pathsWith } from "../fields/fieldRules.js";
import type { Context } from "../operation.js";
import type { Resource } from "../resource.js";
import { isRecord, type Path, type Properties, textsAt } from "../values.js";

/**
 * Whether these values need base64 on the wire. The specification has text where vCluster Platform
 * has bytes. A text may look like base64, so the platform decides, not the value.
 */
export async function needsBase64(
  { identity, call }: Context,
  { inputs }: Pick<Resource, "inputs">,
  ...values: readonly Properties[]
): Promise<boolean> {
  const paths = pathsWith(inputs, "bytes");
  return values.some((each) => textsAt(each, paths).length > 0) && identity.isProduct(call);
}

/** The fields with their bytes in base64. */
export const encodeBytes = (inputs: z.ZodObject, fields: Properties): Properties =>
  pathsWith(inputs, "bytes").reduce((all, path) => mapPath(all, path, encoded), fields);

/** The fields with their bytes as text. Bytes that are no text stay in base64. */
export const decodeBytes = (inputs: z.ZodObject, fields: Properties): Properties =>
  pathsWith(inputs, "bytes").reduce((all, path) => mapPath(all, path, decoded), fields);

const encoded = (text: string): string => Buffer.from(text).toString("base64");

function decoded(base64: string): string {
  const text = Buffer.from(base64, "base64").toString();
  return encoded(text) === base64 ? text : base64;
}

function mapPath(fields: Properties, [first, ...rest]: Path, change: (text: string) => string): Properties {
  const key = String(first);
  const value = fields[key];
  if (typeof value === "string" && rest.length === 0) return { ...fields, [key]: change(value) };
  return isRecord(value) ? { ...fields, [key]: mapPath(value, rest, change) } : fields;
}
