import { dropEmptyFields } from "../kinds/fields";
import { project, projectOfNamespace } from "../kinds/project";
import { importSegment, virtualClusterInstance } from "../kinds/virtualCluster";
import { getMember, type JsonObject } from "../text/json";
import type { Action, ResourceAction } from "./rules";

/** What `spec.scope` of a key allows: the specification, section 2.4. `*` is any name. */
export interface Scope {
  /** Read-only requests to everything, which the product's own command line needs. */
  readsAll: boolean;
  projects: readonly string[];
  virtualClusters: readonly { project: string; virtualCluster: string }[];
  clusters: readonly string[];
}

/** The scope that leaves nothing open. */
export const noScope: Scope = { readsAll: false, projects: [], virtualClusters: [], clusters: [] };

/** What is read of `spec.scope` by fixed names. */
export interface ScopeSpec {
  projects?: { project?: string }[];
  virtualClusters?: { project?: string; virtualCluster?: string }[];
  clusters?: { cluster?: string }[];
  roles?: { role?: string }[];
}

// The role that replaces the flag in the product.
const readerRole = "loft-cli";
const readVerbs = new Set(["get", "list", "watch"]);

/**
 * Reads `spec.scope`; undefined if it restricts nothing. `flags` are the names of the read flag.
 * A member that is not known restricts too, so that a misspelled scope opens nothing.
 */
export function parseScope(spec: ScopeSpec & JsonObject, flags: readonly string[]): Scope | undefined {
  // Servers of Go types store no empty list and no false, so these must mean the same as nothing.
  if (Object.keys(dropEmptyFields(spec) as JsonObject).length === 0) return undefined;
  const { projects = [], virtualClusters = [], clusters = [], roles = [] } = spec;
  return {
    readsAll: flags.some((flag) => getMember(spec, flag) === true) || roles.some(({ role }) => role === readerRole),
    clusters: clusters.map(({ cluster = "" }) => cluster),
    projects: projects.map((entry) => entry.project ?? ""),
    virtualClusters: virtualClusters.map((entry) => ({
      project: entry.project ?? "",
      virtualCluster: entry.virtualCluster ?? "",
    })),
  };
}

/** Whether a scope allows an action. Spaces are not served, so their entries only restrict. */
export function scopeAllows(scope: Scope, action: Action): boolean {
  const { cluster } = action;
  if (cluster !== undefined) return scope.clusters.some((pattern) => matches(pattern, cluster));
  if (!("resource" in action)) return false;
  return (
    // The credential of a virtual cluster is no mere read.
    (scope.readsAll && readVerbs.has(action.verb) && action.subresource !== "accesskey") ||
    scope.projects.some((name) => isOfProject(name, action)) ||
    scope.virtualClusters.some((entry) => isOfVirtualCluster(entry, action))
  );
}

// The project's object can be read and imported into; what is in its namespace is open whole.
function isOfProject(pattern: string, { verb, resource, subresource, name, namespace }: ResourceAction): boolean {
  if (resource !== project.plural) return matches(pattern, projectOfNamespace(namespace ?? ""));
  return matches(pattern, name) && (subresource === importSegment || (subresource === "" && verb === "get"));
}

function isOfVirtualCluster(entry: Scope["virtualClusters"][number], action: ResourceAction): boolean {
  if (action.resource !== virtualClusterInstance.plural || action.subresource !== "") return false;
  if (!matches(entry.project, projectOfNamespace(action.namespace ?? ""))) return false;
  return entry.virtualCluster === "*" || matches(entry.virtualCluster, action.name);
}

function matches(pattern: string, name: string | undefined): boolean {
  return name !== undefined && name !== "" && (pattern === "*" || pattern === name);
}
