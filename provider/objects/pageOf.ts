import type { Page } from "../api/answers.js";
import { isRefused } from "../api/errors.js";
import { messageOf } from "./messages.js";
import { type OperationContext, type PageRequest, ResourceError } from "./operation.js";

/** One page of a collection. A selector that the platform cannot read is told of the property that holds it. */
export async function pageOf(
  { client, call }: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  { filter, limit, token = "", idsOnly: metadataOnly }: PageRequest,
): Promise<Page> {
  const labelSelector = filter.labelSelector as string | undefined;
  try {
    return await client.page(path, { labelSelector, limit, token, metadataOnly }, call);
  } catch (error) {
    if (!isRefused(error) || !labelSelector || token !== "") throw error;
    throw new ResourceError(`property "labelSelector" is refused by the platform. ${messageOf(error)}`, {
      cause: error,
    });
  }
}
