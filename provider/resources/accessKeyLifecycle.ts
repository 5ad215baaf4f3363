import { findObject } from "../objects/find.js";
import { objectLabel } from "../objects/messages.js";
import {
  isImport,
  type Lifecycle,
  type Lookups,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../objects/operation.js";
import { storedObject } from "../objects/stored.js";
import type { StoredKind } from "../objects/storedKind.js";
import type { Properties } from "../objects/values.js";
import { endKey } from "./accessKeyEnd.js";
import { isOwnKey, lockoutBy } from "./accessKeyGuards.js";
import { unansweredDisabling } from "./accessKeyState.js";

/** The standard lifecycle, but nobody locks himself out by it, and what somebody disabled is not passed over. */
export function keyLifecycle(kind: StoredKind): Required<Lifecycle> & Lookups {
  const stored = storedObject(kind);
  const label = (id: string) => objectLabel(kind.kind, id);
  const find = (context: OperationContext, id: string) => findObject(context, [kind.plural, id]);
  const warnedOf = (context: OperationContext, created: Stored): Stored => {
    // A create that is only tried out tells no value of a key.
    const isTold = created.state.key !== undefined || context.call.dryRun !== undefined;
    if (!isTold) context.warn(valueNotTold(label(created.id)));
    return created;
  };
  return {
    ...stored,

    async create(context, inputs) {
      return warnedOf(context, await stored.create(context, inputs));
    },

    async read(context, id, recorded) {
      const read = await stored.read(context, id, recorded);
      if (isImport(recorded) && read && read.state.key === undefined) context.warn(valueNotShown(label(id)));
      return read;
    },

    async update(context, id, recorded, inputs) {
      refuseUnanswered(label(id), recorded, inputs);
      const lockout = lockoutBy(context, recorded.inputs, inputs);
      if (lockout && isOwnKey(context.config, recorded, await find(context, id))) {
        throw lockedOut("update", label(id), lockout);
      }
      const updated = await stored.update.call(this, context, id, recorded, inputs);
      // It went on with a create.
      return recorded.state.uid === undefined ? warnedOf(context, updated) : updated;
    },

    async delete(context, id, recorded) {
      const live = await find(context, id);
      const lockout = lockoutBy(context, recorded.inputs);
      if (lockout && isOwnKey(context.config, recorded, live)) throw lockedOut("delete", label(id), lockout);
      await endKey(kind, stored, context, live, { id, ...recorded });
    },
  };
}

/** What to do about an imported key whose value nobody shows. */
const valueNotShown = (label: string) =>
  `${label}: the platform does not show the key's value, so its output \`key\` is empty. Everything else is managed. To have a value, ` +
  `set rotationTriggers: the next pulumi up then replaces the key by a new one. Or set \`key\` to a value of your own.`;

/** The same of a key that was just created: nobody knows yet whether the platform shows it later. */
const valueNotTold = (label: string) =>
  `${label}: the platform's answer to its create does not show the key's value, so its output \`key\` is empty. Run pulumi refresh: it takes the value ` +
  `where the platform shows it by then. Otherwise nobody holds it: set \`key\` to a value of your own.`;

function refuseUnanswered(label: string, recorded: Recorded, inputs: Properties): void {
  const disabled = unansweredDisabling(recorded, inputs);
  if (!disabled) return;
  throw new ResourceError(
    `Cannot update ${label}: ${disabled}. Perhaps it leaked: find out why before it works again. Then set disabled: true to leave it so, ` +
      `disabled: false to enable it, or change rotationTriggers to replace it by a new key.`,
  );
}

function lockedOut(action: string, label: string, what: string): ResourceError {
  return new ResourceError(
    `Cannot ${action} ${label}: it is the key that the provider authenticates with, and ${what} would lock it out. ` +
      `Give the provider another key first, or set allowSelfLockout: true.`,
  );
}
