import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { nothingToRead } from "../../objects/lifecycle/find.js";
import { notFinished, stillUnfinished } from "../../objects/lifecycle/initFailure.js";
import { cannotImport, notThere } from "../../objects/messages/importId.js";
import { ending } from "../../objects/messages/messages.js";
import type { OperationContext, Recorded, Stored } from "../../objects/operation.js";
import { holderOf } from "../../objects/ownership.js";
import { externalChanges } from "../../objects/state/externalChange.js";
import { isRecord, type Properties } from "../../objects/values.js";
import {
  type Found,
  findInstance,
  type Instance,
  instances,
  platformHidesThem,
  sourceOfInstance,
} from "../virtualCluster/virtualClusterInstance.js";
import { isOurs, labelOf, placeOf } from "./importTarget.js";

/** Whether the outcome of the import is known. */
export const isFinished = ({ state }: Recorded) => state.virtualCluster !== undefined;

/**
 * An import after its virtual cluster was found. A delete trusts the uid, so it is recorded only
 * once the source matches: until then the virtual cluster may be somebody else's.
 */
export function foundImport(id: string, inputs: Properties, found: Instance, before: Properties = {}): Stored {
  const { name: virtualCluster, resourceVersion, generation, creationTimestamp } = found.object.metadata;
  const uid = isOurs(found, inputs) ? found.object.metadata.uid : before.uid;
  const computed = { virtualCluster, namespace: found.namespace, uid, resourceVersion, generation, creationTimestamp };
  return { id, inputs, state: { ...inputs, ...computed, ...changeSince(before, found) } };
}

/** A change that only a comparison shows; it stays until the next update. */
function changeSince(before: Properties, { object }: Instance): Properties {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return { externalChange: ending(object.metadata) };
  if (before.uid !== undefined && before.uid !== uid)
    return { externalChange: `${externalChanges.readded}: uid was ${before.uid}, is ${uid}` };
  return before.externalChange === undefined ? {} : { externalChange: before.externalChange };
}

/** The import as it is now; undefined if its virtual cluster is gone or another one replaced it. */
export async function readImport(
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  const { inputs, state, holder } = recorded;
  const found = await findInstance(context, placeOf(id), state);
  if (!isFinished(recorded) && !showsSource(found)) throw stillUnfinished(labelOf(id), { id, ...recorded });
  if (found === undefined) return nothingToRead(context, labelOf(id));
  if (found === platformHidesThem) {
    context.warnOnce(unseen(context));
    return { id, ...recorded, isUnseen: true };
  }
  // A delete could remove an object whose uid is in the state.
  if (isOurs(found, inputs) === false && found.object.metadata.uid !== state.uid) {
    context.warn(anotherSource(id));
    return undefined;
  }
  if (isFinished(recorded)) return withLiveSource({ ...foundImport(id, inputs, found, state), holder }, found);
  const stored = { ...foundImport(id, inputs, found), holder };
  if (inputs.deletionPolicy !== "delete" || holderOf(found.object) === holder) return stored;
  // A read does not write, so the next update writes the token.
  return { ...stored, state: { ...stored.state, externalChange: notFinished } };
}

const showsSource = (found: Found): boolean =>
  found !== undefined && found !== platformHidesThem && sourceOfInstance(found.object) !== undefined;

/** The state with the source that the platform shows. The inputs keep the declared one. */
function withLiveSource(stored: Stored, found: Instance): Stored {
  const source = sourceOfInstance(found.object);
  if (!source || isOurs(found, stored.inputs) !== false) return stored;
  const declared = isRecord(stored.inputs.sourceVirtualCluster) ? stored.inputs.sourceVirtualCluster : {};
  return { ...stored, state: { ...stored.state, sourceVirtualCluster: { ...declared, ...source } } };
}

/** What `pulumi import` takes of a virtual cluster in a project; undefined if there is none. */
export async function importedInstance(
  context: OperationContext,
  id: string,
  isFirst: boolean,
): Promise<Stored | undefined> {
  const shownIn = (namespace?: string) => ({ kind: "VirtualClusterImport", id, plural: instances, namespace });
  const { project, name } = placeOf(id, (reason) => cannotImport(context, shownIn(), reason));
  const found = await findInstance(context, { project, name });
  const usual = shownIn(`${context.config.projectNamespacePrefixes[0]}${project}`);
  if (found === platformHidesThem)
    throw cannotImport(context, usual, message(virtualClusterMessages.notShownForImport));
  if (found === undefined) {
    context.warn(notThere(context, usual));
    return undefined;
  }
  if (isFirst && holderOf(found.object) !== undefined)
    context.warn(`${labelOf(id)}: ${message(virtualClusterMessages.heldByAnother)}`);
  const source = sourceOfInstance(found.object);
  if (!source) throw cannotImport(context, shownIn(found.namespace), message(virtualClusterMessages.noSource));
  const inputs = { project, sourceVirtualCluster: { ...source, ...(name !== source.name && { importName: name }) } };
  return foundImport(id, inputs, found);
}

/** About the platform and not about one import, so that it is shown once. */
export const unseen = ({ config }: OperationContext) =>
  message(virtualClusterMessages.unseen, { baseUrl: config.baseUrl });

/** Warning about a virtual cluster of the same name with another source. */
export const anotherSource = (id: string) => message(virtualClusterMessages.otherSource, { label: labelOf(id) });
