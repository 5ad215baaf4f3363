import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { conflictPolicy, conflictPolicyDescription } from "../../config/conflictPolicy.js";
import { local } from "../fields/fieldRules.js";
import { metadataInputs } from "../fields/metadataFields.js";
import type { Recorded } from "../operation.js";
import type { Path, Properties } from "../values.js";
import type { ObjectShape } from "../wire/objectShape.js";

/** A kind of object that the platform stores by name. */
export interface StoredKind extends ObjectShape {
  /**
   * A change by others to the kind's own fields that no declared field shows. `declaredBefore` has
   * the inputs before an update that has just written; absent after a read.
   */
  externalChange?(object: ApiObject, recorded: Recorded, declaredBefore?: Properties): string | undefined;
  /** Paths of restrictions that are wider in the stored object than in the sent one. */
  lostRestrictions?(sent: ApiObject, stored: ApiObject): readonly Path[];
  /** The kind's computed outputs, from the object or, if hidden there, the previous state. */
  computed?(object: ApiObject, before: Properties): Properties;
}

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
