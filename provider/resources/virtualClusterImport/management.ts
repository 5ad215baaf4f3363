import type { ApiObject } from "../../api/client.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { poll } from "../../objects/lifecycle/retryAndPoll.js";
import { beingDeleted } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { ResourceError } from "../../objects/resourceError.js";
import { terminationText } from "../../objects/state/externalChange.js";
import { type Instance, isExternal, serviceUidOf } from "../virtualCluster/findInstance.js";
import { isInaccessible, onClusterOf } from "./clusterAccess.js";
import { patchGuarded } from "./guardedChange.js";
import type { ImportTarget } from "./importTarget.js";

/** Sets whether the platform manages a virtual cluster. An unconnected one stays unmanaged. */
export async function setManaged(
  context: Context,
  { target, found }: { readonly target: ImportTarget; readonly found: Instance },
  isManaged: boolean,
): Promise<Instance> {
  // Only for true: a delete ends the management even if the platform has cleared the status.
  const isTooEarly = (live: ApiObject) => isManaged && serviceUidOf(live) === undefined;
  const isDone = (live: ApiObject) => isTooEarly(live) || isExternal(live) !== isManaged;
  if (isDone(found.object)) return found;
  if (isManaged) await waitForLabels(context, target, found);
  const object = await patchGuarded(context, found, {
    isDone,
    apply: (live) => {
      // The platform deletes a managed virtual cluster with its instance.
      if (isManaged && live.metadata.deletionTimestamp)
        throw new ResourceError(beingDeleted("update", target.label, terminationText(live.metadata)));
      return { ...live, spec: { ...live.spec, external: !isManaged } };
    },
  });
  return { ...found, object };
}

/** Waits until labels of the namespace of the virtual cluster name its instance. */
async function waitForLabels(context: Context, target: ImportTarget, { namespace, object }: Instance) {
  const onCluster = onClusterOf(context, target);
  const { vendor } = context.config;
  const path = ["namespaces", target.source.namespace];
  try {
    const attempt = async () => {
      const labels = (await findObject(onCluster, path))?.metadata.labels ?? {};
      const isNamed =
        labels[`${vendor}/vcluster-instance-name`] === object.metadata.name &&
        labels[`${vendor}/vcluster-instance-namespace`] === namespace;
      return isNamed ? labels : `the platform to label namespace ${target.source.namespace}`;
    };
    await poll(onCluster, { path, label: target.label, attempt });
  } catch (error) {
    // The wait avoids a refusal by the platform. Without access to the cluster, there is no wait.
    if (!isInaccessible(error)) throw error;
  }
}
