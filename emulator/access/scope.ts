import { project, projectOfNamespace } from "../kinds/project";
import { importSegment } from "../kinds/projectImportVirtualCluster";
import { virtualClusterInstance } from "../kinds/virtualClusterInstance";
import type { Action, ResourceAction } from "./action";

/** What `spec.scope` of a key leaves open: the specification, section 2.4. `*` stands for any name. */
export interface Scope {
  /** Read-only requests to everything, which the product's own command line needs. */
  readsAll: boolean;
  projects: readonly string[];
  virtualClusters: readonly { project: string; virtualCluster: string }[];
}

/** The scope that leaves nothing open. */
export const noScope: Scope = { readsAll: false, projects: [], virtualClusters: [] };

/** `spec.scope` as it is stored, beside the flag that carries the vendor's word in its name. */
export interface ScopeSpec {
  projects?: { project?: string }[];
  spaces?: unknown[];
  virtualClusters?: { project?: string; virtualCluster?: string }[];
}

const readVerbs = new Set(["get", "list", "watch"]);

/** Reads `spec.scope`; undefined if it restricts nothing. `flag` is the name of the field that opens reading. */
export function parseScope(spec: ScopeSpec & Record<string, unknown>, flag: string): Scope | undefined {
  const { projects = [], spaces = [], virtualClusters = [] } = spec;
  const flagged = (Object.hasOwn(spec, flag) ? spec[flag] : undefined) ?? false;
  // Servers of Go types store no empty list and no false, so these must mean the same as nothing.
  if (flagged === false && projects.length + spaces.length + virtualClusters.length === 0) return undefined;
  return {
    // The flag's type is not checked when the key is stored: what is no boolean opens nothing.
    readsAll: flagged === true,
    projects: projects.map((entry) => entry.project ?? ""),
    virtualClusters: virtualClusters.map((entry) => ({
      project: entry.project ?? "",
      virtualCluster: entry.virtualCluster ?? "",
    })),
  };
}

/** The name of the flag that opens read-only requests: `allowLoftCli` in an object of `management.loft.sh/v1`. */
export function flagName(apiVersion: string): string {
  const [, word = ""] = apiVersion.split(/[./]/);
  return `allow${word.charAt(0).toUpperCase()}${word.slice(1)}Cli`;
}

/** Says whether a scope leaves an action open. Spaces are not served here, so their entries only restrict. */
export function scopeAllows(scope: Scope, action: Action): boolean {
  if (!("resource" in action)) return false;
  return (
    (scope.readsAll && readVerbs.has(action.verb)) ||
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
