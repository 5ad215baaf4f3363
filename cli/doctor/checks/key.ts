import { invalidName } from "../../../provider/api/dryRunProbe";
import { collections } from "../../listing";
import { type Check, contextOf, type Facts, type Line, namedCauseRemedy, ok, problem, warning } from "../check";
import { howToChangeKey } from "../settings";
import { permissionOf, type Right } from "./rights";

/** Whether the platform accepts the access key. */
export const key: Check = {
  name: "key",
  looksAt: "whether the platform accepts the access key",
  needs: ["platform"],
  run: async (facts) => {
    const { client, call } = contextOf(facts);
    const path = [collections[0]?.plural ?? "", invalidName];
    const right = await permissionOf(() => client.get(path, call));
    const user = right.kind === "denied" ? right.user : undefined;
    return { lines: [lineOf(right, facts)], facts: { ...(user && { user }) } };
  },
};

function lineOf(right: Right, facts: Facts): Line {
  if (right.kind === "refusedKey") {
    const message = "the platform refuses the access key: it is wrong, disabled or expired";
    return { ...problem(message, howToChangeKey(facts)), isUnauthorized: true };
  }
  if (right.kind === "unknown") return problem(right.why, namedCauseRemedy);
  return ok("the platform takes it, so it is neither disabled nor expired");
}

/** Whether the platform supports dryRun. Without it, writes cannot be tested. */
export const dryRun: Check = {
  name: "dryRun",
  looksAt: "whether the platform supports `dryRun`, which `serverSideDryRun` needs",
  needs: ["key"],
  run: async (facts) => {
    const problems: string[] = [];
    for (const { plural } of collections) {
      const { dryRunProbe, call } = contextOf(facts);
      const found = await dryRunProbe.problem(plural, call);
      if (found === undefined) return ok("supported");
      problems.push(found);
    }
    return warning(problems[0] ?? "", "Leave serverSideDryRun unset.");
  },
};
