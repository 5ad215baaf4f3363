import * as z from "zod";
import { virtualClusterInstance } from "../kinds/project";
import type { JsonValue } from "../text/json";

/** An action on an object or a collection, in the words of Kubernetes authorization. */
export interface ResourceAction {
  verb: string;
  group: string;
  resource: string;
  subresource: string;
  /** Empty for a collection, unless the request selects one name of it. */
  name: string;
  /** Empty for what is not in namespaces; undefined for all namespaces at once. */
  namespace: string | undefined;
  /** The connected cluster, or `<project>/<name>`; undefined for the management server. */
  cluster?: string | undefined;
}

/** An action on a path that is no resource; `path` is relative to the root of the API. */
export interface PathAction {
  verb: string;
  path: string;
  cluster?: string | undefined;
}

/** A request as authorization sees it. */
export type Action = ResourceAction | PathAction;

/** Text in a stored key; empty if absent. */
export const text = z.string().default("");

/** List of objects in a stored key; empty if absent. */
export const listOf = <T extends z.ZodRawShape>(fields: T) => z.array(z.object(fields)).default([]);

const texts = z.array(z.string()).default([]);

const rule = z.object({
  verbs: texts,
  // In the product each of them has resourceNames of its own.
  resources: listOf({ group: text, resources: texts, resourceNames: texts }),
  resourceNames: texts,
  namespaces: texts,
  nonResourceURLs: texts,
  requestTargets: texts,
  cluster: text,
  virtualClusters: listOf({ name: text, namespace: text }),
});

/** One entry of `spec.rules` of a key: specification, section 2.4. An empty list matches all. */
export type Rule = z.infer<typeof rule>;

/** Reads `spec.rules`; undefined if they restrict nothing. */
export function parseRules(rules: readonly JsonValue[]): Rule[] | undefined {
  return rules.length === 0 ? undefined : rules.map((one) => rule.parse(one));
}

/** Whether a rule allows an action. */
export function ruleAllows(rule: Rule, action: Action): boolean {
  // A rule for a cluster never allows a request to another one or to the management server.
  if (rule.cluster !== "" && rule.cluster !== action.cluster) return false;
  if (!allowsVerb(rule, action.verb) || !allows(rule.requestTargets, targetOf(action))) return false;
  return "resource" in action ? allowsResource(rule, action) : allowsPath(rule, action);
}

function targetOf({ cluster }: Action): string {
  if (cluster === undefined) return "Management";
  return cluster.includes("/") ? "ProjectVirtualCluster" : "Cluster";
}

// The specification has no wildcard for verbs. In Kubernetes it means every verb.
function allowsVerb({ verbs }: Rule, verb: string): boolean {
  return verbs.includes("*") || allows(verbs, verb);
}

function allowsResource(rule: Rule, action: ResourceAction): boolean {
  if (rule.nonResourceURLs.length > 0 && !isForResources(rule)) return false;
  // Names without resources are not allowed by the specification, so they name nothing.
  if (rule.resourceNames.length > 0 && rule.resources.length === 0) return false;
  return (
    (rule.resources.length === 0 || rule.resources.some((entry) => isOfKinds(entry, action))) &&
    allows(rule.resourceNames, action.name) &&
    allows(rule.namespaces, action.namespace) &&
    (rule.virtualClusters.length === 0 || rule.virtualClusters.some((entry) => isOfVirtualCluster(entry, action)))
  );
}

// Rules are for resources, for paths, or without any of both for everything.
function allowsPath(rule: Rule, { path }: PathAction): boolean {
  if (rule.nonResourceURLs.length === 0) return !isForResources(rule);
  return rule.nonResourceURLs.some((url) => url === path || (url.endsWith("/*") && path.startsWith(url.slice(0, -1))));
}

function isForResources({ resources, resourceNames, namespaces, virtualClusters }: Rule): boolean {
  return resources.length + resourceNames.length + namespaces.length + virtualClusters.length > 0;
}

function isOfKinds(entry: Rule["resources"][number], action: ResourceAction): boolean {
  const { group, resources, resourceNames } = entry;
  if (group !== action.group || !allows(resourceNames, action.name)) return false;
  return resources.length === 0 || resources.some((pattern) => patternsOf(action).includes(pattern));
}

function patternsOf({ resource, subresource }: ResourceAction): string[] {
  if (subresource === "") return ["*", resource];
  return ["*", `${resource}/${subresource}`, `${resource}/*`, `*/${subresource}`];
}

// An entry for a virtual cluster allows requests to its instance, but not to its content.
function isOfVirtualCluster(entry: Rule["virtualClusters"][number], action: ResourceAction): boolean {
  if (action.resource !== virtualClusterInstance.plural) return false;
  const { name, namespace } = entry;
  return (name === "" || name === action.name) && (namespace === "" || namespace === action.namespace);
}

function allows(list: readonly string[], value: string | undefined): boolean {
  return list.length === 0 || (value !== undefined && list.includes(value));
}
