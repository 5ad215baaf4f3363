import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { conflictPolicy, conflictPolicyDescription } from "../../config/conflictPolicy.js";
import { local } from "../fields/fieldRules.js";
import { metadataInputs } from "../fields/metadataFields.js";
import type { OperationContext, Recorded } from "../operation.js";
import type { Principal } from "../principals.js";
import type { Properties } from "../values.js";
import type { ObjectShape } from "../wire/objectShape.js";

/** A kind of object that the platform stores by name. */
export interface StoredKind extends ObjectShape {
  /**
   * A change by others to the kind's own fields that no declared field shows. `declaredBefore` has
   * the inputs before an update that has just written; absent after a read.
   */
  externalChange?(object: ApiObject, recorded: Recorded, declaredBefore?: Properties): string | undefined;
  /** All objects that act for a user or team, of a kind that a platform may not list. */
  ofPrincipal?(context: OperationContext, principal: Principal): Promise<readonly ApiObject[]>;
  /** The kind's computed outputs, from the object or, if hidden there, the previous state. */
  computed?(object: ApiObject, before: Properties): Properties;
}

/** Whether the platform lists a kind. Only a kind with `ofPrincipal` may have no list. */
export const isListed = async (
  { plural, ofPrincipal }: Pick<StoredKind, "plural" | "ofPrincipal">,
  { discovery, call }: Pick<OperationContext, "discovery" | "call">,
): Promise<boolean> => ofPrincipal === undefined || discovery.hasList(plural, call);

/** Inputs of every stored object. */
export const storedInputs = metadataInputs.extend({
  conflictPolicy: local(
    conflictPolicy.describe(`${conflictPolicyDescription} The default is the provider's own setting.`),
  ).optional(),
});

/** Filter for a list of stored objects. */
export const storedFilter = z.strictObject({
  labelSelector: z
    .string()
    .describe("Only objects with such labels, in the words of Kubernetes: `team=web,tier!=test`, `env in (a, b)`.")
    .optional(),
});

const whereUnlisted = "Default on a platform that does not list access keys: the user or team of the provider's key.";

/** Filter for a list of objects that act for a user or team. */
export const principalFilter = storedFilter.extend({
  user: z.string().min(1).describe(`Only those that act for this user. ${whereUnlisted}`).optional(),
  team: z.string().min(1).describe(`Only those that act for this team. ${whereUnlisted}`).optional(),
});
