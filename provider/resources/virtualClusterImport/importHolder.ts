import type { ApiObject } from "../../api/client.js";
import { isConflict, isDenied, isRejected, isUnexplained, isUnsupportedMediaType } from "../../api/errors/errors.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/find.js";
import { messageOf } from "../../objects/messages/messages.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { heldWith, holderAnnotation, holderOf } from "../../objects/ownership.js";
import { guardedPatch } from "../../objects/wire/merge.js";
import { type Instance, instances } from "../virtualCluster/virtualClusterInstance.js";
import { labelOf } from "./importTarget.js";

/** A virtual cluster and its token; without a token where the platform does not store it. */
interface Held {
  readonly found: Instance;
  readonly holder?: string | undefined;
}

/**
 * Writes the token of a resource to its virtual cluster. The last writer holds it: a delete removes
 * only an object whose token equals the one in its state.
 */
export async function hold(context: OperationContext, id: string, found: Instance, holder: string): Promise<Held> {
  const before = holderOf(found.object);
  try {
    const object = await writeHolder(context, found, holder);
    if (before !== undefined && before !== holder) context.warn(heldBefore(id));
    return { found: { ...found, object }, holder };
  } catch (error) {
    if (!isNotTaken(error)) throw error;
    context.warn(cannotHold(id, error));
    return { found };
  }
}

/** Why a delete keeps the virtual cluster; undefined if it has the token of the state. */
export function whyKept(
  { client }: OperationContext,
  id: string,
  { object, namespace }: Instance,
  holder: string | undefined,
): string | undefined {
  const now = holderOf(object);
  if (holder !== undefined && holder === now) return undefined;
  const taken = now === undefined ? `its annotation ${holderAnnotation} is gone` : "another resource took it over";
  const reason = holder === undefined ? "the state does not show that this resource holds it" : taken;
  const command = kubectlDelete(instances, client.apiVersion, String(object.metadata.name), namespace);
  return `${labelOf(id)}: the virtual cluster stays: ${reason}. If nobody needs it, delete it: ${command}`;
}

/** The platform does not store the annotation, or does not allow a guarded write. */
class NotKept extends ResourceError {}

const isNotTaken = (error: unknown): boolean =>
  error instanceof NotKept || isDenied(error) || isRejected(error) || isUnsupportedMediaType(error);

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
async function writeHolder(context: OperationContext, { path, object }: Instance, holder: string): Promise<ApiObject> {
  let live = object;
  for (let attempt = 1; holderOf(live) !== holder; attempt++) {
    try {
      live = await context.client.patch(path, patchOf(live, holder), context.call);
      if (holderOf(live) !== holder) throw new NotKept("the platform does not keep it.");
    } catch (error) {
      const isStale = isConflict(error) || isUnexplained(error);
      if (!isStale || !(await waitForRetry(context, path, error, attempt))) throw error;
      live = await changedSince(live, context, path, error);
    }
  }
  return live;
}

/** The virtual cluster as it is now. Fails if no change of it explains the failed write. */
async function changedSince(
  { metadata: { uid, resourceVersion } }: ApiObject,
  context: OperationContext,
  path: readonly string[],
  failure: unknown,
): Promise<ApiObject> {
  const live = await findObject(context, path);
  const isSame = live?.metadata.resourceVersion === resourceVersion;
  if (live?.metadata.uid !== uid || (isSame && isUnexplained(failure))) throw failure;
  return live as ApiObject;
}

function patchOf(live: ApiObject, holder: string) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0") throw new NotKept("the platform does not tell its resourceVersion.");
  const operations = guardedPatch(live, heldWith(live, holder), resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}

/** Warning for a resource that does not hold its virtual cluster. */
export const heldByAnother =
  'Another resource with deletionPolicy "delete" holds it, and its delete removes the virtual cluster. ' +
  'To prevent that, set deletionPolicy to "delete" here, or to "retain" there.';

const heldBefore = (id: string) =>
  `${labelOf(id)}: another resource with deletionPolicy "delete", or an interrupted run, held the virtual cluster. ` +
  `From now on only the delete of this resource removes it.`;

const cannotHold = (id: string, error: unknown) =>
  `${labelOf(id)}: the annotation ${holderAnnotation} cannot be written, so a delete of this resource will keep the ` +
  `virtual cluster: ${messageOf(error)}`;
