import { collections } from "../../listing";
import { type Check, contextOf, type Facts, type Line, namedCauseRemedy, ok, problem } from "../check";
import { howToChangeKey } from "../settings";
import { invalidName, permissionOf, type Right } from "./rights";

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
