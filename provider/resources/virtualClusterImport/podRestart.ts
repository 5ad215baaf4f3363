import type { ApiObject } from "../../api/client.js";
import { isConflict, isNotFound } from "../../api/errors/errors.js";
import { fieldManager } from "../../api/transport/requests.js";
import type { Context } from "../../objects/operation.js";
import { onClusterOf } from "./clusterAccess.js";
import type { ImportTarget } from "./importTarget.js";

/**
 * Deletes the pods of the virtual cluster that are older than the last write of the Secret, so that
 * they start again and read it. Returns whether the virtual cluster has pods at all.
 */
export async function restartPods(context: Context, target: ImportTarget, secret: ApiObject) {
  const { client, call } = onClusterOf(context, target);
  const { namespace, name } = target.source;
  const path = ["namespaces", namespace, "pods"];
  // A proxy that drops the query must not make us delete other pods.
  const hasLabels = ({ metadata: { labels } }: ApiObject) => labels?.app === "vcluster" && labels.release === name;
  // By uid: a restarted list can repeat a pod.
  const pods = new Map<unknown, ApiObject>();
  for await (const pod of client.list(path, { labelSelector: `app=vcluster,release=${name}` }, call)) {
    if (hasLabels(pod)) pods.set(pod.metadata.uid, pod);
  }
  const writeTime = writeTimeOf(secret);
  for (const { metadata } of pods.values()) {
    // Timestamps are whole seconds: a pod of the same second can be older than the write.
    if (metadata.deletionTimestamp || Date.parse(String(metadata.creationTimestamp)) > writeTime) continue;
    try {
      await client.delete([...path, String(metadata.name)], { uid: metadata.uid }, call);
    } catch (error) {
      // The pod is gone, or another one has its name.
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
  return pods.size > 0;
}

/**
 * Time of our last write, or of the creation, in Unix milliseconds. Infinity if unknown, so that
 * all pods count as older.
 */
function writeTimeOf({ metadata: { creationTimestamp, managedFields = [] } }: ApiObject): number {
  const ours = managedFields.filter(({ manager }) => manager === fieldManager).map(({ time }) => time);
  const times = [creationTimestamp, ...ours].map((time) => Date.parse(String(time))).filter((time) => time > 0);
  return times.length > 0 ? Math.max(...times) : Number.POSITIVE_INFINITY;
}
