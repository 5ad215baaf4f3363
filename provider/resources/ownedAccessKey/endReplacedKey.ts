import type { ApiObject } from "../../api/client.js";
import { isAmbiguous, isForbidden, isUnauthorized } from "../../api/errors/errors.js";
import { warnIfRecreated } from "../../objects/lifecycle/deletion.js";
import { InitFailure } from "../../objects/lifecycle/initFailure.js";
import { deleteStored, updateStored } from "../../objects/lifecycle/stored.js";
import type { StoredOperation } from "../../objects/resource.js";
import { withCreationTimestamp } from "../../objects/state/storedState.js";
import { isRecord, omitBy, omitPath, type Properties } from "../../objects/values.js";
import { disabledText, keyLabel } from "./accessKeyState.js";
import { hasOwnValue } from "./refusedChanges.js";
import { isReplacedKey, replacedAt, ttlForGracePeriod } from "./replacedKeys.js";

/**
 * Deletes a key. If the delete ends a replacement, `replacedKey: "expire"` of the new key sets an
 * expiry time for the old key instead.
 */
export async function endReplacedKey(operation: StoredOperation, live: ApiObject | undefined): Promise<void> {
  const { id, recorded, replacedBy } = operation;
  const { uid } = recorded.state;
  const label = keyLabel(id);
  if (live && uid !== undefined && (await warnIfRecreated(operation, { label, uid }, live))) return;
  // Without a recorded uid, deleteStored decides whose key it is.
  if (!replacedBy || live === undefined || live.metadata.uid !== uid) return revoke(operation, live);
  warnOfDisabling(operation, live);
  const policy = live.metadata.deletionTimestamp ? "delete" : policyOf(operation, replacedBy);
  const isExpiring = policy === "expire" && (await expire(operation, live));
  if (!isExpiring) await revoke(operation, live);
}

/** Warns if another client disabled the key after the last read. */
function warnOfDisabling({ id, recorded, warn }: StoredOperation, live: ApiObject): void {
  const { inputs, state } = recorded;
  if (!live.spec?.disabled || state.disabled === true || inputs.disabled === true) return;
  warn(`${keyLabel(id)} is replaced by a new key, but ${disabledText(live)}. Perhaps it leaked: find out why.`);
}

/** The policy for the old key: `delete`, with a warning, if the new key needs the same name. */
function policyOf({ id, warn }: StoredOperation, { replacedKey, name }: Properties): unknown {
  if (replacedKey === undefined || replacedKey === "delete" || name !== id) return replacedKey;
  warn(`${keyLabel(id)} is deleted, in spite of replacedKey: ${replacedKey}, because the new key needs its name.`);
  return "delete";
}

async function revoke(operation: StoredOperation, live: ApiObject | undefined): Promise<void> {
  try {
    await deleteStored(operation);
  } catch (error) {
    // If the provider deletes the key that it acts with, its next GET gets 401.
    const { config, recorded } = operation;
    const isLockedOut = isUnauthorized(error) && error.method === "GET" && hasOwnValue(config, recorded, live);
    if (!isLockedOut || !mayBeDeleted(error)) throw error;
  }
}

/** Whether the DELETE before this failed GET may have succeeded. Its own error is the `cause`. */
const mayBeDeleted = ({ cause: failedDelete }: Error) => failedDelete === undefined || isAmbiguous(failedDelete);

/** The declared access. The update takes back what other clients added to it. */
function accessOf({ groups, scope, rules, extraSpec }: Properties): Properties {
  const extraScope = isRecord(extraSpec) ? extraSpec.scope : undefined;
  const access = { groups, scope, rules, extraSpec: extraScope === undefined ? undefined : { scope: extraScope } };
  return omitBy(access, (each) => each === undefined);
}

/**
 * Sets the ttl and the replaced-at annotation of the key in one update. Returns false if the key
 * must be deleted: it has expired, the update gets 403, or the platform does not store the ttl.
 */
async function expire(operation: StoredOperation, live: ApiObject): Promise<boolean> {
  const { id, client, replacedBy } = operation;
  const { inputs: declared, state, platform, isShared } = operation.recorded;
  const label = keyLabel(id);
  const now = client.platformTime;
  const ttl = ttlForGracePeriod(withCreationTimestamp(live, state), now, replacedBy?.gracePeriod);
  if (ttl === undefined) return false;
  const access = { name: id, ...accessOf(declared) };
  const before: Properties = { ...access, ...lifetimeOf(live) };
  // A repeated attempt keeps the time of the first one.
  const mark = isReplacedKey(live) ? {} : { annotations: { [replacedAt]: now.toISOString() } };
  const countsFromActivity = before.ttlAfterLastActivity === true;
  const lifetime = { ttl, ...(countsFromActivity && { ttlAfterLastActivity: false }) };
  const inputs = { ...access, ...lifetime, ...mark, conflictPolicy: "merge" };
  const otherState = omitPath(omitPath(state, ["ttl"]), ["ttlAfterLastActivity"]);
  // The base is the live lifetime: if another client changes it now, the update fails.
  const recorded = { inputs: before, state: { ...otherState, ...before }, platform, isShared };
  try {
    const updated = await updateStored({ ...operation, recorded, inputs });
    operation.inform(
      `${label} is not deleted: it grants access until ${updated.state.expiresAt} (replacedKey: expire).`,
    );
    return true;
  } catch (error) {
    const isRefused = isForbidden(error) && error.method !== "GET";
    if (!isRefused && !(error instanceof InitFailure)) throw error;
    operation.warn(
      `${label} is deleted without its grace period (replacedKey: expire): the platform does not accept ` +
        "its new end. Allow the provider's access key to update and patch ownedaccesskeys.",
    );
    return false;
  }
}

/** The live lifetime. A missing ttl becomes 0: one that another client adds now is a conflict. */
function lifetimeOf({ spec: { ttl, ttlAfterLastActivity } = {} }: ApiObject): Properties {
  return { ttl: ttl ?? 0, ...(ttlAfterLastActivity != null && { ttlAfterLastActivity }) };
}
