import { patchedPackage } from "../../support/patchedPackage";
import { runAll } from "./exactlyOne/keyRun";
import { impatientMaker, pluginMaker } from "./exactlyOne/makers";

/** Access keys on each platform. */
const runs = 150;
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** A batch takes some seconds, since responses are delayed. */
const limitMs = 60_000 + runs * 1000;

describe.each([{ hideKeys: false }, { hideKeys: true }])("on a platform with %p", ({ hideKeys }) => {
  test.concurrent.each([
    ["the plugin", pluginMaker],
    ["a client that retries while a request is under way", impatientMaker],
  ] as const)(
    "%s leaves one object, whose key the state holds, after lost, late, cut and refused responses",
    async (_client, maker) => expect(await runAll({ runs, seed, hideKeys, maker })).toEqual([]),
    limitMs,
  );

  test.concurrent(
    "a provider that does not recognize its own objects fails the same runs",
    async () => {
      const { folder, dispose } = patchedPackage({
        file: "dist/provider/objects/ownership.js",
        text: "return nonce !== undefined && object.metadata.annotations?.[exports.nonceAnnotation] === nonce;",
        by: "return false;",
      });
      const maker = (baseUrl: string, accessKey: string) => pluginMaker(baseUrl, accessKey, folder);
      const problems = await runAll({ runs: 50, seed, hideKeys, maker });
      dispose();
      expect(problems.length).toBeGreaterThan(0);
    },
    limitMs,
  );
});
