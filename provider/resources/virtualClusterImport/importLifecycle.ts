import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import { assertNotElsewhere, assertSamePlatform } from "../../objects/lifecycle/samePlatform.js";
import { beingDeleted, objectMissing } from "../../objects/messages/messages.js";
import type { Stored } from "../../objects/operation.js";
import type { Operation } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { terminationText } from "../../objects/state/externalChange.js";
import { memoized, semanticEqual } from "../../objects/values.js";
import { pickKeys } from "../../objects/wire/objectShape.js";
import { findInstance, instancesUnsupported, serviceUidOf } from "../virtualCluster/findInstance.js";
import { importOnce } from "./importRequest.js";
import { foundImport, instancesUnsupportedWarning, isFinished, stillUnconnected } from "./importState.js";
import {
  hasDeclaredSource,
  type ImportAttempt,
  importLabel,
  isRegistered,
  isSameConnection,
  parseId,
  refuseRecreated,
  targetOf,
} from "./importTarget.js";
import { setManaged } from "./management.js";
import { register } from "./registration.js";

/** Imports the virtual cluster. */
export const createImport = (operation: Operation): Promise<Stored> => importAndStore(operation, { isResumed: false });

/** Continues an unfinished import, or applies what can change in place. */
export async function updateImport(operation: Operation): Promise<Stored> {
  const { id, inputs, recorded } = operation;
  const { nonce, state } = recorded;
  if (!isFinished(recorded)) {
    await assertNotElsewhere(operation, "update", importLabel(id));
    return importAndStore(operation, { isResumed: true, nonce, uid: state.uid });
  }
  await refuseAnotherSource(operation);
  await refuseTerminating(operation);
  const updated = await updateRegistration(operation);
  if (updated) return updated;
  // No other input that changes in place is sent: it is only stored in the state.
  return { id, inputs, state: { ...inputs, ...pickKeys(state, computedKeys) } };
}

const computedKeys = [
  "virtualCluster",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "connection",
];

/** The virtual cluster before the first write of an update, read at most once. */
const currentInstance = memoized((operation: Operation) =>
  findInstance(operation, parseId(operation.id), operation.recorded.state),
);

/** A request imports once, so an update cannot set back a source that changed on the platform. */
async function refuseAnotherSource(operation: Operation): Promise<void> {
  const { id, inputs, recorded } = operation;
  if (semanticEqual(recorded.state.sourceVirtualCluster, inputs.sourceVirtualCluster)) return;
  const found = await currentInstance(operation);
  if (found && found !== instancesUnsupported && hasDeclaredSource(found, inputs) === false)
    throw new ResourceError(
      `Cannot update ${importLabel(id)}: somebody changed the source of its virtual cluster on the platform. ` +
        "The import request is sent once, so the provider cannot set the source back. Set it back on the platform, or " +
        "declare its values as sourceVirtualCluster.",
    );
}

/** Refuses to update a virtual cluster whose recorded deletion a read confirms. */
async function refuseTerminating(operation: Operation): Promise<void> {
  const { id, recorded } = operation;
  if (recorded.state.externalChange === undefined) return;
  const found = await currentInstance(operation);
  if (!found || found === instancesUnsupported || !found.object.metadata.deletionTimestamp) return;
  throw new ResourceError(beingDeleted("update", importLabel(id), terminationText(found.object.metadata)));
}

/**
 * Applies changed inputs of a registration: connects the virtual cluster again, and sets whether
 * the platform manages it. Undefined if there is nothing to do. Throws if it is gone.
 */
async function updateRegistration(operation: Operation): Promise<Stored | undefined> {
  const { inputs, recorded } = operation;
  const { inputs: declaredBefore, state } = recorded;
  const needsConnection = state.connection !== undefined && !isSameConnection(declaredBefore, inputs);
  if (!needsConnection && semanticEqual(declaredBefore.manage, inputs.manage)) return undefined;
  const target = targetOf(inputs);
  const found = await currentInstance(operation);
  // A platform without virtual clusters of projects manages none, so `manage` has no effect there.
  if (found === instancesUnsupported && !needsConnection) return undefined;
  // Perhaps this is not the platform to which the virtual cluster is connected.
  if (!found || found === instancesUnsupported) {
    await assertSamePlatform(operation, "update", target.label);
    throw new ResourceError(objectMissing("update", target.label));
  }
  if (!isRegistered(found, state)) return undefined;
  refuseRecreated(target.label, found, state.uid);
  if (found.object.metadata.deletionTimestamp)
    throw new ResourceError(beingDeleted("update", target.label, terminationText(found.object.metadata)));
  if (!needsConnection && inputs.manage === true && serviceUidOf(found.object) === undefined)
    operation.warn(stillUnconnected(target.label));
  const attempt = { target, inputs, isResumed: true };
  const connected = needsConnection
    ? await register(operation, attempt, found).catch(throwPlainError)
    : { found, connection: state.connection };
  // If the program has no `manage`, and had none before, the platform's choice stays.
  const isManageDeclared = inputs.manage !== undefined || declaredBefore.manage !== undefined;
  const current = isManageDeclared
    ? await setManaged(operation, { target, found: connected.found }, inputs.manage === true)
    : connected.found;
  const before = { ...pickKeys(state, ["uid"]), connection: connected.connection };
  return foundImport({ id: target.id, inputs }, current, before);
}

/** A plain error keeps the recorded state, so that the next update repeats all steps. */
function throwPlainError(error: Error): never {
  throw error instanceof InitFailure ? new ResourceError(error.message, { cause: error }) : error;
}

/** What an earlier attempt left: a nonce or a uid; nothing if this is a new create. */
type Progress = Omit<ImportAttempt, "target" | "inputs">;

async function importAndStore(operation: Operation, progress: Progress): Promise<Stored> {
  const { inputs } = operation;
  const target = targetOf(inputs);
  const { found, isAdopted, connection } = await importOnce(operation, { target, inputs, ...progress });
  const { id, label } = target;
  if (found === instancesUnsupported) {
    operation.warnOnce(instancesUnsupportedWarning(operation));
    return { id, inputs, state: { ...inputs, virtualCluster: target.name }, isAdopted };
  }
  if (isAdopted && !progress.isResumed)
    operation.warn(`The virtual cluster of ${label} was in the project already and is taken as it is.`);
  // A registered virtual cluster shows no source until it connects, so its uid is passed.
  const before = connection ? { uid: found.object.metadata.uid, connection } : {};
  return { ...foundImport({ id, inputs }, found, before), isAdopted };
}
