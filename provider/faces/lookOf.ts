import { secretPaths } from "../engine.js";
import type { Owner } from "../objects/operation.js";
import type { Offer } from "../resources/offer.js";
import type { Audience, OperationRequest } from "../session.js";

/** The owner of a lookup, which belongs to no resource. */
const nobody: Owner = { project: "", stack: "", type: "", name: "" };

/** The request of a lookup or a list. `secrets` are those of its arguments. */
export function lookOf({ resources }: Offer, secrets: readonly string[], audience: Audience): OperationRequest {
  return { kind: "read", owner: nobody, secrets, secretPaths: resources.flatMap(secretPaths), audience };
}
