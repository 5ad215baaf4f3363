import { invalidName } from "../../../provider/api/dryRunProbe";
import { collections } from "../../orphans/findOrphans";
import { howToChangeKey } from "../adviceFor";
import type { Check, Facts } from "../check";
import { contextOf, type Right, rightOf } from "../known";
import { mend, ok, problem, skipped, warning } from "../line";

/** Whether the platform takes the key. */
export const key: Check = {
  name: "key",
  looksAt: "whether the platform takes the access key",
  needs: ["platform"],
  run: async (facts) => {
    const { client, call } = contextOf(facts);
    const path = [collections[0]?.plural ?? "", invalidName];
    const right = await rightOf(() => client.get(path, call));
    return {
      lines: [lineOf(right, facts)],
      facts: { ...(right.kind === "denied" && right.user && { user: right.user }) },
    };
  },
};

function lineOf(right: Right, facts: Facts) {
  if (right.kind === "refusedKey") {
    const what = "the platform refuses the access key: it is wrong, disabled or expired";
    return { ...problem(what, howToChangeKey(facts)), isUnauthorized: true };
  }
  if (right.kind === "unknown") return problem(right.why, mend);
  return ok("the platform takes it, so it is neither disabled nor expired");
}

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

/** Who the key is, as far as the platform tells. */
export const identity: Check = {
  name: "identity",
  looksAt:
    "who the platform takes the key for, where a refusal says so: the API has no request that tells, nor when the key expires",
  needs: ["key"],
  run: ({ user }) => ({
    lines: [
      user
        ? ok(`the platform calls it user "${user}"; when it expires is not told`)
        : skipped("not told, nor when it expires: to look for it in the list of keys would read those of others"),
    ],
  }),
};
