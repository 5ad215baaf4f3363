import { deleteApproved, isReplaced } from "../../objects/lifecycle/deletion.js";
import { warnNothingDeleted } from "../../objects/lifecycle/liveObject.js";
import { nonDeletable } from "../../objects/lifecycle/refusedDeletion.js";
import { assertNotElsewhere, assertSamePlatform } from "../../objects/lifecycle/samePlatform.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, type Recorded, ResourceError, type Stored } from "../../objects/operation.js";
import { isFromAnyStack, isFromThisCreate } from "../../objects/ownership.js";
import { isRecord } from "../../objects/values.js";
import { projectNamespaces } from "../virtualCluster/projectNamespace.js";
import {
  findInstance,
  type Instance,
  instances,
  instancesUnsupported,
} from "../virtualCluster/virtualClusterInstance.js";
import { deleteSecret } from "./connectionSecret.js";
import { anotherSource } from "./importState.js";
import { hasDeclaredSource, labelOf, parseId, targetOf } from "./importTarget.js";
import { setManaged } from "./management.js";

/**
 * Ends the registration, if the deletion policy says so. Else the virtual cluster stays as it is.
 */
export async function deleteImport(context: OperationContext, recorded: Stored): Promise<void> {
  if (recorded.inputs.deletionPolicy === "delete") await endRegistration(context, recorded);
  else warnKept(context, recorded.id, recorded.state.namespace);
}

/**
 * Deletes the instance and the Secret that this resource registered. The virtual cluster keeps
 * running. Any other instance stays: its deletion would delete the virtual cluster.
 */
async function endRegistration(context: OperationContext, recorded: Stored): Promise<void> {
  await deleteApproved(context, labelOf(recorded.id), async () => {
    const found = await registeredInstance(context, recorded);
    return found && disconnected(context, recorded, found);
  });
}

/** The instance if this resource registered it; else warns why nothing is deleted. */
async function registeredInstance(context: OperationContext, recorded: Stored): Promise<Instance | undefined> {
  const { id, inputs, state } = recorded;
  const label = labelOf(id);
  const found = await findInstance(context, parseId(id), state);
  if (found === undefined) return warnNothingDeleted(context, label);
  if (found === instancesUnsupported) {
    await assertSamePlatform(context, "delete", label);
    return warnKept(context, id, state.namespace);
  }
  // Another platform may have a virtual cluster of the same source.
  if (state.uid === undefined) await assertNotElsewhere(context, "delete", label);
  else if (await isReplaced(context, label, found.object, state.uid)) return undefined;
  // Another client may have changed the source of the object with our uid.
  if (hasDeclaredSource(found, inputs) === false) return warn(context, anotherSource(id));
  return isRegisteredBy(recorded, found) ? found : warnKept(context, id, found.namespace);
}

/**
 * Whether the resource of this state registered the instance. A renamed stack has another label.
 */
const isRegisteredBy = (recorded: Recorded, { object }: Instance): boolean =>
  isFromAnyStack(object) && (recorded.state.uid === object.metadata.uid || isFromThisCreate(object, recorded));

/** Warns that the virtual cluster stays, with the command that deletes it. */
function warnKept(context: OperationContext, id: string, known: unknown): undefined {
  const [project = "", name = ""] = id.split("/");
  const namespace = String(known ?? projectNamespaces(context.config, project)[0]);
  const command = kubectlDelete(context.config, { plural: instances, name, namespace });
  return warn(
    context,
    `${labelOf(id)} is no longer managed; the virtual cluster stays in the project. If nobody needs it, ` +
      `delete it: ${command}`,
  );
}

function warn(context: OperationContext, text: string): undefined {
  context.warn(text);
}

/**
 * The instance without management by the platform, which would delete the virtual cluster with it.
 * The Secret is deleted, unless the instance cannot be deleted.
 */
async function disconnected(context: OperationContext, { inputs, state }: Recorded, found: Instance) {
  const target = targetOf(inputs);
  const reason = nonDeletable(context, { path: found.path, label: target.label }, found.object);
  if (reason !== undefined) throw new ResourceError(reason);
  const unmanaged = await setManaged(context, target, found, false);
  if (isRecord(state.connection)) await deleteSecret(context, target, state.connection);
  return unmanaged;
}
