/**
 * The schema as Pulumi reads it. Its SDK for Python fails on a list where one of several types may stand, so what may be a
 * list may be anything there. Our own classes and the reference pages keep the types.
 */
export function withoutListUnions<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutListUnions) as T;
  const fields = Object.entries(value).map(([name, field]) =>
    name === "oneOf" && mayBeList(field) ? ["$ref", "pulumi.json#/Any"] : [name, withoutListUnions(field)],
  );
  return Object.fromEntries(fields);
}

const mayBeList = (types: { type?: string }[]) => types.some(({ type }) => type === "array");
