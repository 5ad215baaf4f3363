import * as z from "zod";
import { unwrap } from "../../../../provider/objects/fields/fieldRules";

/** Inputs that contain no other input, as in a drift table; a map or string list is one leaf. */
export function inputLeaves(schema: z.ZodType, path = ""): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(inner.shape).flatMap(([key, field]) =>
      inputLeaves(field, path === "" ? key : `${path}.${key}`),
    );
  }
  const entries = inner instanceof z.ZodArray ? unwrap(inner.element as z.ZodType) : undefined;
  return entries instanceof z.ZodObject ? inputLeaves(entries, `${path}[]`) : [path];
}
