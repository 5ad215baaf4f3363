import type { ApiObject } from "../api/client.js";
import { declaredState } from "./declaredState.js";
import { externalChanges } from "./externalChange.js";
import { objectLabel } from "./messages.js";
import type { OperationContext, Recorded, Stored } from "./operation.js";
import { projectInputs } from "./projection.js";
import { sameInput } from "./sameness.js";
import { toProperties } from "./shape.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed } from "./storedState.js";
import { unfinished } from "./unfinished.js";
import { whyForeign } from "./unfinishedObject.js";

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
  const now = isStaying ? declaredNow(kind, context, live, recorded) : recorded;
  // The request may still be under way, so what is not there yet is not gone.
  const state = { ...now.state, externalChange: notFinished };
  throw unfinished(label, { id, ...recorded, inputs: now.inputs, state }, notFinished);
}

/** What others made meanwhile of what the program declares: a refresh takes it as the base of the next update, finished or not. */
function declaredNow(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs, state }: Recorded,
): Recorded {
  const declared = declaredState(kind, inputs, toProperties(kind, live, context.config));
  const now = { ...state, ...declared };
  return { inputs: projectInputs(inputs, state, now, sameInput(kind.inputs)), state: now };
}

const notFinished = `${externalChanges.createUnfinished}.`;
