import type { Kind } from "./kind";
import { importKind, importSegment } from "./virtualCluster";

/** Project: the specification only names it in a path, so it has no more than a title here. */
export const project: Kind = {
  kind: "Project",
  plural: "projects",
  namespaced: false,
  fields: () => ({ spec: { displayName: "string", description: "string" } }),
  status: {},
  subresources: { [importSegment]: { kind: importKind, verb: "create" } },
};

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
