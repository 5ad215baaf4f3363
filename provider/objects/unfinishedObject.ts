import type { ApiObject } from "../api/client.js";
import { nothingToDelete, refuseElsewhere } from "./elsewhere.js";
import { findObject } from "./find.js";
import { inUse, notOurs, objectLabel } from "./messages.js";
import type { OperationContext, Recorded } from "./operation.js";
import { isFromThisCreate } from "./ownership.js";
import type { ObjectShape } from "./shape.js";

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
