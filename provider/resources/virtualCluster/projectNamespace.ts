import type { Config } from "../../config/config.js";
import type { Context } from "../../objects/operation.js";

type Prefixes = Pick<Config, "projectNamespacePrefixes">;

/** Possible namespaces of a project, the usual one first (specification, section 2.1). */
export const projectNamespaces = ({ projectNamespacePrefixes }: Prefixes, project: string): string[] =>
  projectNamespacePrefixes.map((prefix) => `${prefix}${project}`);

/** The namespace in which a new virtual cluster of a project is created. */
export async function newInstanceNamespace({ config, identity, call }: Context, project: string): Promise<string> {
  const prefix = (await identity.self(call))?.projectNamespacePrefix;
  return prefix === undefined ? (projectNamespaces(config, project)[0] ?? project) : `${prefix}${project}`;
}

/** The project of a namespace, by its longest matching prefix; undefined without a match. */
export function projectOf({ projectNamespacePrefixes }: Prefixes, namespace: string): string | undefined {
  const matching = projectNamespacePrefixes.filter((each) => namespace.startsWith(each));
  const [prefix] = matching.sort((a, b) => b.length - a.length);
  return prefix === undefined ? undefined : namespace.slice(prefix.length);
}
