import type { ApiObject } from "../api/client.js";
import { isNotFound } from "../api/errors.js";
import type { OperationContext } from "./operation.js";
import { textsAt } from "./values.js";

/** The object at a path, or undefined when it is gone. A 403 may hide a live object, so it is not "gone". */
export async function findObject(context: OperationContext, path: readonly string[]): Promise<ApiObject | undefined> {
  try {
    const live = await context.client.get(path, context.call);
    // Somebody may have changed a secret since the state learnt it, and the platform may quote it from here on.
    context.conceal(textsAt(live.spec ?? {}, context.secretPaths));
    return live;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}
