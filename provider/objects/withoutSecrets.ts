import type * as z from "zod";
import { pathsWith } from "./fields.js";
import { type Properties, without } from "./values.js";

/** Properties without the fields that are secret. */
export function withoutSecrets(fields: z.ZodType, properties: Properties): Properties {
  return pathsWith(fields, "secret").reduce(without, properties);
}
