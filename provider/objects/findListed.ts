import type { ApiObject } from "../api/client.js";
import { findObject } from "./find.js";
import { nameProblem } from "./importId.js";
import type { OperationContext, Recorded } from "./operation.js";
import { isFromThisStack, ownerSelector } from "./ownership.js";
import { toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { type Properties, sameValue, valueAt } from "./values.js";

/**
 * The object of a resource, or undefined when it is gone: from a list of what this stack made where many are read, and by itself
 * where that does not show it whole. What is imported carries no label of ours.
 */
export async function findListed(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<ApiObject | undefined> {
  // What is not finished may come into being at any moment, and what no object can be called is refused before anything is sent.
  if (recorded.state.uid === undefined || nameProblem(id)) return findObject(context, [kind.plural, id]);
  const collection = {
    path: [kind.plural],
    labelSelector: ownerSelector(context),
    isWanted: (object: ApiObject) => isFromThisStack(object, context),
  };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  return listed && isWhole(kind, context, listed, recorded)
    ? withCreation(listed, recorded.state)
    : findObject(context, [kind.plural, id]);
}

/** Whether a list shows of the object what a read does. One may hide secrets, and what differs from those in the state may be a mask. */
function isWhole(kind: StoredKind, context: OperationContext, listed: ApiObject, { state }: Recorded): boolean {
  const { uid, resourceVersion } = listed.metadata;
  if (uid === undefined || resourceVersion === undefined) return false;
  const properties = toProperties(kind, listed, context.config);
  return context.secretPaths.every((path) => sameValue(valueAt(properties, path), valueAt(state, path)));
}

/** Lists leave out when an object was created (specification, section 2.1), and an object is created once. */
function withCreation(listed: ApiObject, { uid, creationTimestamp }: Properties): ApiObject {
  const { metadata } = listed;
  if (metadata.creationTimestamp || metadata.uid !== uid || typeof creationTimestamp !== "string") return listed;
  return { ...listed, metadata: { ...metadata, creationTimestamp } };
}
