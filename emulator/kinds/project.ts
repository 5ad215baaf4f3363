import type { Kind } from "./kind";

/** Project: the specification only names it in a path, so it has no more than a title here. */
export const project: Kind = {
  kind: "Project",
  plural: "projects",
  namespaced: false,
  spec: () => ({ displayName: "string", description: "string" }),
};

const prefix = "p-";

/** The namespace that holds the objects of a project. */
export function projectNamespace(name: string): string {
  return `${prefix}${name}`;
}

/** The project whose objects a namespace holds; undefined for any other namespace. */
export function projectOfNamespace(namespace: string): string | undefined {
  return namespace.startsWith(prefix) ? namespace.slice(prefix.length) : undefined;
}
