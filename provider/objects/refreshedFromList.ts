import type { ApiObject } from "../api/client.js";
import { nameProblem } from "./importId.js";
import type { OperationContext, Recorded, Stored } from "./operation.js";
import { ownObjects } from "./ownership.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed } from "./storedState.js";
import { equalValue, own, type Properties, withoutNulls } from "./values.js";

/**
 * The resource as a list of this stack's objects shows it; undefined where it needs a GET: few are
 * read, or the object is not listed or not unchanged. An imported object has no label of ours.
 */
export async function refreshedFromList(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (recorded.state.uid === undefined || nameProblem(id)) return undefined;
  const collection = { path: [kind.plural], ...ownObjects(context) };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  if (!listed || !isWhole(kind, listed)) return undefined;
  const stored = refreshed(kind, context, listed, recorded);
  return isUnchanged(kind, recorded.state, stored.state) ? stored : undefined;
}

/** Whether a list shows status and generated secret of an object that is not terminating. */
function isWhole(kind: StoredKind, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (kind.computed && !listed.status)) return false;
  return !kind.lostAnswer || kind.lostAnswer(listed, {}) === "known";
}

/** The other outputs change with the status, or with fields that the program does not declare. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none of them is missing. */
function isUnchanged({ inputs }: StoredKind, before: Properties, refreshedState: Properties): boolean {
  const now = withoutNulls(refreshedState) as Properties;
  const mayChange = (key: string) => !Object.hasOwn(inputs.shape, key) && !fixedOutputs.includes(key);
  if (now.creationTimestamp === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const [was, is] = [own(before, key), own(now, key)];
    return mayChange(key) ? is !== undefined || was === undefined : equalValue(was, is);
  });
}
