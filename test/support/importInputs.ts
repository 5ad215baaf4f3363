import type { AdapterUnderTest } from "./adapterUnderTest";

type Policy = "delete" | "retain";

/** Inputs of the import of one virtual cluster under a name of its own. */
export const importInputs = (importName: string, deletionPolicy: Policy = "delete", cluster = "c1") => ({
  project: "web",
  sourceVirtualCluster: { cluster, namespace: "vc-ns", name: "vc1", importName },
  deletionPolicy,
});

/** Stores a virtual cluster as a foreign import leaves it; without a cluster, it has no source. */
export function placeVirtualCluster(
  adapter: Pick<AdapterUnderTest, "platform">,
  name: string,
  cluster: string | undefined,
  { namespace = "p-web", uid = `theirs-${name}` } = {},
): void {
  const created = { creationTimestamp: "2026-01-01T00:00:00Z", generation: 1 };
  const metadata = { name, namespace, uid, ...created };
  const spec = cluster === undefined ? {} : { clusterRef: { cluster, namespace: "vc-ns", virtualCluster: "vc1" } };
  const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata, spec };
  adapter.platform.store.write("virtualclusterinstances", object as never);
}
