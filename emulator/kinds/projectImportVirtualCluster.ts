import type { FieldType } from "./fieldTypes";

/** The kind of the request that imports a virtual cluster: the specification, section 2.3. It is never stored. */
export const importKind = "ProjectImportVirtualCluster";

/** The path segment under a project that takes import requests. */
export const importSegment = "importvirtualcluster";

/** The body of an import request, beside kind, apiVersion and metadata. */
export const importFields: FieldType = {
  fields: {
    sourceVirtualCluster: {
      fields: { name: "string", namespace: "string", cluster: "string", importName: "string" },
      required: ["name", "namespace", "cluster"],
    },
  },
  required: ["sourceVirtualCluster"],
};
