import { quoted } from "./api/output/escape.js";

/** What makes the provider fast and changes nothing that it does. */
const optimisations = ["bulkReads", "bundle", "lateLoading", "keepAlive", "adaptiveConcurrency"] as const;

/** Leaves out all of them. */
const everything = "all";

/** Whether it is to be used. PULUMI_PLATFORM_WITHOUT names, separated by commas, what is left out to see what it gives, or says `all`. */
export function isOn(optimisation: (typeof optimisations)[number], env: NodeJS.ProcessEnv = process.env): boolean {
  const without = (env.PULUMI_PLATFORM_WITHOUT ?? "").split(",").map((name) => name.trim());
  const strange = without.find(
    (name) => name !== "" && name !== everything && !optimisations.some((each) => each === name),
  );
  if (strange === undefined) return !without.includes(optimisation) && !without.includes(everything);
  throw new Error(
    `PULUMI_PLATFORM_WITHOUT names ${quoted(strange)}, which is none of ${[...optimisations, everything].join(", ")}.`,
  );
}
