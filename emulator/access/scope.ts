import * as z from "zod";
import { dropEmptyFields } from "../kinds/fields";
import { importSegment, project, projectOfNamespace, virtualClusterInstance } from "../kinds/project";
import type { JsonObject } from "../text/json";
import { type Action, listOf, type ResourceAction, text } from "./rules";

const fields = z.looseObject({
  projects: listOf({ project: text }),
  virtualClusters: listOf({ project: text, virtualCluster: text }),
  clusters: listOf({ cluster: text }),
  roles: listOf({ role: text }),
});

/** What `spec.scope` of a key allows: the specification, section 2.4. `*` is any name. */
export interface Scope extends z.infer<typeof fields> {
  /** Read-only requests to everything, which the product's own command line needs. */
  readsAll: boolean;
}

/** The scope that leaves nothing open. */
export const noScope: Scope = { ...fields.parse({}), readsAll: false };

// The role that replaces the flag in the product.
const readerRole = "loft-cli";
const readVerbs = new Set(["get", "list", "watch"]);

/**
 * Reads `spec.scope`; undefined if it restricts nothing. `flags` are the names of the read flag.
 * A member that is not known restricts too, so that a misspelled scope opens nothing.
 */
export function parseScope(spec: JsonObject, flags: readonly string[]): Scope | undefined {
  // Servers of Go types store no empty list and no false, so these must mean the same as nothing.
  const set = dropEmptyFields(spec) as JsonObject;
  if (Object.keys(set).length === 0) return undefined;
  const scope = fields.parse(set);
  const readsAll = flags.some((flag) => set[flag] === true) || scope.roles.some(({ role }) => role === readerRole);
  return { ...scope, readsAll };
}

/** Whether a scope allows an action. Spaces are not served, so their entries only restrict. */
export function scopeAllows(scope: Scope, action: Action): boolean {
  const { cluster } = action;
  if (cluster !== undefined) return allowsCluster(scope, cluster);
  if (!("resource" in action)) return false;
  return (
    // The credential of a virtual cluster is no mere read. The keys of a user are: every restricted
    // caller gets them without their values.
    (scope.readsAll && readVerbs.has(action.verb) && action.subresource !== "accesskey") ||
    scope.projects.some((entry) => isOfProject(entry.project, action)) ||
    scope.virtualClusters.some((entry) => isOfVirtualCluster(entry, action))
  );
}

function allowsCluster({ clusters, projects, virtualClusters }: Scope, cluster: string): boolean {
  const [owner, name] = cluster.split("/");
  if (name === undefined) return clusters.some((entry) => matches(entry.cluster, cluster));
  return (
    projects.some((entry) => matches(entry.project, owner)) ||
    virtualClusters.some((entry) => matches(entry.project, owner) && matches(entry.virtualCluster, name))
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
