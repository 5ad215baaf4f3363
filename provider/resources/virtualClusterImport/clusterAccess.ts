import { ApiError, isDenied, isUnknownEndpoint } from "../../api/errors/errors.js";
import { now } from "../../api/transport/clock.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import type { ImportTarget } from "./importTarget.js";

/** Milliseconds between two reads of what a virtual cluster or the platform will change. */
const pollDelayMs = 500;

/** The context for requests to the cluster on which the virtual cluster runs. */
export const onClusterOf = (context: OperationContext, { source }: Pick<ImportTarget, "source">): OperationContext => ({
  ...context,
  client: context.client.onCluster(source.cluster),
});

/** Whether the cluster is not connected, or the provider's key lacks a right there. */
export const isInaccessible = (error: unknown): error is ApiError =>
  isDenied(error) || isUnknownEndpoint(error) || (error instanceof ApiError && error.notFoundTarget === "other");

/** Reads until there is a result. A text is shown as what the wait is for. */
export async function waitFor<Result extends object>(
  context: OperationContext,
  { label }: ImportTarget,
  path: readonly string[],
  read: () => Promise<Result | string>,
): Promise<Result> {
  const started = now();
  for (;;) {
    const found = await read();
    if (typeof found !== "string") return found;
    const seconds = Math.round((now() - started) / 1000);
    context.status(`${label}: waiting for ${found}, ${seconds} s`);
    if (!(await context.client.pause(pollDelayMs, path, context.call)))
      throw new ResourceError(`waited ${seconds} s for ${found}.`);
  }
}
