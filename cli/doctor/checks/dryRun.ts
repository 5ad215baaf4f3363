import { collections } from "../../orphans/findOrphans";
import type { Check } from "../check";
import { contextOf } from "../known";
import { ok, warning } from "../line";

/** Whether the platform reads dryRun, without which nothing may be tried. */
export const dryRun: Check = {
  name: "dryRun",
  looksAt: "whether the platform reads `dryRun`, so that `serverSideDryRun` can be used",
  needs: ["key"],
  run: async (facts) => {
    const problems: string[] = [];
    for (const { plural } of collections) {
      const { dryRunProbe, call } = contextOf(facts);
      const found = await dryRunProbe.problem(plural, call);
      if (found === undefined) return { lines: [ok("it is read")] };
      problems.push(found);
    }
    return { lines: [warning(problems[0] ?? "", "Leave serverSideDryRun unset.")] };
  },
};
