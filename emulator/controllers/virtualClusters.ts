import { randomUUID } from "node:crypto";
import {
  namespace as namespaces,
  pod as pods,
  secret as secrets,
  secretText,
  service as services,
} from "../kinds/core";
import type { ApiObject } from "../kinds/metadata";
import { productVirtualCluster } from "../kinds/product/productKinds";
import { projectNamespace } from "../kinds/project";
import { changeByController } from "../objects/change";
import type { Entry } from "../store/store";
import { rfc3339Seconds } from "../text/formats";
import { credentialOf, vendorOf, type World } from "../world";
import type { Timers } from "./timers";

/** The labels of the pods of a virtual cluster. */
export const podLabels = (release: string) => ({ app: "vcluster", release });

const secretName = "vcluster-platform-api-key";

/**
 * Plays the virtual clusters of the connected clusters. Their pods start again when they are
 * deleted. A pod that starts reads the Secret of the platform, and connects with what is in it.
 */
export class VirtualClusters {
  constructor(
    private readonly world: World,
    private readonly timers: Timers,
    private readonly delayMs: number,
  ) {}

  /** Starts the pods that exist, and follows all changes. */
  start(): void {
    for (const cluster of this.world.clusters.values()) {
      const connect = (pod: ApiObject) => this.timers.later(this.delayMs, () => this.connect(cluster, pod));
      for (const pod of cluster.store.list(pods.plural).filter(isVirtualCluster)) connect(pod);
      cluster.store.onChange(({ type, plural, entry: { object } }) => {
        if (plural !== pods.plural || !isVirtualCluster(object)) return;
        if (type === "ADDED") connect(object);
        // At once, so that a restart of the platform does not lose a pod.
        if (type === "DELETED") this.timers.later(0, () => startAgain(cluster, object));
      });
    }
    this.world.store.onChange(({ type, plural, entry }) => {
      if (type !== "DELETED" || plural !== productVirtualCluster.plural || entry.object.spec.external === true) return;
      this.timers.later(0, () => this.removeManaged(entry.object));
    });
  }

  private connect(cluster: World, pod: ApiObject): void {
    const { namespace = "", labels } = pod.metadata;
    const release = labels?.release ?? "";
    const service = cluster.store.get(services.plural, release, namespace);
    const instance = this.instanceOf(cluster, namespace);
    if (service === undefined || instance === undefined) return;
    const { serviceUID } = instance.object.status;
    // Another virtual cluster has it.
    if (serviceUID !== undefined && serviceUID !== service.metadata.uid) return;
    const clusterRef = { cluster: String(cluster.cluster), namespace, virtualCluster: release };
    const { spec, status } = instance.object;
    const changed = changeByController(this.world, productVirtualCluster, instance, {
      spec: { ...spec, clusterRef },
      status: { ...status, serviceUID: service.metadata.uid, phase: "Pending" },
    });
    this.timers.later(this.delayMs, () => this.becomeReady(cluster, namespace, changed.object));
  }

  /** The instance for which the Secret of a namespace holds the credential. */
  private instanceOf(cluster: World, namespace: string): Entry | undefined {
    const secret = cluster.store.get(secrets.plural, secretName, namespace);
    if (secret === undefined) return undefined;
    const [accessKey, host, project, name] = ["accessKey", "host", "project", "name"].map((key) =>
      secretText(secret, key),
    );
    // The host has no scheme.
    if (!host || host.includes("/")) return undefined;
    const { plural } = productVirtualCluster;
    const instance = this.world.store.entry(plural, name ?? "", projectNamespace(project ?? ""));
    return instance !== undefined && credentialOf(this.world, instance.object) === accessKey ? instance : undefined;
  }

  private becomeReady(cluster: World, namespace: string, { metadata }: ApiObject): void {
    const current = this.world.store.entry(productVirtualCluster.plural, metadata.name, metadata.namespace);
    if (current?.object.metadata.uid !== metadata.uid) return;
    const found = cluster.store.get(namespaces.plural, namespace);
    const vendor = vendorOf(this.world);
    const own = {
      [`${vendor}/vcluster-instance-name`]: metadata.name,
      [`${vendor}/vcluster-instance-namespace`]: metadata.namespace ?? "",
    };
    if (found !== undefined) {
      const labels = { ...found.metadata.labels, ...own };
      cluster.store.write(namespaces.plural, { ...found, metadata: { ...found.metadata, labels } });
    }
    const status = { ...current.object.status, phase: "Ready", online: true };
    changeByController(this.world, productVirtualCluster, current, { status });
  }

  /** Removes a virtual cluster that the platform manages, after its instance. */
  private removeManaged({ spec }: ApiObject): void {
    const { cluster, namespace, virtualCluster } = (spec.clusterRef ?? {}) as Record<string, string>;
    const store = this.world.clusters.get(cluster ?? "")?.store;
    if (store === undefined || virtualCluster === undefined) return;
    store.remove(services.plural, virtualCluster, namespace);
    for (const { metadata } of store.list(pods.plural, namespace)) {
      if (metadata.labels?.release === virtualCluster) store.remove(pods.plural, metadata.name, namespace);
    }
  }
}

function isVirtualCluster({ metadata: { labels } }: ApiObject): boolean {
  return labels?.app === "vcluster" && labels.release !== undefined;
}

// As a StatefulSet does, which goes with the Service here.
function startAgain({ store, now }: World, pod: ApiObject): void {
  const { name, namespace, labels } = pod.metadata;
  const hasService = store.get(services.plural, labels?.release ?? "", namespace) !== undefined;
  if (!hasService || store.get(pods.plural, name, namespace) !== undefined) return;
  store.write(pods.plural, newPod(pod, now()));
}

function newPod({ metadata, ...pod }: ApiObject, time: Date): ApiObject {
  const { uid, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds, ...kept } = metadata;
  const creationTimestamp = rfc3339Seconds(time);
  return { ...pod, metadata: { ...kept, uid: randomUUID(), creationTimestamp } } as ApiObject;
}
