/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The types of fields by their paths, such as `access[].verbs`. */
export type FieldTypes = ReadonlyMap<string, string>;

/** The type of a field whose value may be anything, or is not described. */
export const anything = "any";

const formats: Record<string, string> = { byte: "bytes", "date-time": "time" };

/** Schemas by their names. */
type Definitions = Readonly<Record<string, Schema>>;

/** The types of all fields of an object, by its schema and the schemas that this names. */
export function fieldTypes(schema: Schema, definitions: Definitions = {}): FieldTypes {
  const found = new Map<string, string>();
  const visit = (path: string, given: Schema, above: readonly Schema[]): void => {
    const node = resolved(given, definitions);
    // A schema that holds itself is not followed.
    const type = above.includes(node) ? anything : typeOf(node, given);
    if (path !== "") found.set(path, type);
    // The provider marks a map of bytes as a whole.
    const mark = type === "map" && given.bytes ? { bytes: true } : {};
    for (const [step, member] of membersOf(node, type))
      visit(`${path}${step}`, { ...member, ...mark }, [...above, node]);
  };
  visit("", schema, []);
  return new Map([...found].map(([path, type]) => [path.replace(/^\./, ""), type]));
}

function resolved(given: Schema, definitions: Definitions): Schema {
  const name = typeof given.$ref === "string" ? given.$ref.split("/").at(-1) : undefined;
  return (name === undefined ? given : definitions[name]) ?? {};
}

/** The schemas of the members of a value, with the steps of the path to them. */
function membersOf({ items, properties, additionalProperties }: Schema, type: string): [step: string, Schema][] {
  if (type === "list") return [["[]", items as Schema]];
  if (type === "map") return [[".*", additionalProperties as Schema]];
  if (type !== "object") return [];
  return Object.entries(properties as Definitions).map(([key, member]) => [`.${key}`, member]);
}

function typeOf(node: Schema, given: Schema): string {
  const { type, format, properties, additionalProperties } = node;
  // Marks of the provider. Its deprecated fields are those of the specification.
  if (given.deprecationMessage !== undefined) return anything;
  if (given.bytes && type === "string") return "bytes";
  if (node.any === true || node["x-kubernetes-preserve-unknown-fields"] === true) return anything;
  if (type === "array") return "list";
  if (type === "string") return formats[String(format)] ?? "string";
  if (type !== "object") return typeof type === "string" ? type : anything;
  if (Object.keys(properties ?? {}).length > 0) return "object";
  return additionalProperties ? "map" : anything;
}
