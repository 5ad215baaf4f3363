/** @typedef {import("./schemaTypes.js").Schema} Schema */
/** @typedef {import("./schemaTypes.js").Property} Property */
/** @typedef {import("./schemaTypes.js").TypeSpec} TypeSpec */

/**
 * The named types that these properties use, each once, in the order of their first use.
 * @param {Schema} schema
 * @param {readonly Property[]} properties
 * @param {Set<string>} seen
 * @returns {Set<string>}
 */
export function typesIn(schema, properties, seen = new Set()) {
  for (const ref of properties.flatMap(refsOf)) {
    if (seen.has(ref)) continue;
    seen.add(ref);
    typesIn(schema, Object.values(schema.types[ref]?.properties ?? {}), seen);
  }
  return seen;
}

/**
 * @param {TypeSpec} spec
 * @returns {string[]}
 */
function refsOf(spec) {
  const inner = [spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])].filter((each) => each !== undefined);
  const own = spec.$ref?.startsWith("#/types/") ? [spec.$ref.replace("#/types/", "")] : [];
  return [...own, ...inner.flatMap(refsOf)];
}
