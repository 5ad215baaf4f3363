import { isRefused } from "../api/errors.js";
import type { FittingPage } from "../api/fittingPage.js";
import { messageOf, sentenceOf } from "./messages.js";
import { type OperationContext, type PageRequest, ResourceError } from "./operation.js";
import type { Properties } from "./values.js";

/** One page of a collection. */
export async function pageOf(
  { client, call }: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  { filter, limit, token = "", idsOnly: metadataOnly }: PageRequest,
): Promise<FittingPage> {
  const labelSelector = filter.labelSelector as string | undefined;
  try {
    return await client.page(path, { labelSelector, limit, token, metadataOnly }, call);
  } catch (error) {
    throw selectorRefused(error, filter, token === "") ?? error;
  }
}

/** The error of a selector that the platform cannot read, told of the property that holds it; undefined for any other. */
export function selectorRefused(
  error: unknown,
  { labelSelector }: Properties,
  isFirstPage: boolean,
): ResourceError | undefined {
  // Who answered a page has read the selector: of a later one, its token is refused.
  if (!isRefused(error) || !labelSelector || !isFirstPage) return undefined;
  const reason = `is refused by the platform. ${messageOf(error)}`;
  return new ResourceError(sentenceOf({ property: "labelSelector", reason }), { cause: error });
}
