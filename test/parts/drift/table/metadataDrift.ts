import { added, deleted, recreated, removed, replaced } from "./colleague";
import type { Leaf } from "./driftRow";

/** The metadata of every object that the platform stores by name. */
export const metadataDrift: readonly Leaf[] = [
  // Without a finalizer the object is gone, with one it is going.
  { path: "name", declares: { finalizers: undefined }, change: deleted, by: "nobody (delete)", mending: "creates" },
  { path: "name", change: deleted, by: "nobody (delete)", mending: "creates" },
  { path: "name", declares: { finalizers: undefined }, change: recreated, by: "gitops" },
  {
    path: "generateName",
    unseen: "the provider makes the name before the create, so the platform never sees the prefix",
  },
  { path: "labels", change: replaced("/metadata/labels/plain", "theirs") },
  { path: "labels", change: removed("/metadata/labels/policy.loft.sh~1pod-security"), by: "nobody (gone)" },
  // An entry without a value is there or not: that is what it says.
  {
    path: "labels",
    declares: { labels: { empty: "" } },
    change: removed("/metadata/labels/empty"),
    by: "nobody (gone)",
  },
  {
    path: "annotations",
    declares: { annotations: { empty: "" } },
    change: removed("/metadata/annotations/empty"),
    by: "nobody (gone)",
  },
  { path: "annotations", change: replaced("/metadata/annotations/example.test~1note", "two lines") },
  { path: "annotations", change: removed("/metadata/annotations/plain"), by: "nobody (gone)" },
  { path: "finalizers", change: removed("/metadata/finalizers/0"), by: "nobody (gone)" },
  { path: "finalizers", change: replaced("/metadata/finalizers/1", "example.test/theirs") },
  { path: "ownerReferences[].apiVersion", change: replaced("/metadata/ownerReferences/0/apiVersion", "apps/v2") },
  { path: "ownerReferences[].kind", change: replaced("/metadata/ownerReferences/0/kind", "StatefulSet") },
  { path: "ownerReferences[].name", change: replaced("/metadata/ownerReferences/0/name", "theirs") },
  {
    path: "ownerReferences[].uid",
    change: replaced("/metadata/ownerReferences/0/uid", "uid-of-theirs"),
    mending: "refuses",
  },
  { path: "ownerReferences[].uid", change: removed("/metadata/ownerReferences/0"), by: "nobody (gone)" },
  { path: "ownerReferences[].controller", change: replaced("/metadata/ownerReferences/0/controller", false) },
  {
    path: "ownerReferences[].blockOwnerDeletion",
    change: removed("/metadata/ownerReferences/0/blockOwnerDeletion"),
  },
  // What the program declares to be false is as much its own as what it declares to be true.
  {
    path: "ownerReferences[].controller",
    declares: {
      ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u", controller: false }],
    },
    change: added("/metadata/ownerReferences/0/controller", true),
  },
];
