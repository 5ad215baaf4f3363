import { clusterNamed } from "../clusters/clusters";
import { podLabels } from "../clusters/virtualClusters";
import { namespace, pod, service } from "../kinds/core";
import { checkFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { createInCollection } from "../operations/createObject";
import { StatusError } from "../statusError";
import { subdomainProblems } from "../text/formats";
import type { JsonObject, JsonValue } from "../text/json";
import type { World } from "../world";
import { seedCall } from "./seedCall";

/** The kind of a document that describes a connected cluster. No server knows it. */
export const clusterKind = "Cluster";

const type = {
  apiVersion: "string",
  kind: "string",
  "metadata!": { "name!": "string" },
  spec: { virtualClusters: [{ "name!": "string", "namespace!": "string", sleeping: "boolean" }] },
} as const;

interface ClusterSeed {
  metadata: { name: string };
  spec?: { virtualClusters?: VirtualClusterSeed[] };
}

interface VirtualClusterSeed {
  name: string;
  namespace: string;
  /** It has no pods. It wakes up when it gets one. */
  sleeping?: boolean;
}

/** What there is without a seed file: one cluster with one virtual cluster. */
export const defaultCluster = {
  kind: clusterKind,
  metadata: { name: "loft-cluster" },
  spec: { virtualClusters: [{ name: "web", namespace: "vcluster-web" }] },
};

/** Adds a connected cluster with its virtual clusters; returns the problems of the document. */
export function seedCluster(world: World, value: JsonObject): string[] {
  const { errors, unknown, value: checked } = checkFields(value, type, "", false);
  const problems = [
    ...errors.map(({ field, message }) => `${field}: ${message}`),
    ...unknown.map((field) => `unknown field "${field}"`),
  ];
  if (problems.length > 0) return problems;
  const { metadata, spec = {} } = checked as unknown as ClusterSeed;
  const [wrong] = subdomainProblems(metadata.name);
  if (wrong !== undefined) return [`metadata.name: ${wrong}`];
  const cluster = clusterNamed(world, metadata.name);
  return (spec.virtualClusters ?? []).flatMap((one) => seedVirtualCluster(cluster, one));
}

function seedVirtualCluster(
  cluster: World,
  { name, namespace: where, sleeping = false }: VirtualClusterSeed,
): string[] {
  const { store } = cluster;
  if (store.get(service.plural, name, where) !== undefined) return [];
  const labels = podLabels(name);
  const create = (kind: Kind, within: string, metadata: JsonObject) =>
    createInCollection(
      cluster,
      { kind, namespace: within },
      seedCall({ apiVersion: "v1", kind: kind.kind, metadata } as JsonValue),
    );
  try {
    if (store.get(namespace.plural, where) === undefined) create(namespace, "", { name: where });
    create(service, where, { name, labels });
    if (!sleeping) create(pod, where, { name: `${name}-0`, labels });
    return [];
  } catch (error) {
    if (error instanceof StatusError) return [error.message];
    throw error;
  }
}
