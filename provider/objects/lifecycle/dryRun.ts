import type { ApiObject } from "../../api/client.js";
import { isAlreadyExists, isTerminatingConflict } from "../../api/errors/errors.js";
import { nameInUse, notRehearsed } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { isFromThisStack } from "../ownership.js";

import { findObject, waitOrThrow } from "./find.js";
import { widerThanSent } from "./rejection.js";
import type { StoredKind } from "./storedKind.js";

/** Runs an operation with calls that write nothing, on a platform that is known to read dryRun; elsewhere it is left out. */
export async function rehearse(
  context: OperationContext,
  plural: string,
  operation: (dry: OperationContext) => Promise<unknown>,
): Promise<void> {
  const problem = await context.dryRunProbe.problem(plural, context.call);
  if (problem === undefined) await operation({ ...context, call: { ...context.call, dryRun: "All" } });
  else context.warnOnce(notRehearsed(problem));
}

/** Asks whether the platform would create the object. What it answers is of no use later: uid and key would be others. */
export async function rehearseCreation(
  context: OperationContext,
  shape: StoredKind,
  object: ApiObject,
): Promise<ApiObject> {
  try {
    const answered = await context.client.create([shape.plural], object, context.call);
    const problem = widerThanSent(shape, context, "create", object, answered);
    if (problem !== undefined) throw new ResourceError(problem);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    if (isTerminatingConflict(error)) return object;
    const id = String(object.metadata.name);
    await waitOrThrow(context, [shape.plural, id], error);
    const holder = await findObject(context, [shape.plural, id]);
    // One of this stack may hold the name: a replacement that deletes it first is planned.
    if (holder && !holder.metadata.deletionTimestamp && !isFromThisStack(holder, context))
      throw new ResourceError(nameInUse(context, shape, id, "foreign"), { cause: error });
  }
  return object;
}
