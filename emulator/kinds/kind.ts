import type { JsonValue } from "../text/json";
import type { Fields } from "./fields";

/** A kind of object that the platform stores. */
export interface Kind {
  kind: string;
  plural: string;
  namespaced: boolean;
  /** The fields of the spec. The name of one follows from the vendor in the apiVersion. */
  spec: (apiVersion: string) => Fields;
  /** The fields of the status; none if absent. */
  status?: Fields;
  /** Fields of the spec that the server generates on create when they are missing or empty. */
  generated?: Record<string, () => JsonValue>;
  /** Fields of the spec, as paths, that a server may show only in the response to the create. */
  secrets?: readonly (readonly string[])[];
  /** Fields of the spec, as paths, that a server stores and never shows. */
  neverShown?: readonly (readonly string[])[];
}
