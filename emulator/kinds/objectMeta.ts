import type { GoStruct } from "./goType";

const uid = { text: "types.UID" };

/** The Go type of an object's metadata. */
export const objectMeta: GoStruct = {
  name: "ObjectMeta",
  struct: {
    name: "string",
    generateName: "string",
    namespace: "string",
    selfLink: "string",
    uid,
    resourceVersion: "string",
    generation: "int64",
    creationTimestamp: "time",
    deletionTimestamp: "time",
    deletionGracePeriodSeconds: "int64",
    labels: { map: "string" },
    annotations: { map: "string" },
    ownerReferences: {
      list: {
        name: "OwnerReference",
        struct: {
          apiVersion: "string",
          kind: "string",
          name: "string",
          uid,
          controller: "bool",
          blockOwnerDeletion: "bool",
        },
      },
    },
    finalizers: { list: "string" },
    managedFields: {
      list: {
        name: "ManagedFieldsEntry",
        struct: {
          manager: "string",
          operation: { text: "v1.ManagedFieldsOperationType" },
          apiVersion: "string",
          time: "time",
          fieldsType: "string",
          fieldsV1: "raw",
          subresource: "string",
        },
      },
    },
  },
};

/** The fields of the metadata that users set; the others are the server's own. */
export const userFields = ["generateName", "labels", "annotations", "ownerReferences", "finalizers"] as const;

/** Says whether users set a field of the metadata. */
export function isUserField(field: string): boolean {
  return (userFields as readonly string[]).includes(field);
}

/** The field that tells references to owners apart; finalizers are told apart by their value. */
export const ownerKey = "uid";
