import type * as z from "zod";
import { pathsWith } from "./fields.js";
import { isRecord, type Path, type Properties } from "./values.js";

/** Properties without the fields that are secret. */
export function withoutSecrets(fields: z.ZodType, properties: Properties): Properties {
  return pathsWith(fields, "secret").reduce(without, properties);
}

function without(properties: Properties, [first, ...rest]: Path): Properties {
  const key = String(first);
  const { [key]: value, ...others } = properties;
  return rest.length > 0 && isRecord(value) ? { ...others, [key]: without(value, rest) } : others;
}
