import * as z from "zod";
import { unwrap } from "../../../../provider/objects/fields/fieldRules";

/** The inputs in which no other input is declared, as a drift table writes them; a map or a list of texts is one leaf. */
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
