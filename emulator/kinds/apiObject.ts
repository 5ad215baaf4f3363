import type { JsonObject, JsonValue } from "../text/json";

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
  /** Not yet checked: it may be of any type. */
  spec: JsonValue;
}

/** An object of the platform. Stored ones are frozen: a write always makes a new one. */
export interface ApiObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: JsonObject;
  status: JsonObject;
}
