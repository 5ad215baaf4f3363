import { initFailureAfterRead } from "../../objects/lifecycle/initFailure.js";
import { warnDeletedOutside } from "../../objects/lifecycle/liveObject.js";
import { assertNotElsewhere } from "../../objects/lifecycle/samePlatform.js";
import { cannotImport, notThere } from "../../objects/messages/importId.js";
import { type Context, isImport, type Recorded, type Stored } from "../../objects/operation.js";
import { projectNamespaces } from "../../objects/projectNamespace.js";
import type { Operation } from "../../objects/resource.js";
import { externalChanges, terminationText } from "../../objects/state/externalChange.js";
import { asRecord, type Properties } from "../../objects/values.js";
import { pickKeys } from "../../objects/wire/objectShape.js";
import {
  findInstance,
  type Instance,
  instancesPlural,
  instancesUnsupported,
  isExternal,
  type SearchResult,
  serviceUidOf,
  sourceOfInstance,
} from "../virtualCluster/findInstance.js";
import { hasDeclaredSource, importLabel, parseId } from "./importTarget.js";

/** Whether the import is finished. Until then, the state names no virtual cluster. */
export const isFinished = ({ state }: Recorded) => state.virtualCluster !== undefined;

/**
 * The stored import with the found virtual cluster. A delete trusts the recorded uid, so the uid of
 * a virtual cluster with another source, or without one, is not recorded.
 */
export function foundImport(
  { id, inputs }: Pick<Stored, "id" | "inputs">,
  found: Instance,
  before: Properties = {},
): Stored {
  const { name: virtualCluster, resourceVersion, generation, creationTimestamp } = found.object.metadata;
  const uid = hasDeclaredSource(found, inputs) ? found.object.metadata.uid : before.uid;
  const computed = { virtualCluster, namespace: found.namespace, uid, resourceVersion, generation, creationTimestamp };
  const state = { ...inputs, ...computed, ...pickKeys(before, ["connection"]), ...changeSince(before, found) };
  return { id, inputs, state };
}

/** A change that only a comparison shows; it stays until the next update. */
function changeSince(before: Properties, { object }: Instance): Properties {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return { externalChange: terminationText(object.metadata) };
  if (before.uid !== undefined && before.uid !== uid)
    return { externalChange: `${externalChanges.readded}: uid was ${before.uid}, is ${uid}` };
  return before.externalChange === undefined ? {} : { externalChange: before.externalChange };
}

/** The current import; undefined if its virtual cluster is gone or was replaced by another one. */
export async function readImport(operation: Operation): Promise<Stored | undefined> {
  const { id, recorded } = operation;
  const { inputs, state } = recorded;
  if (isImport(recorded)) return importedInstance(operation, id);
  const found = await findInstance(operation, parseId(id), state);
  if (found === undefined) return warnGone(operation);
  if (!isFinished(recorded) && !isConnected(found, state))
    throw initFailureAfterRead(importLabel(id), { id, ...recorded });
  if (found === instancesUnsupported) {
    operation.warnOnce(instancesUnsupportedWarning(operation));
    return { id, ...recorded, isUnverified: true };
  }
  // With the recorded uid it is the same object, with a changed source: a diff shows that.
  if (hasDeclaredSource(found, inputs) === false && found.object.metadata.uid !== state.uid) {
    operation.warn(anotherSource(id));
    return undefined;
  }
  if (isFinished(recorded)) {
    if (state.connection !== undefined && !isConnected(found, state)) operation.warn(stillUnconnected(importLabel(id)));
    return takeLiveValues(foundImport({ id, inputs }, found, state), found);
  }
  // An old uid makes externalChange tell of another object, whose connection is unknown.
  const isAnother = state.uid !== undefined && state.uid !== found.object.metadata.uid;
  const before = pickKeys(state, [isAnother ? "uid" : "connection"]);
  return takeLiveValues(foundImport({ id, inputs }, found, before), found);
}

/** Warning of an import whose virtual cluster has not connected. */
export const stillUnconnected = (label: string): string => `${label}: the virtual cluster is not connected yet.`;

/** Warns that there is no virtual cluster. If it appears later, the next create adopts it. */
async function warnGone(operation: Operation): Promise<undefined> {
  const label = importLabel(operation.id);
  if (isFinished(operation.recorded)) return warnDeletedOutside(operation, label);
  await assertNotElsewhere(operation, "read", label);
  operation.warn(
    `${label}: its create did not come to an end, and its virtual cluster is not in the project. The ` +
      "next pulumi up imports it.",
  );
}

/** Whether a virtual cluster shows its source and, if this stack registered it, is connected. */
function isConnected(found: SearchResult, { connection }: Properties): boolean {
  if (found === undefined || found === instancesUnsupported || !sourceOfInstance(found.object)) return false;
  return connection === undefined || serviceUidOf(found.object) !== undefined;
}

/** The stored import with the live `manage` and source. Only the state gets the live source. */
function takeLiveValues(stored: Stored, found: Instance): Stored {
  const { inputs, state } = stored;
  const isManageShown = inputs.manage !== undefined && serviceUidOf(found.object) !== undefined;
  const live = isManageShown ? { manage: !isExternal(found.object) } : {};
  return takeLiveSource({ ...stored, inputs: { ...inputs, ...live }, state: { ...state, ...live } }, found);
}

function takeLiveSource(stored: Stored, found: Instance): Stored {
  const source = sourceOfInstance(found.object);
  if (!source || hasDeclaredSource(found, stored.inputs) !== false) return stored;
  const declared = asRecord(stored.inputs.sourceVirtualCluster);
  return { ...stored, state: { ...stored.state, sourceVirtualCluster: { ...declared, ...source } } };
}

/** The state for `pulumi import`; undefined if there is no such virtual cluster. */
async function importedInstance(context: Context, id: string): Promise<Stored | undefined> {
  const importIn = (namespace?: string) => ({ type: "VirtualClusterImport", id, plural: instancesPlural, namespace });
  const { project, name } = parseId(id, (reason) => cannotImport(context, importIn(), reason));
  const found = await findInstance(context, { project, name });
  const importable = importIn(projectNamespaces(context.config, project)[0]);
  if (found === instancesUnsupported)
    throw cannotImport(
      context,
      importable,
      "this platform does not show the virtual clusters of projects. Declare it in the program instead: a " +
        "virtual cluster that is in the project already is taken as it is",
    );
  if (found === undefined) {
    context.warn(notThere(context, importable));
    return undefined;
  }
  const source = sourceOfInstance(found.object);
  if (!source)
    throw cannotImport(
      context,
      importIn(found.namespace),
      "the platform does not show where the virtual cluster runs (spec.clusterRef). It may not be placed " +
        "yet: try again later",
    );
  const inputs = { project, sourceVirtualCluster: { ...source, ...(name !== source.name && { importName: name }) } };
  return foundImport({ id, inputs }, found);
}

/** Warning about the platform. It names no import, so that warnOnce shows it once for all. */
export const instancesUnsupportedWarning = ({ config }: Context) =>
  `The platform at ${config.baseUrl} does not show the virtual clusters of projects, so imported ones ` +
  "cannot be checked. Their state stays unchanged.";

/** Warning about a virtual cluster of the same name with another source. */
export const anotherSource = (id: string) =>
  `The virtual cluster of ${importLabel(id)} has another source; it is left alone.`;
