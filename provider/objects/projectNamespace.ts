import type { Config } from "../config/config.js";
import type { Context } from "./operation.js";

/** The beginnings of the names of project namespaces, the usual one first. */
export type Prefixes = Pick<Config, "projectNamespacePrefixes">;

/** Possible namespaces of a project, the usual one first (specification, section 2.1). */
export const projectNamespaces = ({ projectNamespacePrefixes }: Prefixes, project: string): string[] =>
  projectNamespacePrefixes.map((prefix) => `${prefix}${project}`);

/** The namespace of a project: with the prefix that the platform shows, or else the usual one. */
export async function projectNamespace(context: Context, project: string): Promise<string> {
  return projectNamespaces(await namespacePrefixes(context), project)[0] ?? project;
}

/** The prefix of project namespaces that the platform shows, or else the configured ones. */
export async function namespacePrefixes({ config, identity, call }: Context): Promise<Prefixes> {
  const prefix = (await identity.self(call))?.projectNamespacePrefix;
  return prefix === undefined ? config : { projectNamespacePrefixes: [prefix] };
}

/** The project of a namespace, by its longest matching prefix; undefined without a match. */
export function projectOf({ projectNamespacePrefixes }: Prefixes, namespace: string): string | undefined {
  const matching = projectNamespacePrefixes.filter((each) => namespace.startsWith(each));
  const [prefix] = matching.sort((a, b) => b.length - a.length);
  return prefix === undefined ? undefined : namespace.slice(prefix.length);
}
