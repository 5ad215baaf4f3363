import type { ApiObject } from "../api/client.js";
import { isNotFound } from "../api/errors.js";
import type { OperationContext } from "./operation.js";

/** The object at a path, or undefined when it is gone. A 403 may hide a live object, so it is not "gone". */
export async function findObject(context: OperationContext, path: readonly string[]): Promise<ApiObject | undefined> {
  try {
    return await context.client.get(path, context.call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}
