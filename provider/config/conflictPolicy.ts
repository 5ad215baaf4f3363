import type * as z from "zod";
import { oneOf } from "../objects/fields/fieldRules.js";

/** How an update treats a declared field that somebody else changed since state recorded it. */
export const conflictPolicy = oneOf(
  "ConflictPolicy",
  "What an update does with a declared field that somebody else changed since the last up or refresh.",
  {
    merge: "An error if the program changed the field too, else theirs stays.",
    overwrite: "The program's value is written.",
    fail: "An error, whatever the program changed.",
  },
);

/** See {@link conflictPolicy}. */
export type ConflictPolicy = z.infer<typeof conflictPolicy>;

/** What a policy decides, for the descriptions of fields. */
export const conflictPolicyWords = String(conflictPolicy.description);
