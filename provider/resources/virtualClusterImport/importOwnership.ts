import type { ApiObject } from "../../api/client.js";
import { isConflict, isDenied, isRejected, isUnexplained, isUnsupportedMediaType } from "../../api/errors/errors.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/liveObject.js";
import { messageOf } from "../../objects/messages/messages.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { ownershipAnnotation, ownershipTokenOf, withOwnershipToken } from "../../objects/ownership.js";
import { guardedPatch } from "../../objects/wire/merge.js";
import { type Instance, instances } from "../virtualCluster/virtualClusterInstance.js";
import { labelOf } from "./importTarget.js";

/**
 * Writes the ownership token to a virtual cluster. The last writer owns it: a delete removes only
 * an object with the token of the state. Returns no token if the platform does not store it.
 */
export async function writeOwnershipToken(context: OperationContext, id: string, found: Instance, token: string) {
  const before = ownershipTokenOf(found.object);
  try {
    const object = await patchToken(context, found, token);
    if (before !== undefined && before !== token) context.warn(heldBefore(id));
    return { found: { ...found, object }, ownershipToken: token };
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    context.warn(cannotHold(id, error));
    return { found };
  }
}

/** Why a delete keeps the virtual cluster; undefined if it has the token of the state. */
export function reasonToKeep(
  { client }: OperationContext,
  id: string,
  { object, namespace }: Instance,
  token: string | undefined,
): string | undefined {
  const now = ownershipTokenOf(object);
  if (token !== undefined && token === now) return undefined;
  const taken = now === undefined ? `its annotation ${ownershipAnnotation} is gone` : "another resource took it over";
  const reason = token === undefined ? "the state does not show that this resource holds it" : taken;
  const command = kubectlDelete(instances, client.apiVersion, String(object.metadata.name), namespace);
  return `${labelOf(id)}: the virtual cluster stays: ${reason}. If nobody needs it, delete it: ${command}`;
}

/** The platform does not store the annotation, or does not allow a guarded write. */
class TokenNotStored extends ResourceError {}

const isTokenRefused = (error: unknown): boolean =>
  error instanceof TokenNotStored || isDenied(error) || isRejected(error) || isUnsupportedMediaType(error);

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
async function patchToken(context: OperationContext, { path, object }: Instance, token: string): Promise<ApiObject> {
  let live = object;
  for (let attempt = 1; ownershipTokenOf(live) !== token; attempt++) {
    try {
      live = await context.client.patch(path, tokenPatch(live, token), context.call);
      if (ownershipTokenOf(live) !== token) throw new TokenNotStored("the platform does not keep it.");
    } catch (error) {
      const isStale = isConflict(error) || isUnexplained(error);
      if (!isStale || !(await waitForRetry(context, path, error, attempt))) throw error;
      live = await changedInstance(live, context, path, error);
    }
  }
  return live;
}

/** The virtual cluster as it is now. Fails if no change of it explains the failed write. */
async function changedInstance(
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

function tokenPatch(live: ApiObject, token: string) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0")
    throw new TokenNotStored("the platform does not tell its resourceVersion.");
  const operations = guardedPatch(live, withOwnershipToken(live, token), resourceVersion);
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
  `${labelOf(id)}: the annotation ${ownershipAnnotation} cannot be written, so a delete of this resource will keep the ` +
  `virtual cluster: ${messageOf(error)}`;
