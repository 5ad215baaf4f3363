import { z } from "zod";

/** How an update treats a declared field that somebody else changed since state recorded it. */
export const conflictPolicy = z.enum(["merge", "overwrite", "fail"]);

/** See {@link conflictPolicy}. */
export type ConflictPolicy = z.infer<typeof conflictPolicy>;

/** What each policy does, for descriptions. */
export const conflictPolicyWords =
  "What an update does with a declared field that somebody else changed since the last up or refresh. merge: an " +
  "error if the program changed it too, else theirs stays. overwrite: the program's value is written. fail: an error.";
