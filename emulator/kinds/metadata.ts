import type { JsonObject, JsonValue } from "../text/json";
import { type Fields, textMap, texts, typed } from "./fields";

/** A reference to an object that this one depends on. */
export interface OwnerReference extends JsonObject {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Which fields one manager wrote, and when it last changed any of them. */
export interface ManagedFieldsEntry extends JsonObject {
  manager: string;
  operation: string;
  apiVersion: string;
  subresource?: string;
  time?: string;
  fieldsType: string;
  fieldsV1: JsonObject;
}

/** The metadata that a client can send: everything is optional until the object is stored. */
export interface DraftMeta extends JsonObject {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** The metadata of a stored object. */
export interface ObjectMeta extends DraftMeta {
  name: string;
  uid: string;
  generation: number;
  creationTimestamp: string;
}

/** An object as a client sent it, after its metadata was found to have the right types. */
export interface Draft {
  apiVersion: string;
  kind: string;
  metadata: DraftMeta;
  /** What the kind has beside metadata and status, like the spec. It may still be of any type. */
  fields: JsonObject;
  status?: JsonValue | undefined;
}

/**
 * An object of the platform. Stored ones are frozen: a write always makes a new one. Kinds of
 * clusters may have other fields than spec and status.
 */
export interface ApiObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: JsonObject;
  status: JsonObject;
}

/** The fields of an object beside metadata and status. */
export function fieldsOf({ apiVersion, kind, metadata, status, ...fields }: JsonObject): JsonObject {
  return fields;
}

/** The types of an object's metadata. */
export const objectMeta: Fields = {
  ...typed("string", "name generateName namespace selfLink uid resourceVersion"),
  ...typed("integer", "generation deletionGracePeriodSeconds"),
  ...typed("time", "creationTimestamp deletionTimestamp"),
  ...typed(textMap, "labels annotations"),
  ownerReferences: [
    { ...typed("string", "apiVersion kind name uid"), ...typed("boolean", "controller blockOwnerDeletion") },
  ],
  finalizers: texts,
  managedFields: [
    { ...typed("string", "manager operation apiVersion fieldsType subresource"), time: "time", fieldsV1: "raw" },
  ],
};

/** The fields of the metadata that users set; the others are the server's own. */
export const userFields = ["generateName", "labels", "annotations", "ownerReferences", "finalizers"] as const;

/** Whether users set a field of the metadata. */
export function isUserField(field: string): boolean {
  return (userFields as readonly string[]).includes(field);
}

/** The key of an owner reference in its list. Finalizers are their own keys. */
export const ownerKey = "uid";

/** Holds an object until its dependents are gone. */
export const foreground = "foregroundDeletion";

/** Holds an object until its dependents are released. */
export const orphan = "orphan";

/** What happens to dependents of a deleted object, with the finalizer that holds it until then. */
export const propagationFinalizers = { Foreground: foreground, Background: undefined, Orphan: orphan } as const;

/** One of the three ways, in the words of Kubernetes. */
export type Propagation = keyof typeof propagationFinalizers;
