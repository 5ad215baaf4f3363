import type * as z from "zod";
import { oneOf } from "../objects/fields/fieldRules.js";

/** How an update treats a declared field that another client changed since it was recorded. */
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

/** The description of the policy, for field descriptions. */
export const conflictPolicyDescription = String(conflictPolicy.description);
