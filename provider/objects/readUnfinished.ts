import type { ApiObject } from "../api/client.js";
import { externalChanges } from "./externalChange.js";
import { objectLabel } from "./messages.js";
import type { OperationContext, Stored } from "./operation.js";
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
  const isWhole = live && !live.metadata.deletionTimestamp && kind.lostAnswer?.(live, recorded.inputs) !== "lost";
  if (isWhole) return refreshed(kind, context, live, recorded);
  // The request may still be under way, so what is not there yet is not gone.
  throw unfinished(label, { id, ...recorded, state: { ...recorded.state, externalChange: notFinished } }, notFinished);
}

const notFinished = `${externalChanges.createUnfinished}.`;
