import type * as z from "zod";
import { pathsWith } from "../fields/fieldRules.js";
import type { OperationContext } from "../operation.js";
import { isRecord, type Path, type Properties, textsAt } from "../values.js";

/**
 * The context for these inputs. The specification has text where vCluster Platform has bytes, which
 * JSON writes in base64. A text may look like base64, so the platform decides, not the value.
 */
export async function withByteEncoding(
  inputs: z.ZodObject,
  context: OperationContext,
  ...declared: Properties[]
): Promise<OperationContext> {
  const paths = pathsWith(inputs, "bytes");
  const isDeclared = declared.some((each) => textsAt(each, paths).length > 0);
  if (!isDeclared || !(await context.identity.isProduct(context.call))) return context;
  return { ...context, config: { ...context.config, encodesBytes: true } };
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
