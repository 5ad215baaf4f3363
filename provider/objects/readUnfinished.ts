import type { ApiObject } from "../api/client.js";
import { objectLabel } from "./messages.js";
import type { OperationContext, Stored } from "./operation.js";
import { isFromUnfinishedCreate } from "./ownership.js";
import { leaveAlone } from "./resumedUid.js";
import type { StoredKind } from "./storedKind.js";
import { refreshed } from "./storedState.js";
import { unfinished } from "./unfinished.js";

/** A read of what a create left whose end nobody saw: it ends here only if the object is there with all that it needs. */
export function readUnfinished(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Stored | undefined {
  const label = objectLabel(kind.kind, id);
  if (live && !isFromUnfinishedCreate(live, context, recorded)) {
    leaveAlone(context, label, id);
    return undefined;
  }
  if (recorded.nonces === undefined) return live && refreshed(kind, context, live, recorded);
  const isUsable = live && !live.metadata.deletionTimestamp && (kind.isUsable?.(live, recorded.inputs) ?? true);
  if (isUsable) return refreshed(kind, context, live, recorded);
  // The request may still be under way, so what is not there yet is not gone.
  throw unfinished(label, { id, ...recorded, state: { ...recorded.state, externalChange: notFinished } }, notFinished);
}

const notFinished = "its create did not come to an end.";
