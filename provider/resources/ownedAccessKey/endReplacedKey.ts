import type { ApiObject } from "../../api/client.js";
import { isAmbiguous, isForbidden, isUnauthorized } from "../../api/errors/errors.js";
import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import { isReplaced } from "../../objects/lifecycle/deletion.js";
import type { StoredKind } from "../../objects/lifecycle/storedKind.js";
import { objectLabel } from "../../objects/messages/messages.js";
import {
  InitFailure,
  type Lifecycle,
  type OperationContext,
  type Recorded,
  type Stored,
} from "../../objects/operation.js";
import { omitPath, type Properties } from "../../objects/values.js";
import { disabledText } from "./accessKeyState.js";
import { isReplacedKey, lifetimeUntil, replacedAt } from "./replacedKeys.js";
import { hasOwnValue } from "./selfLockout.js";

/** Deletes a key. At the end of a replacement, `replacedKey` may disable it or let it expire. */
export async function endReplacedKey(
  kind: StoredKind,
  stored: Required<Lifecycle>,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Promise<void> {
  const { replacedBy } = context;
  const { uid } = recorded.state;
  const label = objectLabel(kind.kind, id);
  if (live && uid !== undefined && (await isReplaced(context, label, live, uid))) return;
  if (!replacedBy || live === undefined || live.metadata.uid !== uid)
    return revoke(stored, context, live, { id, ...recorded });
  warnOfDisabling(context, label, live, recorded);
  const policy = live.metadata.deletionTimestamp ? "delete" : policyOf(context, label, id, replacedBy);
  if (policy === "disable") return disable(stored, context, id, recorded);
  const isExpiring = policy === "expire" && (await expire(stored, context, live, { id, label, ...recorded }));
  if (!isExpiring) await revoke(stored, context, live, { id, ...recorded });
}

/** Warns if another client disabled the key after the last refresh, which would have shown it. */
function warnOfDisabling(context: OperationContext, label: string, live: ApiObject, { inputs, state }: Recorded): void {
  if (!live.spec?.disabled || state.disabled === true || inputs.disabled === true) return;
  context.warn(message(keyMessages.replacedDisabled, { label, change: disabledText(live) }));
}

/** What becomes of the old key. A key whose name the new one needs is deleted. */
function policyOf(context: OperationContext, label: string, id: string, { replacedKey, name }: Properties): unknown {
  if (replacedKey === undefined || replacedKey === "delete" || name !== id) return replacedKey;
  context.warn(message(keyMessages.deletedForName, { label, policy: String(replacedKey) }));
  return "delete";
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
    const isLockedOut = isUnauthorized(error) && error.method === "GET" && hasOwnValue(context.config, recorded, live);
    if (!isLockedOut || !mayBeDeleted(error)) throw error;
  }
}

/** Whether the delete before this read succeeded, or its outcome is unknown. */
const mayBeDeleted = ({ cause: failedDelete }: Error) => failedDelete === undefined || isAmbiguous(failedDelete);

/** Writes only `disabled`, and overwrites a change by another client. */
async function disable(stored: Required<Lifecycle>, context: OperationContext, id: string, { state }: Recorded) {
  const nothing = { name: id };
  const inputs = { ...nothing, disabled: true, conflictPolicy: "overwrite" };
  await stored.update(context, id, { inputs: nothing, state }, inputs);
}

/**
 * Writes the end of the key and the mark, in one guarded update. False if the key must be revoked:
 * it has expired, or the platform refuses the update or does not store the end.
 */
async function expire(
  stored: Required<Lifecycle>,
  context: OperationContext,
  live: ApiObject,
  { id, label, state }: Stored & { readonly label: string },
): Promise<boolean> {
  const now = context.client.platformTime;
  const ttl = lifetimeUntil(live, state, now, context.replacedBy?.gracePeriod);
  if (ttl === undefined) return false;
  const before: Properties = { name: id, ...lifetimeOf(live) };
  const mark = isReplacedKey(live) ? {} : { annotations: { [replacedAt]: now.toISOString() } };
  const isExtended = before.ttlAfterLastActivity === true;
  const lifetime = { ttl, ...(isExtended && { ttlAfterLastActivity: false }) };
  const inputs = { name: id, ...lifetime, ...mark, conflictPolicy: "merge" };
  const others = omitPath(omitPath(state, ["ttl"]), ["ttlAfterLastActivity"]);
  // The base is the live lifetime: if another client changes it now, the update fails.
  const recorded = { inputs: before, state: { ...others, ...before } };
  try {
    await stored.update(context, id, recorded, inputs);
    return true;
  } catch (error) {
    const isRefused = isForbidden(error) && error.method !== "GET";
    if (!isRefused && !(error instanceof InitFailure)) throw error;
    context.warn(message(keyMessages.revokedNotExpiring, { label }));
    return false;
  }
}

function lifetimeOf({ spec: { ttl, ttlAfterLastActivity } = {} }: ApiObject): Properties {
  return { ...(ttl != null && { ttl }), ...(ttlAfterLastActivity != null && { ttlAfterLastActivity }) };
}
