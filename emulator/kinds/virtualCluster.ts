import type { Fields } from "./fields";
import type { Kind } from "./kind";

/** VirtualClusterInstance: the result of an import. `clusterRef` says where it runs. */
export const virtualClusterInstance: Kind = {
  kind: "VirtualClusterInstance",
  plural: "virtualclusterinstances",
  namespaced: true,
  status: {},
  fields: () => ({
    spec: {
      displayName: "string",
      description: "string",
      clusterRef: { cluster: "string", namespace: "string", virtualCluster: "string" },
    },
  }),
};

/** The kind of an import request: the specification, section 2.3. It is never stored. */
export const importKind = "ProjectImportVirtualCluster";

/** The path segment below a project that takes import requests. */
export const importSegment = "importvirtualcluster";

/** The body of an import request without kind, apiVersion and metadata. */
export const importFields: Fields = {
  "sourceVirtualCluster!": { "name!": "string", "namespace!": "string", "cluster!": "string", importName: "string" },
};
