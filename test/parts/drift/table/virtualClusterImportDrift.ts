import { deleted, recreated, replaced } from "./colleague";
import type { Leaf } from "./driftRow";

const notStored = "the platform does not keep the request, only the virtual cluster that it makes";

/** Every input leaf of a VirtualClusterImport (specification, section 2.3): what is left of a request is `clusterRef`. */
export const virtualClusterImportDrift: readonly Leaf[] = [
  // A virtual cluster cannot change its project or its name: under these it is there or gone.
  { path: "project", change: deleted, by: "nobody (delete)", mending: "creates" },
  { path: "sourceVirtualCluster.importName", change: deleted, by: "nobody (delete)", mending: "creates" },
  { path: "sourceVirtualCluster.importName", change: recreated, by: "gitops" },
  { path: "sourceVirtualCluster.cluster", change: replaced("/spec/clusterRef/cluster", "c2"), mending: "replaces" },
  {
    path: "sourceVirtualCluster.namespace",
    change: replaced("/spec/clusterRef/namespace", "vc-theirs"),
    mending: "replaces",
  },
  {
    path: "sourceVirtualCluster.name",
    change: replaced("/spec/clusterRef/virtualCluster", "theirs"),
    mending: "replaces",
  },
  { path: "deletionPolicy", unseen: "it settles what a delete does, on our side only" },
  { path: "name", unseen: notStored },
  { path: "generateName", unseen: notStored },
  { path: "labels", unseen: notStored },
  { path: "annotations", unseen: notStored },
  { path: "finalizers", unseen: notStored },
  { path: "ownerReferences[].apiVersion", unseen: notStored },
  { path: "ownerReferences[].kind", unseen: notStored },
  { path: "ownerReferences[].name", unseen: notStored },
  { path: "ownerReferences[].uid", unseen: notStored },
  { path: "ownerReferences[].controller", unseen: notStored },
  { path: "ownerReferences[].blockOwnerDeletion", unseen: notStored },
];
