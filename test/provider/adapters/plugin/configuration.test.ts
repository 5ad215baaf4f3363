import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { startFakeEngine } from "../../../support/fakeEngine";
import { type Plugin, type PluginOptions, startPlugin } from "../../../support/plugin";
import {
  configurePlugin,
  driverOf,
  filled,
  secretOnWire,
  struct,
  unknownOnWire,
  type Wire,
} from "../../../support/pluginDriver";
import { startRecorded } from "../../../support/startRecorded";

const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi:providers:vcluster-platform::${name}`;
const ofTheEngine = urnOf("default_0_1_0");
const ofTheProgram = urnOf("west");

const neverShown = "hunter22";
const bad = { accessKey: `${neverShown} and more`, baseUrl: `https://me:${neverShown}@platform.test` };
const problemsFrom = (origin: string, remedies: [accessKey: string, baseUrl: string]) => [
  `accessKey, from ${origin}, cannot be used: it has characters that no access key has, such as a space or a line break. ${remedies[0]}`,
  `baseUrl, from ${origin}, cannot be used: it holds credentials. ${remedies[1]}`,
];
const commands: [string, string] = [
  'Run "pulumi config set --secret vcluster-platform:accessKey …" or set VCLUSTER_PLATFORM_ACCESS_KEY.',
  'Run "pulumi config set vcluster-platform:baseUrl https://…" or set VCLUSTER_PLATFORM_BASE_URL.',
];
const [a, b] = [{ baseUrl: "https://a.test" }, { baseUrl: "https://b.test" }];

let plain: Plugin;
beforeAll(async () => {
  plain = await startPlugin();
});
afterAll(() => plain?.close());

/** Runs a test with a plugin of its own. */
async function started<T>(options: PluginOptions, use: (plugin: Plugin) => Promise<T>): Promise<T> {
  const plugin = await startPlugin(options);
  return use(plugin).finally(plugin.close);
}

async function check({ client }: Plugin, urn: string, news: Wire) {
  const response = await client.checkConfig(filled(new rpc.CheckRequest(), { Urn: urn, News: struct(news) }));
  const failures = response.getFailuresList();
  // The engine prints the value of a property that is named.
  expect(failures.map((each) => each.getProperty())).toEqual(failures.map(() => ""));
  return { reasons: failures.map((each) => each.getReason()).sort(), inputs: response.getInputs()?.toJavaScript() };
}

async function diff({ client }: Plugin, urn: string, olds: Wire, news: Wire) {
  const fields = { Urn: urn, OldInputs: struct(olds), Olds: struct(olds), News: struct(news) };
  return client.diffConfig(filled(new rpc.DiffRequest(), fields));
}

test("a bad setting is named with its origin and remedy, but without its value", async () => {
  const { reasons } = await check(plain, ofTheEngine, bad);
  expect(reasons).toEqual(problemsFrom("the stack's configuration", commands));
  const place = "the Provider in the program";
  const remedies = Object.entries({
    accessKey: "VCLUSTER_PLATFORM_ACCESS_KEY",
    baseUrl: "VCLUSTER_PLATFORM_BASE_URL",
  }).map(([field, variable]) => `Set ${field} of ${place}, or ${variable}.`) as [string, string];
  for (const urn of [ofTheProgram, urnOf("default-eu")])
    expect((await check(plain, urn, bad)).reasons).toEqual(problemsFrom(place, remedies));
});

test("a bad variable of the environment is named, and is not copied into the state", async () => {
  const env = { VCLUSTER_PLATFORM_BASE_URL: bad.baseUrl };
  const { reasons, inputs } = await started({ env }, (plugin) => check(plugin, ofTheEngine, { accessKey: "k" }));
  expect(reasons).toEqual([problemsFrom("VCLUSTER_PLATFORM_BASE_URL", commands)[1]]);
  expect(inputs).toEqual({ accessKey: secretOnWire("k") });
});

test("Configure reports the same problems without a Check", async () => {
  const failed = configurePlugin(plain, { baseUrl: "https://platform.test", accessKey: `${neverShown} !` });
  await expect(failed).rejects.toThrow(/accessKey, from the stack's configuration, cannot be used: it has characters/);
  await expect(failed).rejects.not.toThrow(neverShown);
});

test("keys are secret in the state, also if the program does not mark them", async () => {
  const { inputs } = await check(plain, ofTheProgram, { ...a, accessKey: neverShown });
  expect(inputs).toEqual({ ...a, accessKey: secretOnWire(neverShown) });
});

test.each<[string, string, Wire, Wire, boolean]>([
  ["baseUrl", "another address", a, b, true],
  ["baseUrl", "an unknown address", a, { baseUrl: unknownOnWire }, true],
  ["accessKey", "another key", { accessKey: secretOnWire("a") }, { accessKey: secretOnWire("b") }, true],
  ["accessKey", "a key that is now marked secret", { accessKey: "a" }, { accessKey: secretOnWire("a") }, false],
  ["ownerId", "another owner", {}, { ownerId: "west" }, true],
])("a change of %s never replaces: %s", async (field, _what, olds, news, changes) => {
  const response = await diff(plain, ofTheProgram, olds, news);
  const { DIFF_SOME, DIFF_NONE } = rpc.DiffResponse.DiffChanges;
  expect(response.getReplacesList()).toEqual([]);
  expect(response.getDeletebeforereplace()).toBe(false);
  expect([response.getChanges(), response.getDiffsList()]).toEqual(changes ? [DIFF_SOME, [field]] : [DIFF_NONE, []]);
});

test("a preview warns once if the address differs from the one in the state", async () => {
  const engine = await startFakeEngine();
  await started({ engineAddress: engine.address }, async (plugin) => {
    await configurePlugin(plugin, { ...b, accessKey: "k" });
    const driver = driverOf(plugin);
    const [id, inputs] = ["dev", { name: "dev" }];
    const states = [{ uid: "u1" }, { uid: "u1", __address: b.baseUrl }, ...Array(2).fill({ __address: a.baseUrl })];
    for (const state of states) await driver.diff("SpaceTemplate", { id, inputs, state }, inputs);
    // A later warning, so that all earlier ones have arrived.
    await driver.check("OwnedAccessKey", { user: "ci", ttl: 3600 });
    await engine.received("scope");
  });
  engine.close();
  const warning =
    /^The address of the platform changes from https:\/\/a\.test to https:\/\/b\.test\. No object is moved, replaced or deleted for that\. If it is the same platform, run pulumi refresh\./;
  const warnings = engine.messages.filter((message) => message.includes("address"));
  expect(warnings).toEqual([expect.stringMatching(warning)]);
});

test.each<[string, string, string, boolean, number]>([
  ["once for two keys that were not read", "true", "OwnedAccessKey", false, 1],
  ["not for keys that were read", "true", "OwnedAccessKey", true, 0],
  ["not for templates", "true", "SpaceTemplate", false, 0],
  ["not without the setting", "false", "OwnedAccessKey", false, 0],
])("a diff warns that refreshKeys has no effect yet %s", async (_, refreshKeys, type, isRead, count) => {
  const engine = await startFakeEngine();
  const { baseUrl, accessKey, close } = await startRecorded();
  await started({ engineAddress: engine.address }, async (plugin) => {
    await configurePlugin(plugin, { baseUrl, accessKey, refreshKeys });
    const driver = driverOf(plugin);
    for (const id of ["a", "b"]) {
      const kept = { id, inputs: { name: id }, state: { name: id, uid: "u" } };
      // The read counts, whatever it finds.
      if (isRead) await driver.read(type, kept).catch(() => undefined);
      await driver.diff(type, kept, kept.inputs);
    }
    await driver.check("OwnedAccessKey", { user: "ci", ttl: 3600 });
    await engine.received("scope");
  });
  engine.close();
  await close();
  const warning = /^vcluster-platform:refreshKeys has no effect yet .* Run pulumi up, then pulumi refresh once\.$/;
  const warnings = engine.messages.filter((message) => message.includes("refreshKeys"));
  expect(warnings).toEqual(Array(count).fill(expect.stringMatching(warning)));
});
