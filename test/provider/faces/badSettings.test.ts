import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { providerConfig } from "../../../provider/config.js";
import { badSettings, neverShown } from "../../support/badSettings";
import { startDynamicDriver } from "../../support/dynamicDriver";
import { type Plugin, startPlugin } from "../../support/plugin";
import { configurePlugin, secretOnWire, unknownOnWire, type Wire } from "../../support/pluginDriver";

const ofTheEngine = "urn:pulumi:dev::test::pulumi:providers:platform::default_0_1_0";
const ofTheProgram = "urn:pulumi:dev::test::pulumi:providers:platform::west";

const struct = (value: Wire) => Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]);
const allBad = Object.fromEntries(badSettings.map(({ field, value }) => [field, value]));
const allBadVariables = Object.fromEntries(badSettings.map(({ variable, value }) => [variable, value]));

test("every setting that does not take any text is in the table", () => {
  const fields = badSettings.map(({ field }) => field);
  expect([...fields, "ownerId"].sort()).toEqual(Object.keys(providerConfig.shape).sort());
});

describe("the plugin", () => {
  let plain: Plugin;
  beforeAll(async () => {
    plain = await startPlugin();
  });
  afterAll(() => plain?.close());

  /** Uses a plugin of an environment of its own. */
  async function started<T>(env: Record<string, string>, use: (plugin: Plugin) => Promise<T>): Promise<T> {
    const plugin = await startPlugin({ env });
    return use(plugin).finally(plugin.close);
  }

  async function check({ client }: Plugin, urn: string, news: Wire) {
    const request = new rpc.CheckRequest();
    request.setUrn(urn);
    request.setNews(struct(news));
    const response = await client.checkConfig(request);
    const failures = response.getFailuresList();
    // The engine prints the value of a property that is named.
    expect(failures.map((each) => each.getProperty())).toEqual(failures.map(() => ""));
    return { reasons: failures.map((each) => each.getReason()).sort(), inputs: response.getInputs()?.toJavaScript() };
  }

  test("names each bad setting of the stack's configuration, what is wrong and what to do, but no value", async () => {
    const { reasons } = await check(plain, ofTheEngine, allBad);
    const expected = badSettings.map(
      ({ field, problem, command, variable }) =>
        `${field}, from the stack's configuration, cannot be used: ${problem}. Run "${command}" or set ${variable}.`,
    );
    expect(reasons).toEqual(expected.sort());
    expect(reasons.join()).not.toContain(neverShown);
  });

  test("sends nobody to the stack's configuration for a Provider in the program, which does not read it", async () => {
    const { reasons } = await check(plain, ofTheProgram, allBad);
    const expected = badSettings.map(
      ({ field, problem, variable }) =>
        `${field}, from the Provider in the program, cannot be used: ${problem}. Set ${field} of the Provider in the program, or ${variable}.`,
    );
    expect(reasons).toEqual(expected.sort());
    const missing = await check(plain, ofTheProgram, {});
    expect(missing.reasons).toEqual([
      "accessKey is not set. Set accessKey of the Provider in the program, or PLATFORM_ACCESS_KEY.",
      "baseUrl is not set. Set baseUrl of the Provider in the program, or PLATFORM_BASE_URL.",
    ]);
  });

  test("blames a bad variable of the environment, which it does not copy into the state", async () => {
    const { reasons, inputs } = await started(allBadVariables, (plugin) => check(plugin, ofTheEngine, {}));
    const expected = badSettings.map(
      ({ field, problem, command, variable }) =>
        `${field}, from ${variable}, cannot be used: ${problem}. Run "${command}" or set ${variable}.`,
    );
    expect(reasons).toEqual(expected.sort());
    expect(inputs).toEqual({});
  });

  test("blames a bad login file, which it does not copy into the state either", async () => {
    const home = mkdtempSync(path.join(tmpdir(), "pulumi-platform-test-"));
    try {
      mkdirSync(path.join(home, ".vcluster"));
      const login = { host: allBad.baseUrl, accessKey: allBad.accessKey, certificateAuthorityData: neverShown };
      writeFileSync(path.join(home, ".vcluster", "config.json"), JSON.stringify({ platform: login }));
      const env = { HOME: home, USERPROFILE: home };
      const { reasons, inputs } = await started(env, (plugin) => check(plugin, ofTheEngine, {}));
      expect(reasons).toEqual([
        expect.stringMatching(/^accessKey, from ~\/\.vcluster\/config\.json, cannot be used: it has characters/),
        expect.stringMatching(
          /^baseUrl, from ~\/\.vcluster\/config\.json, cannot be used: the URL holds credentials\./,
        ),
        expect.stringMatching(/^certificateAuthority, from ~\/\.vcluster\/config\.json, cannot be used: it is no PEM/),
      ]);
      expect(reasons.join()).not.toContain(neverShown);
      expect(inputs).toEqual({});
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  test("says the same when it is configured, should nobody have asked it to check", async () => {
    const failed = configurePlugin(plain, { baseUrl: "https://platform.test", accessKey: `${neverShown} !` });
    await expect(failed).rejects.toThrow(
      /accessKey, from the stack's configuration, cannot be used: it has characters/,
    );
    await expect(failed).rejects.not.toThrow(neverShown);
  });

  test("keeps keys secret in the state, whether the program says so or not", async () => {
    const settings = { baseUrl: "https://platform.test", accessKey: neverShown };
    expect((await check(plain, ofTheProgram, settings)).inputs).toEqual({
      baseUrl: "https://platform.test",
      accessKey: secretOnWire(neverShown),
    });
  });

  test.each<[string, string, Wire, Wire, boolean]>([
    ["baseUrl", "another address", { baseUrl: "https://a.test" }, { baseUrl: "https://b.test" }, true],
    ["baseUrl", "an address that is not known yet", { baseUrl: "https://a.test" }, { baseUrl: unknownOnWire }, true],
    ["accessKey", "another key", { accessKey: secretOnWire("a") }, { accessKey: secretOnWire("b") }, true],
    ["accessKey", "the environment's key from now on", { accessKey: secretOnWire("a") }, {}, true],
    [
      "accessKey",
      "a key that is marked secret from now on",
      { accessKey: "a" },
      { accessKey: secretOnWire("a") },
      false,
    ],
    ["vendor", "another vendor", { vendor: "a.test" }, { vendor: "b.test" }, true],
    ["ownerId", "another owner", {}, { ownerId: "west" }, true],
    ["baseUrl", "the same", { baseUrl: "https://a.test" }, { baseUrl: "https://a.test" }, false],
  ])("never replaces for a change of %s: %s", async (field, _what, olds, news, changes) => {
    const request = new rpc.DiffRequest();
    request.setUrn(ofTheProgram);
    request.setOldInputs(struct(olds));
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const response = await plain.client.diffConfig(request);
    const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
    expect(response.getReplacesList()).toEqual([]);
    expect(response.getDeletebeforereplace()).toBe(false);
    expect([response.getChanges(), response.getDiffsList()]).toEqual(changes ? [DIFF_SOME, [field]] : [DIFF_NONE, []]);
  });
});

describe("dynamic resources", () => {
  const failuresWith = async (config: Record<string, string>) =>
    (await (await startDynamicDriver(config)).check("SpaceTemplate", {})).failures.sort();

  test("name each bad setting of the stack's configuration, what is wrong and what to do, but no value", async () => {
    const expected = badSettings.map(
      ({ field, problem, command, variable }) =>
        `${field}, from the stack's configuration, cannot be used: ${problem}. Run "${command}" or set ${variable}.`,
    );
    const reasons = await failuresWith(allBad);
    expect(reasons).toEqual(expected.sort());
    expect(reasons.join()).not.toContain(neverShown);
  });
});
