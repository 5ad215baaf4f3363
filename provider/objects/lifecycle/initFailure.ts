import type { ApiObject } from "../../api/client.js";
import { objectLabel } from "../messages/messages.js";
import { InitFailure, type OperationContext, type Recorded, type Stored } from "../operation.js";
import { isFromThisCreate } from "../ownership.js";
import type { StoredType } from "../resource.js";
import { externalChanges } from "../state/externalChange.js";
import { afterRead, afterReadOfUnfinished } from "../state/storedState.js";
import { toObject } from "../wire/objectShape.js";
import { restrictionProblem } from "../wire/restrictions.js";
import { findObject, warnNothingDeleted } from "./liveObject.js";
import { assertNotElsewhere } from "./samePlatform.js";

/** Init failure of a create with an unknown outcome or a lost response. */
export function initFailure(label: string, stored: Stored, reason: string, cause?: unknown): InitFailure {
  return new InitFailure(
    stored,
    [`${label} may or may not have been created: ${reason} Run pulumi up again: it looks for the object first.`],
    { cause },
  );
}

/** The `externalChange` of a create that the next update resumes. */
const initFailureNote = `${externalChanges.unfinished}.`;

/** Init failure of a read: the POST may still be pending, so an absent object is not "gone". */
export const initFailureAfterRead = (label: string, stored: Stored): InitFailure =>
  initFailure(label, { ...stored, state: { ...stored.state, externalChange: initFailureNote } }, initFailureNote);

/** The object that a delete after an init failure removes. Warns if there is none of ours. */
export async function initFailureObject(context: OperationContext, resource: StoredType, recorded: Stored) {
  const { id } = recorded;
  const live = await findObject(context, [resource.plural, id]);
  const label = objectLabel(resource.type, id);
  if (!live) return warnNothingDeleted(context, label);
  const why = foreignReason(resource, live, recorded);
  if (why === undefined) return live;
  await assertNotElsewhere(context, "delete", label);
  context.warn(why);
  return undefined;
}

/** Why an object is, or may be, not from the create with the init failure; undefined if it is. */
function foreignReason(resource: StoredType, live: ApiObject, recorded: Recorded): string | undefined {
  const label = objectLabel(resource.type, String(live.metadata.name));
  if (!isFromThisCreate(live, recorded))
    return (
      `${label} was not made by this resource: somebody else took the name before its create came to an ` +
      "end. It is left alone. Choose another name."
    );
  // A state restored from a backup looks like an init failure, but its key is in use.
  const isUsed = resource.lostResponse?.(live, recorded.inputs) === "in use";
  return isUsed
    ? `${label} is left alone: an interrupted create of this stack made it, and it has been used since. If ` +
        "the state was restored, bring back the newer one. Otherwise import the object or delete it."
    : undefined;
}

/** Reads after an init failure. An object that shows everything the state needs resolves it. */
export async function readInitFailure(
  context: OperationContext,
  resource: StoredType,
  { live, recorded }: { readonly live: ApiObject | undefined; readonly recorded: Stored },
): Promise<Stored | undefined> {
  const why = live && foreignReason(resource, live, recorded);
  if (why !== undefined) {
    await assertNotElsewhere(context, "read", objectLabel(resource.type, recorded.id));
    context.warn(why);
    return undefined;
  }
  const isStaying = live && !live.metadata.deletionTimestamp;
  const sent = toObject(context, resource, recorded.inputs);
  // Its key must not be returned: the next update deletes the object.
  const isWider =
    isStaying && restrictionProblem(context, resource, { verb: "read", sent, stored: live }) !== undefined;
  if (isStaying && !isWider && resource.lostResponse?.(live, recorded.inputs) !== "lost")
    return afterRead(context, resource, { live, recorded });
  const now = isStaying ? afterReadOfUnfinished(context, resource, { live, recorded }) : recorded;
  const inputs = isWider ? recorded.inputs : now.inputs;
  throw initFailureAfterRead(objectLabel(resource.type, recorded.id), { ...recorded, ...now, inputs });
}
