import { secretPaths } from "../engine.js";
import type { Owner } from "../objects/operation.js";
import type { Offer } from "../resources/offer.js";
import type { Audience, OperationRequest } from "../session.js";

/** Whoever looks at the platform for no resource. */
const nobody: Owner = { project: "", stack: "", type: "", name: "" };

/** The operation that a look at the platform is, for no resource of the program; `secrets` are those of the question. */
export function lookOf({ resources }: Offer, secrets: readonly string[], audience: Audience): OperationRequest {
  return { kind: "read", owner: nobody, secrets, secretPaths: resources.flatMap(secretPaths), audience };
}
