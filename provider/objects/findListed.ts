import type { ApiObject } from "../api/client.js";
import { findObject } from "./find.js";
import { nameProblem } from "./importId.js";
import type { OperationContext, Recorded } from "./operation.js";
import { ownObjects } from "./ownership.js";
import { projectState } from "./projection.js";
import { extraSpec, localKeys, specKeys, toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { withCreation } from "./storedState.js";
import { type Path, type Properties, sameValue, valueAt } from "./values.js";

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
  const collection = { path: [kind.plural], ...ownObjects(context) };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  const whole = listed && withCreation(listed, recorded.state);
  return whole && isWhole(kind, context, whole, recorded) ? whole : findObject(context, [kind.plural, id]);
}

/** Whether a list shows of the object what a read does. One may leave out specs or secrets, and what differs from those in the state may be a mask. */
function isWhole(kind: StoredKind, context: OperationContext, listed: ApiObject, { state }: Recorded): boolean {
  const { uid, resourceVersion, creationTimestamp } = listed.metadata;
  if (!uid || !resourceVersion || !creationTimestamp) return false;
  if (!listed.spec && [...specKeys(kind), extraSpec].some((key) => state[key] !== undefined)) return false;
  const secrets = partsAt(state, sentSecrets(kind, context));
  return sameValue(projectState(secrets, toProperties(kind, listed, context.config)), secrets);
}

/** Where an object holds secrets; what is ours alone it never does. */
function sentSecrets(kind: StoredKind, { secretPaths }: OperationContext): Path[] {
  const local = localKeys(kind.inputs);
  return secretPaths.filter(([key]) => !local.includes(String(key)));
}

/** The top-level members in which these paths lead somewhere. */
const partsAt = (properties: Properties, paths: readonly Path[]): Properties =>
  Object.fromEntries(
    paths.filter((path) => valueAt(properties, path) !== undefined).map(([key]) => [key, properties[String(key)]]),
  );
