import * as z from "zod";
import { inputMessages } from "../messages/inputs.js";
import { message } from "../messages/message.js";
import { memberSchema, openObject, unwrap } from "../objects/fields/fieldRules.js";
import type { Problem } from "../objects/operation.js";
import { formatPath, isRecord, type Path, type Properties } from "../objects/values.js";
import { extraSpec, specKeys } from "../objects/wire/objectShape.js";

/** The input for spec fields without a property of their own. */
export const extraSpecInput = openObject(z.record(z.string(), z.unknown()))
  .describe(
    "Further fields of the object's spec, for servers that know more than this provider. Merged into the spec; a field " +
      "that has a property of its own must be set there. What is not declared is left as it is on the server.",
  )
  .optional();

/** Errors for fields in `extraSpec` that have a property of their own. */
export function extraSpecProblems(inputs: z.ZodObject, fields: Properties): Problem[] {
  const extra = fields[extraSpec];
  if (!isRecord(extra)) return [];
  const known = z.object(Object.fromEntries(specKeys(inputs).map((key) => [key, inputs.shape[key] as z.ZodType])));
  return overlaps(known, extra, []).map((path) => ({
    property: formatPath([extraSpec, ...path]),
    reason: message(inputMessages.hasProperty, { property: formatPath(path) }),
  }));
}

function overlaps(schema: z.ZodType, extra: Properties, path: Path): Path[] {
  return Object.entries(extra).flatMap(([key, value]) => {
    const field = memberSchema(schema, key);
    if (!field) return [];
    const inside = unwrap(field) instanceof z.ZodObject && isRecord(value);
    return inside ? overlaps(field, value, [...path, key]) : [[...path, key]];
  });
}
