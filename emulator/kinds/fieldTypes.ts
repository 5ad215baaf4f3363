/** The type of a field: a plain word, a list of one type, a map to one type, or a group of named fields. Others are kept. */
export type FieldType =
  | "string"
  | "integer"
  | "boolean"
  | "any"
  | { list: FieldType }
  | { map: FieldType }
  | { fields: Record<string, FieldType>; required?: readonly string[] };

/** A list of texts. */
export const strings: FieldType = { list: "string" };

/** A map from text to text, as labels are. */
export const stringMap: FieldType = { map: "string" };
