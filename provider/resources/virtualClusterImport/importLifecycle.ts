import { randomUUID } from "node:crypto";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { updateMessages } from "../../messages/writes.js";
import { assertNotElsewhere, assertSamePlatform } from "../../objects/lifecycle/samePlatform.js";
import { beingDeleted, messageOf } from "../../objects/messages/messages.js";
import {
  InitFailure,
  isFirstRead,
  isImport,
  type Lifecycle,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../../objects/operation.js";
import { isFromThisStack, ownershipAnnotation, ownershipTokenOf } from "../../objects/ownership.js";
import { type Properties, semanticEqual } from "../../objects/values.js";
import { pickKeys } from "../../objects/wire/objectShape.js";
import {
  connectsItself,
  findInstance,
  type Instance,
  instancesUnsupported,
  serviceUidOf,
} from "../virtualCluster/virtualClusterInstance.js";
import { deleteInstance } from "./importDeletion.js";
import { writeOwnershipToken } from "./importOwnership.js";
import { importOnce } from "./importRequest.js";
import { foundImport, importedInstance, isFinished, readImport, unseen } from "./importState.js";
import {
  hasDeclaredSource,
  type ImportAttempt,
  instancePaths,
  isRegistered,
  isSameConnection,
  labelOf,
  parseId,
  refuseAnother,
  targetOf,
} from "./importTarget.js";
import { setManaged } from "./management.js";
import { register } from "./registration.js";

/** The lifecycle of an import (specification, sections 2.3 and 4.2). */
export const importLifecycle: Required<Omit<Lifecycle, "complete" | "inputPath">> = {
  id: (inputs) => targetOf(inputs).id,

  create: (context, inputs) => importAndOwn(context, inputs, { isResumed: false }),

  read: (context, id, recorded) =>
    isImport(recorded) ? importedInstance(context, id, isFirstRead(recorded)) : readImport(context, id, recorded),

  objectPaths: (_config, path) => instancePaths(path),

  async update(context, id, recorded, inputs) {
    if (!isFinished(recorded)) {
      await assertNotElsewhere(context, "update", labelOf(id));
      const { ownershipToken, nonce, state } = recorded;
      return importAndOwn(context, inputs, { isResumed: true, ownershipToken, nonce, uid: state.uid });
    }
    await refuseAnotherSource(context, id, recorded, inputs);
    const ownershipToken = await updatedToken(context, id, recorded, inputs);
    const registered = await updateRegistration(context, { ...recorded, ownershipToken }, inputs);
    if (registered) return registered;
    // No other input that changes in place is sent.
    return { id, inputs, state: { ...inputs, ...pickKeys(recorded.state, computedKeys) }, ownershipToken };
  },

  async delete(context, id, recorded) {
    if (recorded.inputs.deletionPolicy === "delete") await deleteInstance(context, id, recorded);
    else context.warn(message(virtualClusterMessages.notManaged, { label: labelOf(id) }));
  },
};

const computedKeys = [
  ...["virtualCluster", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp", "connection"],
];

/**
 * A request imports once, so an update cannot set back a source that changed on the platform. A
 * replacement would delete a virtual cluster that the program did not mean.
 */
async function refuseAnotherSource(context: OperationContext, id: string, { state }: Recorded, inputs: Properties) {
  if (semanticEqual(state.sourceVirtualCluster, inputs.sourceVirtualCluster)) return;
  const found = await findInstance(context, parseId(id), state);
  if (found && found !== instancesUnsupported && hasDeclaredSource(found, inputs) === false)
    throw new ResourceError(message(virtualClusterMessages.sourceChanged, { label: labelOf(id) }));
}

/**
 * The token after an update. It is written when deletionPolicy becomes "delete", and again after
 * drift. Only this read tells that the virtual cluster is being deleted.
 */
async function updatedToken(context: OperationContext, id: string, recorded: Recorded, inputs: Properties) {
  const { ownershipToken, state } = recorded;
  const isChanged = state.externalChange !== undefined;
  const isToBeHeld = inputs.deletionPolicy === "delete" && (ownershipToken === undefined || isChanged);
  if (!isToBeHeld && !isChanged) return ownershipToken;
  const found = await findInstance(context, parseId(id), state);
  if (!found || found === instancesUnsupported) return ownershipToken;
  if (found.object.metadata.deletionTimestamp)
    throw new ResourceError(beingDeleted(labelOf(id), found.object.metadata));
  if (!isToBeHeld || (state.uid === undefined && !hasDeclaredSource(found, inputs))) return ownershipToken;
  if (await isOfAnotherClient(context, found, true)) {
    context.warn(message(virtualClusterMessages.notCreatedHere, { label: labelOf(id) }));
    return ownershipToken;
  }
  refuseAnother(labelOf(id), found, state.uid);
  const written = await writeOwnershipToken(context, id, found, ownershipToken ?? randomUUID());
  return written.ownershipToken ?? ownershipToken;
}

/**
 * Applies inputs of a registration that changed: connects again, and sets whether the platform
 * manages the virtual cluster. Undefined if nothing is to be done. Throws if it is gone.
 */
async function updateRegistration(context: OperationContext, recorded: Recorded, inputs: Properties) {
  const { inputs: before, state, ownershipToken } = recorded;
  const isConnecting = state.connection !== undefined && !isSameConnection(before, inputs);
  if (!isConnecting && semanticEqual(before.manage, inputs.manage)) return undefined;
  const target = targetOf(inputs);
  const found = await findInstance(context, target, state);
  if (!found || (found === instancesUnsupported && isConnecting)) {
    await assertSamePlatform(context, "update", target.label);
    throw new ResourceError(message(updateMessages.absent, { label: target.label }));
  }
  if (found === instancesUnsupported || !isRegistered(found, state)) return undefined;
  refuseAnother(target.label, found, state.uid);
  if (found.object.metadata.deletionTimestamp)
    throw new ResourceError(beingDeleted(target.label, found.object.metadata));
  if (!isConnecting && inputs.manage === true && serviceUidOf(found.object) === undefined)
    context.warn(message(virtualClusterMessages.stillUnconnected, { label: target.label }));
  const attempt = { target, inputs, isResumed: true, ownershipToken };
  const registered = isConnecting
    ? await register(context, attempt, found).catch(withoutState)
    : { found, connection: state.connection };
  const connected = registered.found as Instance;
  // Without `manage` in the program, the platform's choice stays.
  const isDeclared = inputs.manage !== undefined || before.manage !== undefined;
  const now = isDeclared ? await setManaged(context, target, connected, inputs.manage === true) : connected;
  const known = { ...pickKeys(state, ["uid"]), connection: registered.connection };
  return { ...foundImport(target.id, inputs, now, known), ownershipToken };
}

/** The state stays as it was, so that the next update repeats all steps. */
function withoutState(error: Error): never {
  throw error instanceof InitFailure ? new ResourceError(error.message, { cause: error }) : error;
}

/** A create, or an unfinished one that continues with its token or its nonce. */
type Attempt = Omit<ImportAttempt, "target" | "inputs">;

async function importAndOwn(context: OperationContext, inputs: Properties, attempt: Attempt): Promise<Stored> {
  const target = targetOf(inputs);
  const imported = await importOnce(context, { target, inputs, ...attempt });
  const { found, isAdopted, connection } = imported;
  const { id } = target;
  if (found === instancesUnsupported) {
    context.warnOnce(unseen(context));
    return { id, inputs, state: { ...inputs, virtualCluster: target.name }, isAdopted };
  }
  const isDeleting = inputs.deletionPolicy === "delete";
  if (isAdopted && !attempt.isResumed)
    context.warn(takenAsItIs(id, !isDeleting && ownershipTokenOf(found.object) !== undefined));
  // The source of a registered virtual cluster is unknown until it connects.
  const known = connection ? { uid: found.object.metadata.uid, connection } : {};
  const stored = { ...foundImport(id, inputs, found, known), isAdopted };
  if (!isDeleting) return stored;
  if (await isOfAnotherClient(context, found, isAdopted)) {
    context.warn(message(virtualClusterMessages.notCreatedHere, { label: labelOf(id) }));
    return stored;
  }
  const token = imported.ownershipToken ?? attempt.ownershipToken ?? randomUUID();
  try {
    const { ownershipToken = attempt.ownershipToken, ...owned } = await writeOwnershipToken(context, id, found, token);
    return { ...foundImport(id, inputs, owned.found, known), ownershipToken, isAdopted };
  } catch (error) {
    // The import is done, so a failure keeps the state, and the next update continues.
    const unfinished = { id, inputs, state: { ...inputs, ...known }, ownershipToken: token, isAdopted };
    const values = { label: labelOf(id), annotation: ownershipAnnotation, failure: messageOf(error) };
    throw new InitFailure(unfinished, [message(virtualClusterMessages.notHeldYet, values)], { cause: error });
  }
}

/**
 * Whether another client registered the virtual cluster or the platform deployed it. One that was
 * found on vCluster Platform may be deployed and not connected yet: a delete would remove it.
 */
async function isOfAnotherClient(context: OperationContext, { object }: Instance, isFound: boolean): Promise<boolean> {
  if (isFromThisStack(object, context)) return false;
  return connectsItself(object) || (isFound && (await context.identity.isProduct(context.call)));
}

function takenAsItIs(id: string, isHeldByAnother: boolean): string {
  const taken = message(virtualClusterMessages.takenAsItIs, { label: labelOf(id) });
  return isHeldByAnother ? `${taken} ${message(virtualClusterMessages.heldByAnother)}` : taken;
}
