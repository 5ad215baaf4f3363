import type { ApiObject } from "../../api/client.js";
import { isNotFound } from "../../api/errors/errors.js";
import { anotherObject, beingDeleted, labelOf, objectMissing } from "../messages/messages.js";
import type { Context } from "../operation.js";
import { objectPath } from "../place.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { terminationText } from "../state/externalChange.js";
import { assertSamePlatform } from "./samePlatform.js";

/** The object at a path; undefined if it is gone. A 403 may hide a live object, so it throws. */
export async function findObject(context: Context, path: readonly string[]): Promise<ApiObject | undefined> {
  try {
    return await context.client.get(path, context.call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** Thrown if the object of a resource is gone, replaced or terminating. */
export class ObjectLost extends ResourceError {}

/** The live object with this uid. Throws if it is gone, replaced or terminating. */
export async function ownObject(operation: StoredOperation, uid: unknown, action: string): Promise<ApiObject> {
  const label = labelOf(operation);
  const live = await findObject(operation, objectPath(operation.place));
  if (live?.metadata.uid !== uid) await assertSamePlatform(operation, action, label);
  if (!live) throw new ObjectLost(objectMissing(action, label));
  const { metadata } = live;
  if (metadata.uid !== uid) throw new ObjectLost(anotherObject(action, label, { ours: uid, theirs: metadata.uid }));
  if (metadata.deletionTimestamp) throw new ObjectLost(beingDeleted(action, label, terminationText(metadata)));
  return live;
}

/** Warns that a delete found nothing. Throws if the object may be on another platform. */
export async function warnNothingDeleted(context: Context, label: string): Promise<undefined> {
  await assertSamePlatform(context, "delete", label);
  context.warn(
    `${label} is not on the platform at ${context.config.baseUrl}; nothing was deleted there. If it is ` +
      "on another platform, it is still there.",
  );
}

/** Warns that a read found nothing. Throws if the object may be on another platform. */
export async function warnDeletedOutside(context: Context, label: string): Promise<undefined> {
  await assertSamePlatform(context, "read", label);
  context.warn(`${label} is not on the platform any more: somebody deleted it. The next pulumi up creates it again.`);
}
