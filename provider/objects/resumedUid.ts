import { findObject } from "./find.js";
import { alreadyExists, notOurs, objectLabel } from "./messages.js";
import { type OperationContext, type Recorded, ResourceError } from "./operation.js";
import { isFromUnfinishedCreate } from "./ownership.js";
import type { ObjectShape } from "./shape.js";

/** What becomes of an object of somebody else under our name. */
type OnForeign = (context: OperationContext, label: string, id: string) => void;

/** Stops at it. */
export const refuse: OnForeign = ({ owner }, label, id) => {
  throw new ResourceError(alreadyExists(label, owner, id));
};

/** Passes it over. */
export const leaveAlone: OnForeign = ({ warn }, label) => warn(notOurs(label));

/**
 * State without a uid comes from a create whose end nobody saw. The uid of the object that it made, or undefined when there is
 * none; an object of somebody else is not ours to touch.
 */
export async function resumedUid(
  { kind, plural }: ObjectShape,
  context: OperationContext,
  id: string,
  recorded: Recorded,
  onForeign: OnForeign,
) {
  const live = await findObject(context, [plural, id]);
  if (!live) return undefined;
  if (isFromUnfinishedCreate(live, context, recorded)) return live.metadata.uid;
  onForeign(context, objectLabel(kind, id), id);
  return undefined;
}
