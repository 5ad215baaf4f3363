import type { JsonValue } from "../text/json";
import type { FieldType } from "./fieldTypes";

/** A kind of object that the platform stores, as data. */
export interface Kind {
  kind: string;
  plural: string;
  namespaced: boolean;
  /** The fields of the spec. One has the vendor's word in its name, which only the apiVersion tells. */
  spec: (apiVersion: string) => FieldType;
  /** Fields of the spec that the server fills in on create when they are missing or empty. */
  generated?: Record<string, () => JsonValue>;
  /** Fields of the spec, as paths, that a server may show only in the answer to the create. */
  secrets?: readonly (readonly string[])[];
  /** Fields of the spec, as paths, that a server takes and never shows. */
  neverShown?: readonly (readonly string[])[];
}
