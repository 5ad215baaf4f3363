import type { JsonObject } from "../text/json";
import type { Fields } from "./fields";

/** A kind of object that the platform stores. */
export interface Kind {
  kind: string;
  plural: string;
  namespaced: boolean;
  /** The fields beside metadata and status, with one of the vendor's name in the apiVersion. */
  fields: (apiVersion: string) => Fields;
  /** The fields of the status; a kind without them has none. */
  status?: Fields;
  /** Whether the status has no path of its own below an object. */
  noStatusPath?: boolean;
  /** The finalizer, without the vendor, that the platform removes after its cleanup. */
  finalizer?: string;
  /** Whether the platform fills in who owns a new object, and who may access it. */
  isOwned?: boolean;
  /** Completes the checked fields of a stored object, such as the generated key of a new one. */
  complete?: (fields: JsonObject, isNew: boolean) => JsonObject;
  /** Fields, as paths, that a server may show only in the response to the create. */
  secrets?: readonly (readonly string[])[];
  /** Fields, as paths, that a server stores and never shows. */
  neverShown?: readonly (readonly string[])[];
  /** What its collection cannot do. */
  lacks?: readonly ("list" | "watch" | "deletecollection")[];
  /** Further requests by their path segment below an object. */
  subresources?: Readonly<Record<string, RequestKind>>;
}

/** The kind of a request or response that is never stored. */
export interface RequestKind {
  kind: string;
  verb: "create" | "get";
}
