import { administrator } from "../access/caller";
import { podLabels } from "../controllers/virtualClusters";
import { namespace, pod, service } from "../kinds/core";
import { checkFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { platformContext, updateStatus } from "../objects/change";
import { createInCollection } from "../operations/createObject";
import { clusterNamed } from "../servers";
import { StatusError } from "../statusError";
import { canonicalJson, isObject, type JsonObject } from "../text/json";
import { kindOfPlural, type World } from "../world";

/** The kind of a document that describes a connected cluster. It may have virtual clusters. */
export const clusterKind = "Cluster";

const type = {
  "metadata!": { "name!": "string" },
  spec: { virtualClusters: [{ "name!": "string", "namespace!": "string", sleeping: "boolean" }] },
} as const;

const connected = { phase: "Initialized", online: true };

interface ClusterSeed {
  metadata: { name: string };
  /** A sleeping one has no pods. It wakes up when it gets one. */
  spec: { virtualClusters: { name: string; namespace: string; sleeping?: boolean }[] };
}

/** What there is without a seed file: one cluster with one virtual cluster. */
export const defaultCluster = {
  kind: clusterKind,
  metadata: { name: "loft-cluster" },
  spec: { virtualClusters: [{ name: "web", namespace: "vcluster-web" }] },
};

/** Adds a connected cluster with its virtual clusters; returns the problems of the document. */
export function seedCluster(world: World, { spec: whole, metadata: given = {}, ...document }: JsonObject): string[] {
  const { virtualClusters = [], ...own } = isObject(whole) ? whole : {};
  const name = isObject(given) && { name: given.name ?? null };
  const {
    errors,
    unknown,
    value: checked,
  } = checkFields({ metadata: name, spec: { virtualClusters } }, type, "", false);
  const problems = [
    ...errors.map(({ field, message }) => `${field}: ${message}`),
    ...unknown.map((field) => `unknown field "${field}"`),
  ];
  if (problems.length > 0) return problems;
  const { metadata, spec } = checked as unknown as ClusterSeed;
  const kind = kindOfPlural(world, "clusters");
  if (kind !== undefined && world.store.get(kind.plural, metadata.name) === undefined) {
    const fixed = { apiVersion: world.apiVersion, kind: clusterKind, metadata: given, spec: own };
    const refused = seedObject(world, kind, "", { status: connected, ...document, ...fixed });
    if (refused.length > 0) return refused;
  }
  const cluster = clusterNamed(world, metadata.name);
  const { store } = cluster;
  return spec.virtualClusters.flatMap(({ name, namespace: where, sleeping = false }) => {
    if (store.get(service.plural, name, where) !== undefined) return [];
    const labels = podLabels(name);
    const create = (kind: Kind, within: string, metadata: JsonObject) =>
      seedObject(cluster, kind, within, { apiVersion: "v1", kind: kind.kind, metadata });
    return [
      ...(store.get(namespace.plural, where) ? [] : create(namespace, "", { name: where })),
      ...create(service, where, { name, labels }),
      ...(sleeping ? [] : create(pod, where, { name: `${name}-0`, labels })),
    ];
  });
}

/** Creates an object with its status by strict rules, and returns its problems. */
export function seedObject(world: World, kind: Kind, within: string, value: JsonObject): string[] {
  const query = new URLSearchParams({ fieldValidation: "Strict", fieldManager: "embedded-platform" });
  const body = { text: canonicalJson(value), contentType: "application/json" };
  const call = { method: "POST", query, headers: {}, body, caller: administrator, warnings: [] };
  try {
    createInCollection(world, { kind, namespace: within }, call);
    const { metadata, status } = value;
    const entry = world.store.entry(kind.plural, String((metadata as JsonObject).name), within);
    if (entry === undefined || status === undefined) return [];
    const draft = { ...entry.object, metadata: {}, fields: {}, status };
    updateStatus(world, kind, entry, draft, platformContext);
    return [];
  } catch (error) {
    if (error instanceof StatusError) return [error.message];
    throw error;
  }
}
