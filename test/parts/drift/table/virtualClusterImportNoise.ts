import { added, merged, replaced } from "./colleague";
import type { Noise } from "./driftRow";

const declares = {
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
  labels: { ours: "a" },
};

/** Noise on the virtual cluster that an import made. */
export const virtualClusterImportNoise: readonly Noise[] = [
  {
    id: "import-labels",
    what: "foreign labels and annotations of a virtual cluster",
    declares,
    noise: merged({ metadata: { labels: { ours: "b", theirs: "x" }, annotations: { theirs: "x" } } }),
  },
  {
    id: "import-finalizer",
    what: "a finalizer of a virtual cluster",
    declares,
    noise: merged({ metadata: { finalizers: ["example.test/theirs"] } }),
  },
  {
    id: "import-owner",
    what: "an owner of a virtual cluster",
    declares,
    noise: merged({ metadata: { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "c", uid: "u" }] } }),
  },
  {
    id: "import-display-name",
    what: "a display name of a virtual cluster",
    declares,
    noise: merged({ spec: { displayName: "Theirs", description: "theirs" } }),
  },
  {
    id: "import-unknown",
    what: "an unknown field of a virtual cluster's spec",
    declares,
    noise: added("/spec/template", { helmRelease: { values: "x" } }),
  },
  {
    id: "import-source-unknown",
    what: "an unknown field of a virtual cluster's source",
    declares,
    noise: added("/spec/clusterRef/region", "eu"),
  },
  {
    id: "import-status",
    what: "the status of a virtual cluster",
    declares,
    noise: merged({ status: { phase: "Ready", conditions: [{ type: "Ready", status: "True" }] } }),
  },
  {
    id: "import-written-again",
    what: "the source of a virtual cluster, written again",
    declares,
    noise: replaced("/spec/clusterRef/cluster", "c1"),
  },
];
