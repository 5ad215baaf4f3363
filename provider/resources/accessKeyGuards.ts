import type { OperationContext, Recorded } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";

/**
 * What a change would do to the very key that the provider authenticates with, in words, or undefined where it does no harm;
 * without inputs it is a delete.
 */
export function selfLockout(
  { config }: OperationContext,
  { inputs: before, state }: Recorded,
  inputs: Properties | undefined,
): string | undefined {
  if (state.key !== config.accessKey || (inputs ?? before).allowSelfLockout === true) return undefined;
  if (!inputs) return "deleting it";
  if (inputs.disabled === true && before.disabled !== true) return "disabling it";
  if (inputs.key !== undefined && inputs.key !== before.key) return "changing its value";
  return isShorter(before.ttl, inputs.ttl) ? "shortening its ttl" : undefined;
}

/** Whether a lifetime ends sooner; 0 and none at all never end. */
function isShorter(before: unknown, after: unknown): boolean {
  const [old, current] = [before, after].map((ttl) =>
    typeof ttl === "number" && ttl > 0 ? ttl : Number.POSITIVE_INFINITY,
  );
  return (current ?? 0) < (old ?? 0);
}
