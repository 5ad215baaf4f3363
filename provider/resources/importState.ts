import { presentable } from "../api/presentable.js";
import { externalChanges } from "../objects/externalChange.js";
import { ending } from "../objects/messages.js";
import type { Recorded, Stored } from "../objects/operation.js";
import { isRecord, type Properties } from "../objects/values.js";
import { targetOf } from "./importTarget.js";
import { type Instance, isSameSource, sourceOfInstance } from "./virtualClusterInstance.js";

/**
 * The state of an import whose virtual cluster is there. The uid lets a delete remove it, so the state takes only that of one which shows
 * our source: until then it may be one of somebody else that is not placed yet.
 */
export function stateOf(found: Instance, inputs: Properties, virtualCluster: string, knownUid?: unknown): Properties {
  const { resourceVersion, generation, creationTimestamp } = found.object.metadata;
  const uid = isOurs(found, { inputs }) ? found.object.metadata.uid : knownUid;
  return { ...inputs, virtualCluster, namespace: found.namespace, uid, resourceVersion, generation, creationTimestamp };
}

/** What only a comparison can see; it stays until a write clears it. */
export function withExternalChange(state: Properties, { object }: Instance, before: Properties): Properties {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return { ...state, externalChange: ending(object.metadata) };
  if (before.uid !== undefined && before.uid !== uid) {
    const readded = presentable(`${externalChanges.readded}: uid was ${before.uid}, is ${uid}`, []);
    return { ...state, externalChange: readded };
  }
  return before.externalChange === undefined ? state : { ...state, externalChange: before.externalChange };
}

/** An import whose virtual cluster is there, after a create. */
export const finishedImport = (id: string, inputs: Properties, found: Instance, virtualCluster: string): Stored => ({
  id,
  inputs,
  state: stateOf(found, inputs, virtualCluster),
});

/** Whether the virtual cluster is the one that the inputs name. */
export function isOurs(found: Instance, { inputs }: Pick<Recorded, "inputs">): boolean {
  const actual = sourceOfInstance(found.object);
  return actual !== undefined && isSameSource(actual, targetOf(inputs).source);
}

/** Whether the name belongs to somebody else now: neither the object nor its source is the one that state knows. */
export function isForeign(found: Instance, { inputs, state }: Recorded): boolean {
  const actual = sourceOfInstance(found.object);
  if (!actual || found.object.metadata.uid === state.uid) return false;
  return !isSameSource(actual, targetOf(inputs).source);
}

/** The inputs with the source as the platform has it. */
export function liveInputs({ object }: Instance, inputs: Properties): Properties {
  const actual = sourceOfInstance(object);
  if (!actual || isSameSource(actual, targetOf(inputs).source)) return inputs;
  const declared = isRecord(inputs.sourceVirtualCluster) ? inputs.sourceVirtualCluster : {};
  return { ...inputs, sourceVirtualCluster: { ...declared, ...actual } };
}
