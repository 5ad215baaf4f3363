import type { ApiObject } from "../../api/client.js";
import type { Config } from "../../config/config.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { objectLabel } from "../../objects/messages/messages.js";
import { type OperationContext, ResourceError, type Stored } from "../../objects/operation.js";
import type { DeclaredChange, PlannedChange, StoredType } from "../../objects/resource.js";
import { unknown } from "../../objects/values.js";
import { unresolvedDisabling } from "./accessKeyState.js";
import { hasOwnValue, isOwnKey, lifeOf, lockedOut, lockoutReason, mayShortenOwnKey } from "./selfLockout.js";

const labelOf = (id: string) => objectLabel("OwnedAccessKey", id);

/** Throws if an update ignores that another client disabled the key, or locks out the provider. */
export async function refuseUpdate(
  context: OperationContext,
  { plural }: StoredType,
  { recorded, inputs }: DeclaredChange,
): Promise<void> {
  const { id } = recorded;
  const find = () => findObject(context, [plural, id]);
  const disabling = unresolvedDisabling(recorded, inputs);
  if (disabling) throw new ResourceError(disabledOutside(labelOf(id), disabling));
  const own = mayShortenOwnKey(context, recorded, inputs) ? await find() : undefined;
  const lockout = lockoutReason(context, own ? { ...recorded.inputs, ...lifeOf(own) } : recorded.inputs, inputs);
  if (lockout && (await isOwnKey(context, recorded, own ?? (await find()))))
    throw lockedOut("update", labelOf(id), lockout);
}

/** Throws if a delete would lock out the provider. */
export async function refuseDelete(
  context: OperationContext,
  recorded: Stored,
  live: ApiObject | undefined,
): Promise<void> {
  const lockout = lockoutReason(context, recorded.inputs);
  if (lockout && (await isOwnKey(context, recorded, live))) throw lockedOut("delete", labelOf(recorded.id), lockout);
}

/** The error of an update, or of the end of a replacement, that the state foretells. */
export function plannedRefusal(
  config: Pick<Config, "accessKey"> | undefined,
  { id, recorded, inputs, isReplaced }: PlannedChange,
): string | undefined {
  const disabling = isReplaced ? undefined : unresolvedDisabling(recorded, inputs);
  if (disabling) return disabledOutside(labelOf(id), disabling);
  if (!config || !hasOwnValue(config, recorded) || [inputs.key, inputs.allowSelfLockout].includes(unknown))
    return undefined;
  const change = isReplaced
    ? lockoutReason({ config, replacedBy: inputs }, recorded.inputs)
    : lockoutReason({ config }, recorded.inputs, inputs);
  return change && lockedOut(isReplaced ? "delete" : "update", labelOf(id), change).message;
}

const disabledOutside = (label: string, change: string) =>
  `Cannot update ${label}: ${change}. Perhaps it leaked: find out why before it works again. Then set ` +
  "disabled: true to leave it so, disabled: false to enable it, or change rotationTriggers to replace it by a new key.";
