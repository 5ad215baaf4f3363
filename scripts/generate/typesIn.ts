import type { Property, Schema, TypeSpec } from "./schemaTypes.js";

/** The named types that these properties use, each once, in the order of their first use. */
export function typesIn(schema: Schema, properties: readonly Property[], seen: Set<string> = new Set()): Set<string> {
  for (const ref of properties.flatMap(refsOf)) {
    if (seen.has(ref)) continue;
    seen.add(ref);
    typesIn(schema, Object.values(schema.types[ref]?.properties ?? {}), seen);
  }
  return seen;
}

function refsOf(spec: TypeSpec): string[] {
  const inner = [spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].filter((each) => each !== undefined);
  const own = spec.$ref?.startsWith("#/types/") ? [spec.$ref.replace("#/types/", "")] : [];
  return [...own, ...inner.flatMap(refsOf)];
}
