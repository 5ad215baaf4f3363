import type { Fields } from "./fields";
import type { Kind } from "./kind";

/** The kind of an import request: the specification, section 2.3. It is never stored. */
export const importKind = "ProjectImportVirtualCluster";

/** The path segment below a project that takes import requests. */
export const importSegment = "importvirtualcluster";

/** The body of an import request without kind, apiVersion and metadata. */
export const importFields: Fields = {
  "sourceVirtualCluster!": { "name!": "string", "namespace!": "string", "cluster!": "string", importName: "string" },
};

/** Project: the specification only names it in a path, so it has no more than a title here. */
export const project: Kind = {
  kind: "Project",
  plural: "projects",
  namespaced: false,
  fields: () => ({ spec: { displayName: "string", description: "string" } }),
  status: {},
  subresources: { [importSegment]: { kind: importKind, verb: "create" } },
};

/** The namespace that the platform itself runs in. */
export const platformNamespace = "vcluster-platform";

/** What precedes the name of a project in that of its namespace. */
export const projectNamespacePrefix = "p-";

/** The namespace that holds the objects of a project. */
export function projectNamespace(name: string): string {
  return `${projectNamespacePrefix}${name}`;
}

/** The project whose objects a namespace holds; undefined for any other namespace. */
export function projectOfNamespace(namespace: string): string | undefined {
  return namespace.startsWith(projectNamespacePrefix) ? namespace.slice(projectNamespacePrefix.length) : undefined;
}

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
