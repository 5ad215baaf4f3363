import type { Config } from "../../config/config.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { storedObject } from "../../objects/lifecycle/stored.js";

import { objectLabel } from "../../objects/messages/messages.js";
import {
  isImport,
  type Lifecycle,
  type Lookups,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../../objects/operation.js";
import type { PlannedChange, StoredType } from "../../objects/resource.js";
import { type Properties, unknown } from "../../objects/values.js";
import { unresolvedDisabling } from "./accessKeyState.js";
import { endReplacedKey } from "./endReplacedKey.js";
import { deleteSpentKeys } from "./replacedKeys.js";
import { hasOwnValue, isOwnKey, lifeOf, lockedOut, lockoutReason, mayShortenOwnKey } from "./selfLockout.js";

/** The standard lifecycle, with guards against self-lockout, and the end of replaced keys. */
export function keyLifecycle(resource: StoredType): Required<Lifecycle> & Lookups {
  const stored = storedObject(resource);
  const label = (id: string) => objectLabel(resource.type, id);
  const find = (context: OperationContext, id: string) => findObject(context, [resource.plural, id]);
  return {
    ...stored,

    async create(context, inputs) {
      return warnIfKeyMissing(context, resource, await stored.create(context, inputs));
    },

    async read(context, id, recorded) {
      const read = await stored.read(context, id, recorded);
      if (isImport(recorded) && read && read.state.key === undefined)
        context.warn(
          `${label(id)}: the platform does not show the key's value, so its output \`key\` is empty. Everything ` +
            "else is managed. To have a value, set rotationTriggers: the next pulumi up then replaces the key by " +
            "a new one. Or set `key` to a value of your own.",
        );
      return read;
    },

    async update(context, id, recorded, inputs) {
      refuseUnresolvedDisabling(label(id), recorded, inputs);
      const own = mayShortenOwnKey(context, recorded, inputs) ? await find(context, id) : undefined;
      const lockout = lockoutReason(context, own ? { ...recorded.inputs, ...lifeOf(own) } : recorded.inputs, inputs);
      if (lockout && (await isOwnKey(context, id, recorded, own ?? (await find(context, id)))))
        throw lockedOut("update", label(id), lockout);
      const updated = await stored.update.call(this, context, id, recorded, inputs);
      // Without a uid, the update continued an unfinished create.
      return recorded.state.uid === undefined ? warnIfKeyMissing(context, resource, updated) : updated;
    },

    async delete(context, id, recorded) {
      const live = await find(context, id);
      const lockout = lockoutReason(context, recorded.inputs);
      if (lockout && (await isOwnKey(context, id, recorded, live))) throw lockedOut("delete", label(id), lockout);
      await endReplacedKey(resource, stored, context, live, { id, ...recorded });
      const { replacedBy } = context;
      if (replacedBy?.replacedKey === "expire") await deleteSpentKeys(context, resource, replacedBy);
    },
  };
}

/** The error of an update, or of the end of a replacement, that the state foretells. */
export function plannedRefusal(
  config: Pick<Config, "accessKey"> | undefined,
  { id, recorded, inputs, isReplaced }: PlannedChange,
): string | undefined {
  const label = objectLabel("OwnedAccessKey", id);
  const disabling = isReplaced ? undefined : unresolvedDisabling(recorded, inputs);
  if (disabling) return disabledOutside(label, disabling);
  if (!config || !hasOwnValue(config, recorded) || [inputs.key, inputs.allowSelfLockout].includes(unknown))
    return undefined;
  const change = isReplaced
    ? lockoutReason({ config, replacedBy: inputs }, recorded.inputs)
    : lockoutReason({ config }, recorded.inputs, inputs);
  return change && lockedOut(isReplaced ? "delete" : "update", label, change).message;
}

const disabledOutside = (label: string, change: string) =>
  `Cannot update ${label}: ${change}. Perhaps it leaked: find out why before it works again. Then set ` +
  "disabled: true to leave it so, disabled: false to enable it, or change rotationTriggers to replace it by a new key.";

function warnIfKeyMissing(context: OperationContext, { type }: StoredType, created: Stored): Stored {
  if (created.state.key === undefined)
    context.warn(
      `${objectLabel(type, created.id)}: the platform's response to its create does not show the key's ` +
        "value, so its output `key` is empty. Run pulumi refresh: it takes the value where the platform " +
        "shows it by then. Otherwise nobody holds it: set `key` to a value of your own.",
    );
  return created;
}

function refuseUnresolvedDisabling(label: string, recorded: Recorded, inputs: Properties): void {
  const change = unresolvedDisabling(recorded, inputs);
  if (change) throw new ResourceError(disabledOutside(label, change));
}
