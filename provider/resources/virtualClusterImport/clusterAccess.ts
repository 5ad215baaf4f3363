import { ApiError, isDenied, isUnknownEndpoint } from "../../api/errors/errors.js";
import type { Context } from "../../objects/operation.js";
import type { ImportTarget } from "./importTarget.js";

/** The context for requests to the cluster on which the virtual cluster runs. */
export const onClusterOf = (context: Context, { source }: Pick<ImportTarget, "source">): Context => ({
  ...context,
  client: context.client.onCluster(source.cluster),
});

/** Whether the cluster is not connected (a 404 about another object), or denies the request. */
export const isInaccessible = (error: unknown): error is ApiError =>
  isDenied(error) || isUnknownEndpoint(error) || (error instanceof ApiError && error.notFoundTarget === "other");
