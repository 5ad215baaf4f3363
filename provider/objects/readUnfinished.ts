import type { ApiObject } from "../api/client.js";
import { externalChanges } from "./externalChange.js";
import { objectLabel } from "./messages.js";
import type { OperationContext, Stored } from "./operation.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed, refreshedUnfinished } from "./storedState.js";
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
  const now = isStaying ? refreshedUnfinished(kind, context, live, recorded) : recorded;
  // The request may still be under way, so what is not there yet is not gone.
  const state = { ...now.state, externalChange: notFinished };
  throw unfinished(label, { id, ...recorded, ...now, state }, notFinished);
}

const notFinished = `${externalChanges.createUnfinished}.`;
