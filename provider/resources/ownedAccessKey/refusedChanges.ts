import type { ApiObject } from "../../api/client.js";
import type { Config } from "../../config/config.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import type { Recorded } from "../../objects/operation.js";
import { objectPath } from "../../objects/place.js";
import type { PlannedChange, StoredOperation } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { isEmpty, type Properties, unknown } from "../../objects/values.js";
import { unmaskedSecret } from "../../objects/wire/objectShape.js";
import { isSameLifetime, keyLabel, unresolvedDisabling } from "./accessKeyState.js";

/** Throws if an update ignores that another client disabled the key, or locks out the provider. */
export async function refuseUpdate(operation: StoredOperation): Promise<void> {
  const { id, recorded, inputs, config } = operation;
  const findKey = () => findObject(operation, objectPath(operation.place));
  const disabling = unresolvedDisabling(recorded, inputs);
  if (disabling) throw new ResourceError(disabledOutside(keyLabel(id), disabling));
  const ownKey = mayShortenOwnKey(operation) ? await findKey() : undefined;
  const before = ownKey ? { ...recorded.inputs, ...liveLifetime(ownKey) } : recorded.inputs;
  const lockout = lockoutReason({ config, before, inputs });
  if (lockout && (await isOwnKey(operation, ownKey ?? (await findKey()))))
    throw lockedOut("update", keyLabel(id), lockout);
}

/** Throws if a delete would lock out the provider. */
export async function refuseDelete(operation: StoredOperation, live: ApiObject | undefined): Promise<void> {
  const { id, recorded, config, replacedBy } = operation;
  const lockout = lockoutReason({ config, before: recorded.inputs, replacedBy });
  if (lockout && (await isOwnKey(operation, live))) throw lockedOut("delete", keyLabel(id), lockout);
}

/** The error of an update, or of the delete after a replacement, as far as the state shows it. */
export function plannedRefusal(
  config: Pick<Config, "accessKey"> | undefined,
  { recorded, inputs, isReplaced }: PlannedChange,
): string | undefined {
  const { id } = recorded;
  const disabling = isReplaced ? undefined : unresolvedDisabling(recorded, inputs);
  if (disabling) return disabledOutside(keyLabel(id), disabling);
  // Without a config, a setting of the provider is unknown.
  if (!config || !hasOwnValue(config, recorded) || [inputs.key, inputs.allowSelfLockout].includes(unknown))
    return undefined;
  const before = recorded.inputs;
  const lockout = lockoutReason(isReplaced ? { config, before, replacedBy: inputs } : { config, before, inputs });
  return lockout && lockedOut(isReplaced ? "delete" : "update", keyLabel(id), lockout).message;
}

const disabledOutside = (label: string, change: string) =>
  `Cannot update ${label}: ${change}. Perhaps it leaked: find out why before it works again. Then set ` +
  "disabled: true to leave it so, disabled: false to enable it, or change rotationTriggers to replace it by a new key.";

/** The error of a change by which the provider would lock itself out. */
const lockedOut = (action: string, label: string, lockout: string) =>
  new ResourceError(
    `Cannot ${action} ${label}: it is the key that the provider authenticates with, and ${lockout} would ` +
      "lock it out. Give the provider another key first, or set allowSelfLockout: true.",
  );

/** An update or a delete of a key. */
interface KeyChange {
  readonly config: Pick<Config, "accessKey">;
  readonly before: Properties;
  /** The inputs of an update; absent from a delete. */
  readonly inputs?: Properties;
  /** The inputs of the new key, if the delete ends a replacement. */
  readonly replacedBy?: Properties | undefined;
}

/**
 * The reason why this change, if the key is the provider's own, would lock it out; undefined if it
 * would not, or if allowSelfLockout is set.
 */
function lockoutReason({ config, before, inputs, replacedBy }: KeyChange): string | undefined {
  if ((inputs ?? replacedBy ?? before).allowSelfLockout === true) return undefined;
  if (!inputs) return "deleting it";
  if (inputs.disabled === true && before.disabled !== true) return "disabling it";
  if (inputs.key !== undefined && inputs.key !== config.accessKey) return "changing its value";
  if (isShorter(before.ttl, inputs.ttl)) return "shortening its ttl";
  const hasTtl = typeof inputs.ttl === "number" && inputs.ttl > 0;
  return hasTtl && before.ttlAfterLastActivity && !inputs.ttlAfterLastActivity
    ? "counting its ttl from the creation"
    : undefined;
}

/** Whether the provider authenticates with this key. Asks the platform if the value is hidden. */
async function isOwnKey(operation: StoredOperation, live?: ApiObject): Promise<boolean> {
  const { id, recorded, config, identity, call } = operation;
  if (hasOwnValue(config, recorded, live)) return true;
  const isHidden = live && unmaskedSecret(live.spec?.key) === undefined && recorded.state.key === undefined;
  return isHidden === true && (await identity.self(call))?.accessKey === id;
}

/** Whether the state or the platform shows this key with the provider's own value. */
export function hasOwnValue({ accessKey }: Pick<Config, "accessKey">, { state }: Recorded, live?: ApiObject): boolean {
  return state.key === accessKey || (live?.spec?.key === accessKey && live.metadata.uid === state.uid);
}

/**
 * Whether an update that keeps the declared lifetime may end the provider's own key sooner: it
 * reverts a longer one from another client. If both changed it, the conflictPolicy decides.
 */
function mayShortenOwnKey({ config, recorded, inputs }: StoredOperation): boolean {
  const isLimited = inputs.disabled === true || !isEmpty(inputs.ttl);
  return isLimited && isSameLifetime(recorded.inputs, inputs) && hasOwnValue(config, recorded);
}

/** The fields of a stored key that decide how long it works. */
function liveLifetime({ spec: { disabled, ttl, ttlAfterLastActivity } = {} }: ApiObject): Properties {
  return { disabled, ttl, ttlAfterLastActivity };
}

/** Whether a ttl is shorter than before. */
const isShorter = (before: unknown, after: unknown): boolean => secondsOf(after) < secondsOf(before);

/** The seconds of a ttl. A key with 0 or without a ttl never expires. */
const secondsOf = (ttl: unknown): number => (typeof ttl === "number" && ttl > 0 ? ttl : Number.POSITIVE_INFINITY);
