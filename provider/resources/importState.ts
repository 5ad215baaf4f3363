import { externalChanges } from "../objects/externalChange.js";
import { ending } from "../objects/messages.js";
import type { Recorded, Stored } from "../objects/operation.js";
import { isRecord, type Properties } from "../objects/values.js";
import { targetOf } from "./importTarget.js";
import { type Instance, isSameSource, sourceOfInstance } from "./virtualClusterInstance.js";

/**
 * The state of an import whose virtual cluster exists. A delete trusts the uid, so it is stored only once
 * the source matches: until then the virtual cluster may be somebody else's.
 */
export function stateOf(found: Instance, inputs: Properties, virtualCluster: string, knownUid?: unknown): Properties {
  const { resourceVersion, generation, creationTimestamp } = found.object.metadata;
  const uid = isOurs(found, { inputs }) ? found.object.metadata.uid : knownUid;
  return { ...inputs, virtualCluster, namespace: found.namespace, uid, resourceVersion, generation, creationTimestamp };
}

/** Adds a change that only a comparison shows; it stays until the next update. */
export function withExternalChange(state: Properties, { object }: Instance, before: Properties): Properties {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return { ...state, externalChange: ending(object.metadata) };
  if (before.uid !== undefined && before.uid !== uid) {
    const readded = `${externalChanges.readded}: uid was ${before.uid}, is ${uid}`;
    return { ...state, externalChange: readded };
  }
  return before.externalChange === undefined ? state : { ...state, externalChange: before.externalChange };
}

/** An import after its virtual cluster was found. */
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

/** Whether another object has the name: both its uid and its source differ from the state. */
export function isForeign(found: Instance, { inputs, state }: Recorded): boolean {
  const actual = sourceOfInstance(found.object);
  if (!actual || found.object.metadata.uid === state.uid) return false;
  return !isSameSource(actual, targetOf(inputs).source);
}

/** The inputs with the source that the platform shows. */
export function liveInputs({ object }: Instance, inputs: Properties): Properties {
  const actual = sourceOfInstance(object);
  if (!actual || isSameSource(actual, targetOf(inputs).source)) return inputs;
  const declared = isRecord(inputs.sourceVirtualCluster) ? inputs.sourceVirtualCluster : {};
  return { ...inputs, sourceVirtualCluster: { ...declared, ...actual } };
}
