import type { ApiObject } from "../../api/client.js";
import { createMessages } from "../../messages/creates.js";
import { message } from "../../messages/message.js";
import { objectLabel } from "../messages/messages.js";
import { InitializationError, type OperationContext, type Recorded, type Stored } from "../operation.js";
import { isFromThisCreate } from "../ownership.js";
import { externalChanges } from "../state/externalChange.js";
import { refreshed, refreshedUnfinished } from "../state/storedState.js";
import type { ObjectShape } from "../wire/objectShape.js";
import { findObject, nothingToDelete, refuseElsewhere } from "./find.js";
import type { StoredKind } from "./storedKind.js";

/** The outcome of a create, or what only its response held, is unknown. The next update looks. */
export function unfinished(label: string, stored: Stored, reason: string, cause?: unknown): InitializationError {
  return new InitializationError(stored, [message(createMessages.inDoubt, { label, reason })], { cause });
}

/** The `externalChange` of a create that the next update has to finish. */
export const notFinished = `${externalChanges.unfinished}.`;

/** Unfinished also after a read: the request may still run, so an absent object is not "gone". */
export const stillUnfinished = (label: string, stored: Stored): InitializationError =>
  unfinished(label, { ...stored, state: { ...stored.state, externalChange: notFinished } }, notFinished);

/** The object that a delete of an unfinished create removes. Warns if there is none of ours. */
export async function unfinishedObject(
  shape: ObjectShape,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<ApiObject | undefined> {
  const live = await findObject(context, [shape.plural, id]);
  const label = objectLabel(shape.kind, id);
  if (!live) return nothingToDelete(context, label);
  const why = whyForeign(shape, live, recorded);
  if (why === undefined) return live;
  await refuseElsewhere(context, "delete", label);
  context.warn(why);
  return undefined;
}

/** Why an object is not, or may not be, the one of the unfinished create; undefined if it is. */
function whyForeign(shape: ObjectShape, live: ApiObject, recorded: Recorded): string | undefined {
  const label = objectLabel(shape.kind, String(live.metadata.name));
  if (!isFromThisCreate(live, recorded)) return message(createMessages.notOurs, { label });
  // A state that was restored from a backup looks like one of an unfinished create.
  const isUsed = shape.lostAnswer?.(live, recorded.inputs) === "in use";
  return isUsed ? message(createMessages.usedLeftAlone, { label }) : undefined;
}

/** Reads an unfinished create. An object with all that the state needs finishes it. */
export function readUnfinished(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Stored | undefined {
  const why = live && whyForeign(kind, live, recorded);
  if (why !== undefined) {
    context.warn(why);
    return undefined;
  }
  const isStaying = live && !live.metadata.deletionTimestamp;
  if (isStaying && kind.lostAnswer?.(live, recorded.inputs) !== "lost") return refreshed(kind, context, live, recorded);
  const now = isStaying ? refreshedUnfinished(kind, context, live, recorded) : recorded;
  throw stillUnfinished(objectLabel(kind.kind, id), { id, ...recorded, ...now });
}
