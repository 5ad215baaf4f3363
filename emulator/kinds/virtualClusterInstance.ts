import type { Kind } from "./kind";

/** VirtualClusterInstance: what an import creates; `clusterRef` holds where the imported virtual cluster runs. */
export const virtualClusterInstance: Kind = {
  kind: "VirtualClusterInstance",
  plural: "virtualclusterinstances",
  namespaced: true,
  spec: () => ({
    fields: {
      displayName: "string",
      description: "string",
      clusterRef: { fields: { cluster: "string", namespace: "string", virtualCluster: "string" } },
    },
  }),
};
