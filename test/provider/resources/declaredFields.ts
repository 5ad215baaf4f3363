import * as z from "zod";
import { bare, rulesOf } from "../../../provider/objects/fields";

/** A field of a resource, at any depth; entries of lists stand behind `[*]`. */
export interface DeclaredField {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Every field of an object, those that hold further fields included. */
export function declaredFields(schema: z.ZodType, prefix = ""): DeclaredField[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return declaredFields(inner.element as z.ZodType, `${prefix}[*]`);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(inner.shape).flatMap(([key, field]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    return [{ path, schema: field }, ...declaredFields(field, path)];
  });
}

/** The paths of the fields that hold no further ones. */
export function leafFields(schema: z.ZodType): string[] {
  const all = declaredFields(schema).map(({ path }) => path);
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[*].`)));
}

/** What a field says of itself. */
export const descriptionOf = (schema: z.ZodType) => rulesOf(schema).description ?? "";
