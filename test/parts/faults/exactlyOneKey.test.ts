import { keyRuns } from "../../../scripts/testing/effort.js";
import { impatientMaker } from "./exactlyOne/impatientMaker";
import { naiveMaker } from "./exactlyOne/naiveMaker";
import { pluginMaker } from "./exactlyOne/pluginMaker";
import { runAll } from "./exactlyOne/runAll";

const runs = keyRuns(process.env) / 2;
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** A batch takes some seconds, since answers are late. */
const limitMs = 60_000 + runs * 1000;

describe.each([{ hideKeys: false }, { hideKeys: true }])("on a platform with %p", ({ hideKeys }) => {
  test.concurrent(
    "answers that are lost, late, cut off or refused leave one object, whose key the state holds",
    async () => expect(await runAll({ runs, seed, hideKeys, maker: pluginMaker })).toEqual([]),
    limitMs,
  );

  test.concurrent(
    "the same holds for a client that sends again while a request is under way",
    async () => expect(await runAll({ runs, seed, hideKeys, maker: impatientMaker })).toEqual([]),
    limitMs,
  );

  test.concurrent(
    "a naive create does not stand the same runs",
    async () => {
      const problems = await runAll({ runs: 50, seed, hideKeys, maker: naiveMaker });
      expect(problems.length).toBeGreaterThan(0);
    },
    limitMs,
  );
});
