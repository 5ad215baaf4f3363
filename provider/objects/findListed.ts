import type { ApiObject } from "../api/client.js";
import { declaredState } from "./declaredState.js";
import { findObject } from "./find.js";
import { nameProblem } from "./importId.js";
import type { OperationContext, Recorded } from "./operation.js";
import { ownObjects } from "./ownership.js";
import { localKeys, toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { computedState, withCreation } from "./storedState.js";
import { isZero, own, type Path, type Properties, sameValue, valueAt } from "./values.js";

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

/**
 * Whether a list shows of the object what a read does. It may leave out whatever it likes, so that only a read by itself tells that
 * something recorded is gone; and a secret that is not the state's may be a mask.
 */
function isWhole(kind: StoredKind, context: OperationContext, listed: ApiObject, { inputs, state }: Recorded): boolean {
  const { uid, resourceVersion, creationTimestamp } = listed.metadata;
  if (!uid || !resourceVersion || !creationTimestamp) return false;
  // What the kind makes of the object may hang on a status that is left out, or on what nobody has seen yet.
  if (kind.computed && !listed.status) return false;
  if (kind.lostAnswer && kind.lostAnswer(listed, inputs) !== "known") return false;
  const declared = declaredState(kind, inputs, toProperties(kind, listed, context.config));
  const shown = { ...computedState(kind, listed, {}), ...declared };
  const notOfObjects = ["externalChange", ...localKeys(kind.inputs)];
  const known = Object.fromEntries(Object.entries(state).filter(([key]) => !notOfObjects.includes(key)));
  const secrets = sentSecrets(kind, context);
  return isShown(known, shown) && sameValue(partsAt(known, secrets), partsAt(shown, secrets));
}

/** Whether everything that says something in the one value has a counterpart in the other, whatever that says. */
function isShown(known: unknown, shown: unknown): boolean {
  if (isZero(known)) return true;
  if (typeof known !== "object" || known === null) return shown !== undefined;
  if (typeof shown !== "object" || shown === null) return false;
  return Object.entries(known).every(([key, value]) => isShown(value, own(shown as Properties, key)));
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
