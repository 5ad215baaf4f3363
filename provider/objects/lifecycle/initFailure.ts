import type { ApiObject } from "../../api/client.js";
import { labelOf } from "../messages/messages.js";
import type { Stored } from "../operation.js";
import { isFromThisCreate } from "../ownership.js";
import { objectPath } from "../place.js";
import type { StoredOperation } from "../resource.js";
import { externalChanges } from "../state/externalChange.js";
import { afterRead, afterReadOfUnfinished } from "../state/storedState.js";
import { toObject } from "../wire/objectShape.js";
import { restrictionProblem } from "../wire/restrictions.js";
import { findObject, warnNothingDeleted } from "./liveObject.js";
import { assertNotElsewhere } from "./samePlatform.js";

/**
 * Thrown after the server has accepted a write, or may have. The state is kept, and the next update
 * resumes the operation.
 */
export class InitFailure<Result extends Stored = Stored> extends Error {
  override readonly name = "InitFailure";

  constructor(
    readonly stored: Result,
    readonly reasons: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reasons.join("; "), options);
  }
}

/** Init failure of an ambiguous create: it may have made the object. */
export const initFailure = (label: string, stored: Stored, reason: string, cause?: unknown): InitFailure =>
  new InitFailure(
    stored,
    [`${label} may or may not have been created: ${reason} Run pulumi up again: it looks for the object first.`],
    { cause },
  );

/** The `externalChange` of a create that the next update resumes. */
const initFailureNote = `${externalChanges.unfinished}.`;

/** Init failure of a read. An absent object is not "gone": the ambiguous POST may arrive later. */
export const initFailureAfterRead = (label: string, stored: Stored): InitFailure =>
  initFailure(label, { ...stored, state: { ...stored.state, externalChange: initFailureNote } }, initFailureNote);

/** The object that a delete after an init failure removes. Warns if there is none of ours. */
export async function initFailureObject(operation: StoredOperation): Promise<ApiObject | undefined> {
  const live = await findObject(operation, objectPath(operation.place));
  const label = labelOf(operation);
  if (!live) return warnNothingDeleted(operation, label);
  const why = foreignReason(operation, live);
  if (why === undefined) return live;
  await assertNotElsewhere(operation, "delete", label);
  operation.warn(why);
  return undefined;
}

/** Why an object is, or may be, not from the create with the init failure; undefined if it is. */
function foreignReason(operation: StoredOperation, live: ApiObject): string | undefined {
  const { resource, recorded } = operation;
  const label = labelOf(operation);
  if (!isFromThisCreate(live, recorded))
    return (
      `${label} was not made by this resource: somebody else took the name before its create came to an ` +
      "end. It is left alone. Choose another name."
    );
  // A state restored from a backup looks like an init failure, but its key is in use.
  const isUsed = resource.secretStatus?.(live, recorded.inputs) === "in use";
  return isUsed
    ? `${label} is left alone: an interrupted create of this stack made it, and it has been used since. If ` +
        "the state was restored, bring back the newer one. Otherwise import the object or delete it."
    : undefined;
}

/** Reads after an init failure. It is over if the object shows all that the state needs. */
export async function readInitFailure(
  operation: StoredOperation,
  live: ApiObject | undefined,
): Promise<Stored | undefined> {
  const { resource, id, recorded } = operation;
  const label = labelOf(operation);
  const why = live && foreignReason(operation, live);
  if (why !== undefined) {
    await assertNotElsewhere(operation, "read", label);
    operation.warn(why);
    return undefined;
  }
  const exists = live && !live.metadata.deletionTimestamp;
  const sent = toObject(operation, recorded.inputs);
  // The next update deletes an object with wider access, so its key must not be returned.
  const isWider = exists && restrictionProblem(operation, { verb: "read", sent, stored: live }) !== undefined;
  if (exists && !isWider && resource.secretStatus?.(live, recorded.inputs) !== "lost")
    return afterRead(operation, live);
  const current = exists ? afterReadOfUnfinished(operation, live) : recorded;
  const inputs = isWider ? recorded.inputs : current.inputs;
  throw initFailureAfterRead(label, { id, ...recorded, ...current, inputs });
}
