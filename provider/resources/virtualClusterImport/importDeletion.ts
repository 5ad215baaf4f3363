import { deleteFound, warnIfRecreated } from "../../objects/lifecycle/deletion.js";
import { warnNothingDeleted } from "../../objects/lifecycle/liveObject.js";
import { nonDeletableReason } from "../../objects/lifecycle/refusedDeletion.js";
import { assertNotElsewhere, assertSamePlatform } from "../../objects/lifecycle/samePlatform.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import type { Context, Recorded } from "../../objects/operation.js";
import { isFromAnyStack, isFromThisCreate } from "../../objects/ownership.js";
import { projectNamespaces } from "../../objects/projectNamespace.js";
import type { Operation } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { isRecord } from "../../objects/values.js";
import { findInstance, type Instance, instancesPlural, instancesUnsupported } from "../virtualCluster/findInstance.js";
import { deleteSecret } from "./connectionSecret.js";
import { anotherSource } from "./importState.js";
import { hasDeclaredSource, importLabel, parseId, targetOf } from "./importTarget.js";
import { setManaged } from "./management.js";

/** Ends the registration if deletionPolicy is "delete". Else the virtual cluster stays as it is. */
export async function deleteImport(operation: Operation): Promise<void> {
  const { id, recorded } = operation;
  if (recorded.inputs.deletionPolicy !== "delete") return warnKept(operation, id, recorded.state.namespace);
  // Only an instance that this resource registered is deleted. Deleting a managed instance deletes
  // its virtual cluster.
  await deleteFound(operation, importLabel(id), async () => {
    const found = await registeredInstance(operation);
    // Idempotent: deleteFound repeats this after a conflict.
    return found && prepareDeletion(operation, found);
  });
}

/** The instance if this resource registered it. Otherwise warns why nothing is deleted. */
async function registeredInstance(operation: Operation): Promise<Instance | undefined> {
  const { id, recorded } = operation;
  const { inputs, state } = recorded;
  const label = importLabel(id);
  const found = await findInstance(operation, parseId(id), state);
  if (found === undefined) return warnNothingDeleted(operation, label);
  if (found === instancesUnsupported) {
    await assertSamePlatform(operation, "delete", label);
    return warnKept(operation, id, state.namespace);
  }
  // Without a recorded uid, the instance may be on another platform, with the same source.
  if (state.uid === undefined) await assertNotElsewhere(operation, "delete", label);
  else if (await warnIfRecreated(operation, { label, uid: state.uid }, found.object)) return undefined;
  // Another client may have changed the source of the object with our uid.
  if (hasDeclaredSource(found, inputs) === false) return warn(operation, anotherSource(id));
  return isRegisteredBy(recorded, found) ? found : warnKept(operation, id, found.namespace);
}

/**
 * Whether the resource of this state registered the instance. The label of any stack counts:
 * `pulumi stack rename` changes ours.
 */
const isRegisteredBy = (recorded: Recorded, { object }: Instance): boolean =>
  isFromAnyStack(object) && (recorded.state.uid === object.metadata.uid || isFromThisCreate(object, recorded));

/** Warns that the virtual cluster stays, with the command that deletes it. */
function warnKept(context: Context, id: string, namespace: unknown): undefined {
  const [project = "", name = ""] = id.split("/");
  const place = { name, namespace: String(namespace ?? projectNamespaces(context.config, project)[0]) };
  const command = kubectlDelete({ plural: instancesPlural, ...place }, context.config);
  return warn(
    context,
    `${importLabel(id)} is no longer managed; the virtual cluster stays in the project. If nobody needs it, ` +
      `delete it: ${command}`,
  );
}

function warn(context: Context, text: string): undefined {
  context.warn(text);
}

/**
 * Ends the platform's management: otherwise deleting the instance would delete the virtual cluster.
 * Then deletes the connection Secret. Throws before both if the instance cannot be deleted.
 */
async function prepareDeletion(operation: Operation, found: Instance): Promise<Instance> {
  const { inputs, state } = operation.recorded;
  const target = targetOf(inputs);
  const reason = nonDeletableReason(operation, { path: found.path, label: target.label }, found.object);
  if (reason !== undefined) throw new ResourceError(reason);
  const unmanaged = await setManaged(operation, { target, found }, false);
  if (isRecord(state.connection)) await deleteSecret(operation, target, state.connection);
  return unmanaged;
}
