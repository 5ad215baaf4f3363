import type { ApiObject } from "../api/client.js";
import { isAmbiguous, isUnauthorized } from "../api/errors.js";
import { leftAlone } from "../objects/deletion.js";
import { objectLabel } from "../objects/messages.js";
import type { Lifecycle, OperationContext, Recorded, Stored } from "../objects/operation.js";
import type { StoredKind } from "../objects/storedKind.js";
import type { Properties } from "../objects/values.js";
import { isOwnKey } from "./accessKeyGuards.js";
import { disabledBy } from "./accessKeyState.js";

/** Deletes a key, or disables it at the end of a replacement with `replacedKey: disable`. */
export async function endKey(
  kind: StoredKind,
  stored: Required<Lifecycle>,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Promise<void> {
  const { replacedBy } = context;
  const { uid } = recorded.state;
  const label = objectLabel(kind.kind, id);
  if (live && uid !== undefined && (await leftAlone(context, label, live, uid))) return;
  const isOurs = replacedBy && live !== undefined && live.metadata.uid === uid;
  if (isOurs) warnOfDisabling(context, label, live, recorded);
  const isKept = isOurs && live.metadata.deletionTimestamp === undefined && isToBeKept(context, kind, id, replacedBy);
  await (isKept ? disable(stored, context, id, recorded) : revoke(stored, context, live, { id, ...recorded }));
}

/** A disabled key stops a replacement only if a read saw it; otherwise this warns. */
function warnOfDisabling(context: OperationContext, label: string, live: ApiObject, { inputs, state }: Recorded): void {
  if (!live.spec?.disabled || state.disabled === true || inputs.disabled === true) return;
  context.warn(`${label} is replaced by a new key, but ${disabledBy(live)}. Perhaps it leaked: find out why.`);
}

function isToBeKept(context: OperationContext, { kind }: StoredKind, id: string, replacedBy: Properties | undefined) {
  if (replacedBy?.replacedKey !== "disable") return false;
  if (replacedBy.name !== id) return true;
  context.warn(`${objectLabel(kind, id)} is deleted, not disabled (replacedKey), since the new key needs its name.`);
  return false;
}

async function revoke(
  stored: Required<Lifecycle>,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
) {
  try {
    await stored.delete(context, id, recorded);
  } catch (error) {
    // The provider deleted its own key (allowSelfLockout), so the read after it got 401.
    const isLockedOut = isUnauthorized(error) && error.method === "GET" && isOwnKey(context.config, recorded, live);
    if (!isLockedOut || !mayBeDone(error)) throw error;
  }
}

/** Whether the delete before this read succeeded, or its outcome is unknown. */
const mayBeDone = ({ cause: failedDelete }: Error) => failedDelete === undefined || isAmbiguous(failedDelete);

/** Writes `disabled` and nothing else, also over changes of others. */
async function disable(stored: Required<Lifecycle>, context: OperationContext, id: string, { state }: Recorded) {
  const nothing = { name: id };
  const inputs = { ...nothing, disabled: true, conflictPolicy: "overwrite" };
  await stored.update(context, id, { inputs: nothing, state }, inputs);
}
