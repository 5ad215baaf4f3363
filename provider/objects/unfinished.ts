import type { ApiObject } from "../api/client.js";
import { externalChanges } from "./externalChange.js";
import { findObject, nothingToDelete, refuseElsewhere } from "./find.js";
import { inUse, notOurs, objectLabel } from "./messages.js";
import { InitializationError, type OperationContext, type Recorded, type Stored } from "./operation.js";
import { isFromThisCreate } from "./ownership.js";
import type { ObjectShape } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed, refreshedUnfinished } from "./storedState.js";

/** Nobody knows whether the object exists, or holds what only its answer said. State without a uid says so, and the next update finds out. */
export function unfinished(label: string, stored: Stored, reason: string, cause?: unknown): InitializationError {
  const message = `${label} may or may not have been created: ${reason} Run pulumi up again: it looks for the object first.`;
  return new InitializationError(stored, [message], { cause });
}

/**
 * The object to delete of a create whose end nobody saw; undefined, with a warning, when there is none or the name leads to an
 * object that is not ours to touch.
 */
export async function unfinishedObject(
  shape: ObjectShape,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<ApiObject | undefined> {
  const live = await findObject(context, [shape.plural, id]);
  const label = objectLabel(shape.kind, id);
  if (!live) {
    await nothingToDelete(context, label);
    return undefined;
  }
  const why = whyForeign(shape, live, recorded);
  if (why === undefined) return live;
  await refuseElsewhere(context, "delete", label);
  context.warn(why);
  return undefined;
}

/** Why an object is not the one that an unfinished create made and nobody has seen since; undefined when it is. */
export function whyForeign(shape: ObjectShape, live: ApiObject, recorded: Recorded): string | undefined {
  const label = objectLabel(shape.kind, String(live.metadata.name));
  if (!isFromThisCreate(live, recorded)) return notOurs(label);
  // A state that was brought back from a backup looks like one of an unfinished create.
  return shape.lostAnswer?.(live, recorded.inputs) === "in use" ? inUse(label) : undefined;
}

/** A read of what a create left whose end nobody saw: it ends here only if the object is there with all that it needs. */
export function readUnfinished(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Stored | undefined {
  const label = objectLabel(kind.kind, id);
  const why = live && whyForeign(kind, live, recorded);
  if (why !== undefined) {
    context.warn(why);
    return undefined;
  }
  const isStaying = live && !live.metadata.deletionTimestamp;
  if (isStaying && kind.lostAnswer?.(live, recorded.inputs) !== "lost") return refreshed(kind, context, live, recorded);
  const now = isStaying ? refreshedUnfinished(kind, context, live, recorded) : recorded;
  // The request may still be under way, so what is not there yet is not gone.
  const state = { ...now.state, externalChange: notFinished };
  throw unfinished(label, { id, ...recorded, ...now, state }, notFinished);
}

const notFinished = `${externalChanges.createUnfinished}.`;
