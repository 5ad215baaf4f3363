import type { ApiObject } from "../../api/client.js";
import { isAmbiguous, isUnauthorized } from "../../api/errors/errors.js";
import type { Config } from "../../config/config.js";
import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import { isReplaced } from "../../objects/lifecycle/deletion.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { storedObject } from "../../objects/lifecycle/stored.js";
import type { StoredKind } from "../../objects/lifecycle/storedKind.js";
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
import type { Properties } from "../../objects/values.js";
import { visibleSecret } from "../../objects/wire/objectShape.js";
import { disabledText, unresolvedDisabling } from "./accessKeyState.js";

/** The standard lifecycle, with guards against self-lockout and for externally disabled keys. */
export function keyLifecycle(kind: StoredKind): Required<Lifecycle> & Lookups {
  const stored = storedObject(kind);
  const label = (id: string) => objectLabel(kind.kind, id);
  const find = (context: OperationContext, id: string) => findObject(context, [kind.plural, id]);
  const warnIfKeyMissing = (context: OperationContext, created: Stored): Stored => {
    // The response to a dry run has no key.
    if (created.state.key === undefined && !context.call.dryRun)
      context.warn(message(keyMessages.notAnswered, { label: label(created.id) }));
    return created;
  };
  return {
    ...stored,

    async create(context, inputs) {
      return warnIfKeyMissing(context, await stored.create(context, inputs));
    },

    async read(context, id, recorded) {
      const read = await stored.read(context, id, recorded);
      if (isImport(recorded) && read && read.state.key === undefined)
        context.warn(message(keyMessages.notShown, { label: label(id) }));
      return read;
    },

    async update(context, id, recorded, inputs) {
      refuseUnresolvedDisabling(label(id), recorded, inputs);
      const lockout = lockoutReason(context, recorded.inputs, inputs);
      if (lockout && (await isOwnKey(context, id, recorded, await find(context, id))))
        throw lockedOut("update", label(id), lockout);
      const updated = await stored.update.call(this, context, id, recorded, inputs);
      // Without a uid, the update continued an unfinished create.
      return recorded.state.uid === undefined ? warnIfKeyMissing(context, updated) : updated;
    },

    async delete(context, id, recorded) {
      const live = await find(context, id);
      const lockout = lockoutReason(context, recorded.inputs);
      if (lockout && (await isOwnKey(context, id, recorded, live))) throw lockedOut("delete", label(id), lockout);
      await endReplacedKey(kind, stored, context, live, { id, ...recorded });
    },
  };
}

function refuseUnresolvedDisabling(label: string, recorded: Recorded, inputs: Properties): void {
  const change = unresolvedDisabling(recorded, inputs);
  if (change) throw new ResourceError(message(keyMessages.disabledOutside, { label, change }));
}

const lockedOut = (action: string, label: string, change: string) =>
  new ResourceError(message(keyMessages.lockedOut, { action, label, change }));

/**
 * The reason why a change of its own key would lock out the provider; undefined if it would not or
 * if allowSelfLockout is set. Without `inputs` the change is a delete.
 */
function lockoutReason(
  { config, replacedBy }: OperationContext,
  before: Properties,
  inputs?: Properties,
): string | undefined {
  if ((inputs ?? replacedBy ?? before).allowSelfLockout === true) return undefined;
  if (!inputs) return "deleting it";
  if (inputs.disabled === true && before.disabled !== true) return "disabling it";
  if (inputs.key !== undefined && inputs.key !== config.accessKey) return "changing its value";
  if (isShorter(before.ttl, inputs.ttl)) return "shortening its ttl";
  const ends = typeof inputs.ttl === "number" && inputs.ttl > 0;
  return ends && before.ttlAfterLastActivity && !inputs.ttlAfterLastActivity
    ? "counting its ttl from the creation"
    : undefined;
}

/** Whether the provider authenticates with this key. The platform is asked only if nothing shows its value. */
async function isOwnKey(context: OperationContext, id: string, recorded: Recorded, live?: ApiObject): Promise<boolean> {
  if (hasOwnValue(context.config, recorded, live)) return true;
  const isHidden = live && visibleSecret(live.spec?.key) === undefined && recorded.state.key === undefined;
  return isHidden === true && (await context.identity.self(context.call))?.accessKey === id;
}

/** Whether the state or the platform shows the provider's own access key as the value of this key. */
function hasOwnValue({ accessKey }: Config, { state }: Recorded, live?: ApiObject): boolean {
  return state.key === accessKey || (live?.spec?.key === accessKey && live.metadata.uid === state.uid);
}

/** Whether a lifetime is shorter; 0 and undefined never end. */
function isShorter(before: unknown, after: unknown): boolean {
  const [old, current] = [before, after].map((ttl) =>
    typeof ttl === "number" && ttl > 0 ? ttl : Number.POSITIVE_INFINITY,
  );
  return (current ?? 0) < (old ?? 0);
}

/** Deletes a key, or disables it at the end of a replacement with `replacedKey: disable`. */
async function endReplacedKey(
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
  const isOurs = replacedBy && live !== undefined && live.metadata.uid === uid;
  if (isOurs) warnOfDisabling(context, label, live, recorded);
  const isKept = isOurs && live.metadata.deletionTimestamp === undefined && isRetained(context, kind, id, replacedBy);
  await (isKept ? disable(stored, context, id, recorded) : revoke(stored, context, live, { id, ...recorded }));
}

/** A disabled key stops a replacement only if a read saw it; otherwise this warns. */
function warnOfDisabling(context: OperationContext, label: string, live: ApiObject, { inputs, state }: Recorded): void {
  if (!live.spec?.disabled || state.disabled === true || inputs.disabled === true) return;
  context.warn(message(keyMessages.replacedDisabled, { label, change: disabledText(live) }));
}

function isRetained(context: OperationContext, { kind }: StoredKind, id: string, replacedBy: Properties | undefined) {
  if (replacedBy?.replacedKey !== "disable") return false;
  if (replacedBy.name !== id) return true;
  context.warn(message(keyMessages.deletedNotDisabled, { label: objectLabel(kind, id) }));
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
