import { impossibleName } from "../../../provider/api/dryRunProbe";
import { collections } from "../../orphans/findOrphans";
import type { Check, Facts } from "../check";
import { howToChangeKey } from "../howToChange";
import { contextOf } from "../known";
import { mend, ok, problem } from "../line";
import { type Right, rightOf } from "../rightOf";

/** Whether the platform takes the key. */
export const key: Check = {
  name: "key",
  looksAt: "whether the platform takes the access key",
  needs: ["platform"],
  run: async (facts) => {
    const { client, call } = contextOf(facts);
    const path = [collections[0]?.plural ?? "", impossibleName];
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
