import path from "node:path";
import { root } from "../../support/environment";
import { growth, tableOf } from "./load/growth";
import { soak } from "./load/soak";

// Slow to judge and always the same, so it is only tried where the soak itself is long; growth.test.ts holds the rule in every run.
const inFull = process.env.TEST_FULL ? test : test.skip;

inFull(
  "a plugin that leaks answers, connections, timers and files is found by the rule of the soak",
  async () => {
    const preload = path.join(root, "test", "support", "soak", "leaks.cjs");
    const { samples } = await soak({ seconds: 40, rounds: 8, seed: 1, preload });
    process.stdout.write(`Soak of a plugin that leaks\n${tableOf(samples)}\n`);
    expect(growth(samples).map((each) => each.replace(/ grew .*/, ""))).toEqual(
      expect.arrayContaining(["heap", "timers", "handles", "open files", "connections", "temporary files"]),
    );
  },
  300_000,
);
