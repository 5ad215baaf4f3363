/** Parses a schema without empty lists, which Pulumi omits. */
export function schemaOf(text: string): unknown {
  return JSON.parse(text, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value));
}
