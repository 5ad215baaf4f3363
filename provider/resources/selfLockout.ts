import { labelOf } from "../objects/messages/messages.js";
import { ownPrincipal } from "../objects/principals.js";
import type { StoredOperation } from "../objects/resource.js";
import { ResourceError } from "../objects/resourceError.js";

/** Throws if the provider's own key acts for this user or team, unless allowSelfLockout is set. */
export async function refuseLockout(operation: StoredOperation, action: "delete" | "disable"): Promise<void> {
  const { resource, id, inputs, recorded, replacedBy } = operation;
  // The inputs of a delete are empty.
  const declared = action === "disable" ? inputs : (replacedBy ?? recorded.inputs);
  if (declared.allowSelfLockout === true) return;
  const own = await ownPrincipal(operation);
  if (own?.kind !== resource.type.toLowerCase() || own.name !== id) return;
  throw new ResourceError(
    `Cannot ${action} ${labelOf(operation)}: the provider's own access key acts for it, and would stop ` +
      "working. Give the provider another key first, or set allowSelfLockout: true and run pulumi up.",
  );
}
