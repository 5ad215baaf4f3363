import { createHash, randomBytes } from "node:crypto";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import type { Naming } from "../../objects/operation.js";

const { Mode } = rpc.CheckRequest.AutonamingOptions;
const suffixLength = 7;

/** Autonaming in Check. The suffix comes from the engine's seed, so that a saved plan has the same name. */
export function namingOf(request: rpc.CheckRequest, resourceName: string): Naming {
  const seed = request.getRandomseed_asU8();
  const suffix = createHash("sha256")
    .update(seed.length > 0 ? seed : randomBytes(32))
    .digest("hex")
    .slice(0, suffixLength);
  const proposal = proposalOf(request.getAutonaming());
  return { resourceName, suffix, ...(proposal && { proposal }) };
}

function proposalOf(autonaming: rpc.CheckRequest.AutonamingOptions | undefined): Naming["proposal"] {
  if (!autonaming) return undefined;
  if (autonaming.getMode() === Mode.DISABLE) return "disabled";
  return { name: autonaming.getProposedName(), enforced: autonaming.getMode() === Mode.ENFORCE };
}
