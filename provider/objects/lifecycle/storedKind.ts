import * as z from "zod";
import type { ApiObject } from "../../api/client.js";
import { conflictPolicy, conflictPolicyWords } from "../../config/conflictPolicy.js";
import { local } from "../fields/fieldRules.js";
import { metadataInputs } from "../fields/metadataFields.js";
import type { Recorded } from "../operation.js";
import type { Path, Properties } from "../values.js";
import type { ObjectShape } from "../wire/objectShape.js";

/** A kind of object that the platform stores by name. */
export interface StoredKind extends ObjectShape {
  /**
   * What somebody else did to the kind's own fields that no declared field shows. `declaredBefore` is what the program declared before an
   * update that has just written; absent after a read.
   */
  externalChange?(object: ApiObject, recorded: Recorded, declaredBefore?: Properties): string | undefined;
  /** Paths of restrictions that are wider in the stored object than in the sent one. */
  lostRestrictions?(sent: ApiObject, stored: ApiObject): readonly Path[];
  /** What the kind adds to the state: from the object, and from the state before where the server shows less. */
  computed?(object: ApiObject, before: Properties): Properties;
}

/** The inputs that every stored object has: its metadata, and how it is updated. */
export const storedInputs = metadataInputs.extend({
  conflictPolicy: local(
    conflictPolicy.describe(`${conflictPolicyWords} The default is the provider's own setting.`),
  ).optional(),
});

/** What narrows a list of stored objects. */
export const storedFilter = z.strictObject({
  labelSelector: z
    .string()
    .describe("Only objects with such labels, in the words of Kubernetes: `team=web,tier!=test`, `env in (a, b)`.")
    .optional(),
});
