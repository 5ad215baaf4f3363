import { objectLabel } from "../objects/messages.js";
import { type Lifecycle, type OperationContext, type Recorded, ResourceError } from "../objects/operation.js";
import { type StoredKind, storedObject } from "../objects/stored.js";
import type { Properties } from "../objects/values.js";
import { endKey } from "./accessKeyEnd.js";
import { selfLockout } from "./accessKeyGuards.js";
import { unansweredDisabling } from "./accessKeyState.js";

/** The standard lifecycle, but nobody locks himself out by it, and what somebody disabled is not passed over. */
export function keyLifecycle(kind: StoredKind): Required<Lifecycle> {
  const stored = storedObject(kind);
  return {
    ...stored,

    async read(context, id, recorded) {
      const read = await stored.read(context, id, recorded);
      const isImport = Object.keys(recorded.inputs).length === 0;
      if (isImport && read && read.state.key === undefined) context.warn(valueNotShown(objectLabel(kind.kind, id)));
      return read;
    },

    async update(context, id, recorded, inputs) {
      guardUpdate(context, objectLabel(kind.kind, id), recorded, inputs);
      return stored.update.call(this, context, id, recorded, inputs);
    },

    async delete(context, id, recorded) {
      refuseLockout(selfLockout(context, recorded, undefined), "delete", objectLabel(kind.kind, id));
      await endKey(kind, stored, context, id, recorded);
    },
  };
}

/** What to do about an imported key whose value nobody shows. */
const valueNotShown = (label: string) =>
  `${label}: the platform does not show the key's value, so its output \`key\` is empty. Everything else is managed. To have a value, ` +
  `set rotationTriggers: the next pulumi up then replaces the key by a new one. Or set \`key\` to a value of your own.`;

function guardUpdate(context: OperationContext, label: string, recorded: Recorded, inputs: Properties): void {
  const disabled = unansweredDisabling(recorded, inputs);
  if (disabled) {
    throw new ResourceError(
      `Cannot update ${label}: ${disabled}. Perhaps it leaked: find out why before it works again. Then set disabled: true to leave it so, ` +
        `disabled: false to enable it, or change rotationTriggers to replace it by a new key.`,
    );
  }
  refuseLockout(selfLockout(context, recorded, inputs), "update", label);
}

function refuseLockout(what: string | undefined, action: string, label: string): void {
  if (!what) return;
  throw new ResourceError(
    `Cannot ${action} ${label}: it is the key that the provider authenticates with, and ${what} would lock it out. ` +
      `Give the provider another key first, or set allowSelfLockout: true.`,
  );
}
