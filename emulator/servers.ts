// The servers of a platform: its own, those of connected clusters, and those of virtual clusters.
import { randomUUID } from "node:crypto";
import { namespace } from "./kinds/core";
import { clusterKinds } from "./kinds/kinds";
import type { ApiObject } from "./kinds/metadata";
import { projectNamespace, virtualClusterInstance } from "./kinds/project";
import { notFound, unavailable } from "./statusError";
import { History, Snapshots } from "./store/history";
import { ObjectStore, type StoreContents } from "./store/store";
import { rfc3339Seconds } from "./text/formats";
import { vendorOf, type World } from "./world";

/** The path of the management server. */
export const managementRoot = "/kubernetes/management";

const clusterPath = /^\/kubernetes\/(?:cluster\/([^/]+)|project\/([^/]+)\/virtualcluster\/([^/]+))(?=\/|$)/;
const { plural } = virtualClusterInstance;

/** The server of a path. It serves nothing for a cluster that is unknown or not ready. */
export function serverOf(world: World, path: string): World {
  const [root, connected, owner, name] = (world.api === 4 && clusterPath.exec(path)) || [];
  if (root === undefined) return world;
  const cluster = connected ?? `${owner}/${name}`;
  const instance = connected === undefined ? instanceOf(world, cluster) : undefined;
  if (instance?.status.phase === "Ready") return virtualCluster(world, root, cluster, instance);
  return world.clusters.get(cluster) ?? { ...world, root, cluster, group: "", apiVersion: "v1", kinds: [] };
}

/** Refuses a request to a cluster that is not there or not ready. One that sleeps wakes up. */
export function requireCluster(world: World, cluster: string): void {
  const { group } = world;
  if (!cluster.includes("/")) {
    if (world.clusters.has(cluster)) return;
    throw notFound({ group, kind: "clusters", name: cluster });
  }
  const instance = instanceOf(world, cluster);
  if (instance === undefined) throw notFound({ group, kind: plural, name: cluster.split("/")[1] ?? "" });
  const { phase = "Pending" } = instance.status;
  if (phase === "Ready") return;
  if (phase === "Sleeping") wake(world, instance);
  throw unavailable(`virtual cluster "${instance.metadata.name}" is not ready: its phase is ${phase}`);
}

/** The server of a connected cluster. It is made if the platform does not have it. */
export function clusterNamed(world: World, cluster: string, contents?: StoreContents): World {
  const made = world.clusters.get(cluster) ?? newServer(world, `/kubernetes/cluster/${cluster}`, cluster, contents);
  world.clusters.set(cluster, made);
  return made;
}

/** The server of a virtual cluster, which lives as long as its instance and the platform. */
function virtualCluster(world: World, root: string, cluster: string, { metadata }: ApiObject): World {
  const known = world.virtualClusters.get(metadata.uid);
  if (known !== undefined) return known;
  const made = newServer(world, root, cluster);
  for (const name of ["default", "kube-node-lease", "kube-public", "kube-system"]) {
    const creationTimestamp = rfc3339Seconds(world.now());
    const own = { name, uid: randomUUID(), generation: 1, creationTimestamp };
    const spec = { finalizers: ["kubernetes"] };
    const status = { phase: "Active" };
    made.store.write(namespace.plural, { apiVersion: "v1", kind: namespace.kind, metadata: own, spec, status });
  }
  made.history.start();
  world.virtualClusters.set(metadata.uid, made);
  return made;
}

function newServer(world: World, root: string, cluster: string, contents?: StoreContents): World {
  const store = new ObjectStore(contents);
  const served = { kinds: clusterKinds, goTypes: true, keepsUnknownFields: false };
  const own = { root, cluster, group: "", apiVersion: "v1", ...served };
  return { ...world, ...own, store, history: new History(store), snapshots: new Snapshots() };
}

function instanceOf({ store }: World, cluster: string): ApiObject | undefined {
  const [owner = "", name = ""] = cluster.split("/");
  return store.get(plural, name, projectNamespace(owner));
}

function wake(world: World, { metadata, ...instance }: ApiObject): void {
  const prefix = `sleepmode.${vendorOf(world)}`;
  const { annotations = {} } = metadata;
  if (annotations[`${prefix}/force`] !== undefined) return;
  const woken = { ...annotations, [`${prefix}/last-activity`]: String(Math.floor(world.now().getTime() / 1000)) };
  world.store.write(plural, { ...instance, metadata: { ...metadata, annotations: woken } } as ApiObject);
}
