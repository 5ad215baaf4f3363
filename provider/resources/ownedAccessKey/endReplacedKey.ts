import type { ApiObject } from "../../api/client.js";
import { isAmbiguous, isForbidden, isUnauthorized } from "../../api/errors/errors.js";
import { isReplaced } from "../../objects/lifecycle/deletion.js";
import { deleteStored, updateStored } from "../../objects/lifecycle/stored.js";
import { objectLabel } from "../../objects/messages/messages.js";
import { InitFailure, type OperationContext, type Stored } from "../../objects/operation.js";
import type { StoredType } from "../../objects/resource.js";
import { isRecord, omitBy, omitPath, type Properties } from "../../objects/values.js";
import { disabledText } from "./accessKeyState.js";
import { hasOwnValue } from "./refusedChanges.js";
import { isReplacedKey, lifetimeUntil, replacedAt } from "./replacedKeys.js";

/** A key at the end of its resource, and its live object. */
interface Ended {
  readonly live: ApiObject | undefined;
  readonly recorded: Stored;
}

/**
 * Deletes a key. After a replacement, the input `replacedKey` of the new key can keep the old one
 * with an expiry time.
 */
export async function endReplacedKey(context: OperationContext, resource: StoredType, { live, recorded }: Ended) {
  const { replacedBy } = context;
  const { id, state } = recorded;
  const label = objectLabel(resource.type, id);
  if (live && state.uid !== undefined && (await isReplaced(context, label, live, state.uid))) return;
  if (!replacedBy || live === undefined || live.metadata.uid !== state.uid)
    return revoke(context, resource, { live, recorded });
  warnOfDisabling(context, live, recorded);
  const policy = live.metadata.deletionTimestamp ? "delete" : policyOf(context, id, replacedBy);
  const isExpiring = policy === "expire" && (await expire(context, resource, { live, recorded }));
  if (!isExpiring) await revoke(context, resource, { live, recorded });
}

/** Warns if another client disabled the key after the last read. */
function warnOfDisabling(context: OperationContext, live: ApiObject, { id, inputs, state }: Stored): void {
  if (!live.spec?.disabled || state.disabled === true || inputs.disabled === true) return;
  const label = objectLabel("OwnedAccessKey", id);
  context.warn(`${label} is replaced by a new key, but ${disabledText(live)}. Perhaps it leaked: find out why.`);
}

/** The policy for the old key: `delete`, with a warning, if the new key needs the same name. */
function policyOf(context: OperationContext, id: string, { replacedKey, name }: Properties): unknown {
  if (replacedKey === undefined || replacedKey === "delete" || name !== id) return replacedKey;
  const label = objectLabel("OwnedAccessKey", id);
  context.warn(`${label} is deleted, in spite of replacedKey: ${replacedKey}, because the new key needs its name.`);
  return "delete";
}

async function revoke(context: OperationContext, resource: StoredType, { live, recorded }: Ended) {
  try {
    await deleteStored(context, resource, recorded);
  } catch (error) {
    // If the provider deletes the key that it acts with, its next GET gets 401.
    const isLockedOut = isUnauthorized(error) && error.method === "GET" && hasOwnValue(context.config, recorded, live);
    if (!isLockedOut || !mayBeDeleted(error)) throw error;
  }
}

/** Whether the DELETE before a failed GET may have succeeded. The cause is its error. */
const mayBeDeleted = ({ cause: failedDelete }: Error) => failedDelete === undefined || isAmbiguous(failedDelete);

/** The declared access, so that the update keeps it and takes back what others added to it. */
function accessOf({ groups, scope, rules, extraSpec }: Properties): Properties {
  const further = isRecord(extraSpec) ? extraSpec.scope : undefined;
  const access = { groups, scope, rules, extraSpec: further === undefined ? undefined : { scope: further } };
  return omitBy(access, (each) => each === undefined);
}

/**
 * Sets the ttl and the replaced-at annotation of the key in one update. Returns false if the key
 * must be deleted: it has expired, the update gets 403, or the platform does not store the ttl.
 */
async function expire(
  context: OperationContext,
  resource: StoredType,
  { live, recorded: { id, inputs: declared, state } }: Ended & { readonly live: ApiObject },
): Promise<boolean> {
  const label = objectLabel(resource.type, id);
  const now = context.client.platformTime;
  const ttl = lifetimeUntil(live, state, now, context.replacedBy?.gracePeriod);
  if (ttl === undefined) return false;
  const access = { name: id, ...accessOf(declared) };
  const before: Properties = { ...access, ...lifetimeOf(live) };
  const mark = isReplacedKey(live) ? {} : { annotations: { [replacedAt]: now.toISOString() } };
  const isExtended = before.ttlAfterLastActivity === true;
  const lifetime = { ttl, ...(isExtended && { ttlAfterLastActivity: false }) };
  const inputs = { ...access, ...lifetime, ...mark, conflictPolicy: "merge" };
  const others = omitPath(omitPath(state, ["ttl"]), ["ttlAfterLastActivity"]);
  // The base is the live lifetime: if another client changes it now, the update fails.
  const recorded = { id, inputs: before, state: { ...others, ...before } };
  try {
    const updated = await updateStored(context, resource, { recorded, inputs });
    context.inform(`${label} is not deleted: it grants access until ${updated.state.expiresAt} (replacedKey: expire).`);
    return true;
  } catch (error) {
    const isRefused = isForbidden(error) && error.method !== "GET";
    if (!isRefused && !(error instanceof InitFailure)) throw error;
    context.warn(
      `${label} is deleted without its grace period (replacedKey: expire): the platform does not accept ` +
        "its new end. Allow the provider's access key to update and patch ownedaccesskeys.",
    );
    return false;
  }
}

/** Without a ttl it is 0, so that a ttl that another client adds now is a conflict. */
function lifetimeOf({ spec: { ttl, ttlAfterLastActivity } = {} }: ApiObject): Properties {
  return { ttl: ttl ?? 0, ...(ttlAfterLastActivity != null && { ttlAfterLastActivity }) };
}
