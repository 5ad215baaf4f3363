import type { ApiObject } from "../api/client.js";
import { nameProblem } from "./importId.js";
import type { OperationContext, Recorded, Stored } from "./operation.js";
import { ownObjects } from "./ownership.js";
import { projectState } from "./projection.js";
import { localKeys, toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed, withCreation } from "./storedState.js";
import { isZero, own, type Path, type Properties, sameValue, valueAt } from "./values.js";

/**
 * The resource as a list of what this stack made shows it, where many are read; undefined where its object has to be read by itself.
 * What is imported carries no label of ours.
 */
export async function refreshedFromList(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  // What is not finished may come into being at any moment, and what no object can be called is refused before anything is sent.
  if (recorded.state.uid === undefined || nameProblem(id)) return undefined;
  const collection = { path: [kind.plural], ...ownObjects(context) };
  const found = await context.bulkReader?.find(collection, id, context.call);
  const listed = found && withCreation(found, recorded.state);
  if (!listed || !isWhole(kind, listed, recorded)) return undefined;
  const stored = refreshed(kind, context, listed, recorded);
  return isShown(recorded.state, stored.state) && showsSecrets(kind, context, listed, stored, recorded)
    ? stored
    : undefined;
}

/** Whether a list shows of an object what everything else hangs on: a kind may make something of its status, or of what nobody has seen yet. */
function isWhole(kind: StoredKind, listed: ApiObject, { inputs }: Recorded): boolean {
  const { uid, resourceVersion, creationTimestamp } = listed.metadata;
  if (!uid || !resourceVersion || !creationTimestamp || (kind.computed && !listed.status)) return false;
  return !kind.lostAnswer || kind.lostAnswer(listed, inputs) === "known";
}

/** Whether the secrets are those of the state: another one may be a mask, and a hidden one another by now. */
function showsSecrets(
  kind: StoredKind,
  context: OperationContext,
  listed: ApiObject,
  { state: now }: Stored,
  { state: before }: Recorded,
): boolean {
  const paths = sentSecrets(kind, context);
  const [secrets, nowSecrets] = [partsAt(before, paths), partsAt(now, paths)];
  // Most objects have no secret: this saves their conversion.
  if (Object.keys(secrets).length + Object.keys(nowSecrets).length === 0) return true;
  const shown = projectState(secrets, toProperties(kind, listed, context.config));
  return sameValue(shown, secrets) && sameValue(nowSecrets, secrets);
}

/**
 * Whether everything that says something in the one value has a counterpart in the other, whatever that says: only a read by itself
 * tells that something recorded is gone, since a list may leave out whatever it likes.
 */
function isShown(known: unknown, shown: unknown): boolean {
  if (isZero(known)) return true;
  if (!hasMembers(known)) return shown !== undefined;
  return hasMembers(shown) && Object.entries(known).every(([key, value]) => isShown(value, own(shown, key)));
}

/** Whether a value is an object or a list. */
const hasMembers = (value: unknown): value is Properties => typeof value === "object" && value !== null;

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
