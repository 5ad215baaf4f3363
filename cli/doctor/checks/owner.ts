import { npmName, settingKey } from "../../../provider/identity.js";
import { collections, orphansIn } from "../../orphans/findOrphans";
import { KnownObjects } from "../../orphans/knownObjects";
import { exportedState, stacksHolding } from "../../orphans/stacksHolding";
import type { Check, Facts } from "../check";
import { type Line, ok, skipped, warning } from "../line";
import { PulumiFailure } from "../stack/askPulumi";

/** Whether another stack shares the owner label. A provider knows no organization or backend. */
export const owner: Check = {
  name: "owner",
  looksAt: "whether the states of the project hold every object with the stack's owner label",
  needs: ["stack", "key", "rights"],
  run: async (facts) => {
    try {
      return { lines: [await lineOf(facts)] };
    } catch (error) {
      if (!(error instanceof PulumiFailure)) throw error;
      return { lines: [skipped(`the stack's state could not be read: ${error.message}`)] };
    }
  },
};

async function lineOf({ stack, session, machine }: Facts): Promise<Line> {
  if (!stack || !session) return skipped("no stack is known");
  const [project = "", name = ""] = stack.fullName.split("/").slice(-2);
  const { resources, creating } = await exportedState(stack.fullName, machine);
  const known = new KnownObjects(resources, creating, []);
  const unknown = await unknownTo({
    session,
    stack: { project, stack: name },
    known,
    isUsed: known.hasKind,
    tell: () => {},
  });
  const holders = await stacksHolding(unknown, machine.cwd, () => {});
  const count = unknown.filter((uid) => !holders.has(uid)).length;
  if (count === 0) return ok("the states hold every object with the stack's owner label");
  return warning(
    `no state holds ${count === 1 ? "an object" : `${count} objects`} with the stack's owner label`,
    advice,
  );
}

async function unknownTo(search: Parameters<typeof orphansIn>[0]): Promise<string[]> {
  const found = [];
  for (const collection of collections) found.push(...(await orphansIn(search, collection)).orphans);
  return found.filter(({ disabled }) => !disabled).map(({ uid }) => uid);
}

const advice =
  `If a stack of another organization or backend has the same project and name, set ${settingKey("ownerId")} in both. ` +
  `Otherwise run ${npmName} orphans.`;
