import type { ApiObject } from "../../api/client.js";
import { isAlreadyExists, isTerminatingConflict } from "../../api/errors/errors.js";
import { message } from "../../messages/message.js";
import { previewMessages } from "../../messages/pulumi.js";
import { nameInUse } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { isFromThisStack } from "../ownership.js";
import { restrictionProblem } from "../wire/restrictions.js";
import { findObject, waitOrThrow } from "./liveObject.js";
import type { StoredKind } from "./storedKind.js";

/** Runs an operation with dryRun if the platform supports it; otherwise skips it with a warning. */
export async function dryRunIfSupported(
  context: OperationContext,
  plural: string,
  operation: (dry: OperationContext) => Promise<unknown>,
): Promise<void> {
  const problem = await context.dryRunProbe.problem(plural, context.call);
  if (problem === undefined) await operation({ ...context, call: { ...context.call, dryRun: "All" } });
  else context.warnOnce(message(previewMessages.notChecked, { problem }));
}

/** Sends a create with dryRun. Of the response only the restrictions are used. */
export async function dryRunPost(context: OperationContext, shape: StoredKind, object: ApiObject): Promise<ApiObject> {
  try {
    const answered = await context.client.create([shape.plural], object, context.call);
    // A server may answer a dry run with less than the object.
    const problem = answered.spec && restrictionProblem(shape, context, "create", object, answered);
    if (problem !== undefined) throw new ResourceError(problem);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    if (isTerminatingConflict(error)) return object;
    const id = String(object.metadata.name);
    await waitOrThrow(context, [shape.plural, id], error);
    const holder = await findObject(context, [shape.plural, id]);
    // An object of this stack may have the name: a delete-before-replace may be planned.
    if (holder && !holder.metadata.deletionTimestamp && !isFromThisStack(holder, context))
      throw new ResourceError(nameInUse(context, shape, id, "foreign"), { cause: error });
  }
  return object;
}
