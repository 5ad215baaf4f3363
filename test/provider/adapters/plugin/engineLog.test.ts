import { selfSigned } from "../../../../emulator/http/certificate";
import { EngineLog } from "../../../../provider/adapters/plugin/engineLog";
import { onPlugin, onServerThatHidesKeys } from "../../../support/adapterUnderTest";
import { failureOf, plainOf, unfinishedOf } from "../../../support/contract";
import { type FakeEngine, startFakeEngine, startRefusingEngine } from "../../../support/fakeEngine";
import { createAsColleague, editAsColleague } from "../../../support/http";
import { importInputs } from "../../../support/importInputs";
import type { PluginOptions } from "../../../support/plugin";
import { configurePlugin, type PluginDriver, secretOnWire, startDriver } from "../../../support/pluginDriver";
import { pluginWithEngine } from "../../../support/pluginWithEngine";
import { startMutator } from "../../../support/startMutator";
import { startRecorded } from "../../../support/startRecorded";
import { addVirtualCluster, productPlatform, registrationInputs } from "../../../support/virtualClusters";

const [templates, keys, imports] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];
const settings = { baseUrl: "http://127.0.0.1:9", accessKey: "k" };

/** Runs a test with a plugin of its own that logs to this engine. */
async function logging(
  engine: Pick<FakeEngine, "address" | "close">,
  use: (driver: PluginDriver) => Promise<void>,
  { config = settings, ...options }: PluginOptions & { config?: Record<string, string> } = {},
): Promise<void> {
  const driver = await startDriver(config, { engineAddress: engine.address, ...options });
  await use(driver).finally(async () => {
    await driver.close();
    engine.close();
  });
}

describe("the log of the engine", () => {
  const rules = [{ verbs: ["get"] }];
  const warning = "is deprecated";

  test("loses no message when the clock is set forward", async () => {
    const engine = await startFakeEngine();
    // All functions but the time of day.
    const doNotFake = ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] as const;
    try {
      const log = new EngineLog();
      log.attach(engine.address);
      const before = Date.now();
      const now = before + 3_600_000;
      jest.useFakeTimers({ now, doNotFake: [...doNotFake, "nextTick", "queueMicrotask", "performance", "hrtime"] });
      jest.spyOn(Date, "now").mockReturnValueOnce(before);
      log.diagnostics("urn").warn("said before");
      await log.waitUntilDelivered();
      expect(engine.messages).toEqual(["said before"]);
    } finally {
      jest.restoreAllMocks();
      jest.useRealTimers();
      engine.close();
    }
  });

  test("shows no warning beside a credential, which it could quote", async () => {
    const credential = "the-credential-of-a-virtual-cluster";
    const [engine, platform] = [
      await startFakeEngine(),
      await startRecorded({ ...productPlatform, projects: ["default", "web"] }),
    ];
    await addVirtualCluster(platform, "quoted");
    const headers = { "content-type": "application/json", warning: `299 - "saw ${credential}"` };
    const action = { status: 200, headers, body: JSON.stringify({ accessKey: credential }) };
    platform.faults.add({ verb: "get", kind: "accesskey", action });
    const { baseUrl, accessKey } = platform;
    const register = async (driver: PluginDriver) => {
      const kept = await driver.create(imports, registrationInputs("quoted", { restart: false }));
      expect(plainOf(kept.state.connection)).toMatchObject({ accessKey: credential });
      await engine.received("connects when its pods start");
      await driver.update(imports, kept, registrationInputs("quoted", { restart: false, manage: true }));
      await engine.received("the virtual cluster is not connected yet");
    };
    await logging(engine, register, { config: { baseUrl, accessKey } }).finally(() => platform.close());
    expect(engine.messages.join()).not.toContain("saw");
  });

  test("warns about a replaced resource once, although it is checked twice", async () => {
    const engine = await startFakeEngine();
    await logging(engine, async (driver) => {
      await driver.check(keys, { ttl: 60, rules });
      await driver.check(keys, { ttl: 60, rules });
      expect(engine.messages.filter((message) => message.includes(warning))).toHaveLength(1);
      await configurePlugin(driver.plugin, settings);
      await driver.check(keys, { ttl: 60, rules });
      expect(engine.messages.filter((message) => message.includes(warning))).toHaveLength(2);
    });
  });

  test("is complete before a response, since the engine may end then", async () => {
    const engine = await startFakeEngine(300);
    await logging(engine, async (driver) => {
      await driver.check(keys, { ttl: 60, rules });
      expect(engine.messages.join("\n")).toContain(warning);
    });
  });

  test("does not delay a response if the engine refuses it", async () =>
    logging(await startRefusingEngine(), async (driver) => {
      expect((await driver.check(keys, { ttl: 60, rules })).failures).toEqual([]);
    }));
});

describe("a platform whose certificate is not verified", () => {
  // The engine runs on this machine, so proxy variables do not apply to it.
  const env = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };

  test.each([true, false])("is warned of once, by the first operation; insecure: %p", async (isInsecure) => {
    const { cert, key, ca } = await selfSigned();
    const platform = await startRecorded({ tls: { cert, key } });
    const engine = await startFakeEngine();
    const trust = isInsecure ? { insecureSkipTlsVerify: "true" } : { certificateAuthority: ca };
    const config = { baseUrl: platform.baseUrl, accessKey: platform.accessKey, ...trust };
    const use = async (driver: PluginDriver) => {
      for (const name of ["a", "b"]) await driver.create(templates, { name });
      await driver.create(keys, (await driver.check(keys, { name: "key", ttl: 3600 })).inputs);
      await engine.received("scope");
    };
    await logging(engine, use, { config, env }).finally(platform.close);
    const warning = /vcluster-platform:insecureSkipTlsVerify is set: .* set vcluster-platform:certificateAuthority/;
    const warnings = engine.messages.filter((message) => message.includes("insecureSkipTlsVerify"));
    expect(warnings).toEqual(isInsecure ? [expect.stringMatching(warning)] : []);
  });
});

onPlugin((adapter) => {
  const given = pluginWithEngine(adapter);
  const secret = "hunter22-of-the-program";
  const shown = "\\u001b]0;x\\u0007/[secret]/[secret]/[secret]";
  const create = (name: string) => given.driver.create(templates, { name, description: secretOnWire(secret) });
  const saidMatching = (words: RegExp) => given.engine.messages.filter((message) => words.test(message));

  beforeEach(() => {
    given.engine.messages.length = 0;
  });
  afterEach(() => expect(given.engine.messages.join("\n")).not.toContain(secret));

  test("the finalizers that a deletion waits for are shown without secrets and control characters", async () => {
    const kept = await create("waiting");
    const object = adapter.platform.store.get("spacetemplates", "waiting");
    if (!object) throw new Error("The object was not created");
    const hex = Buffer.from(secret).toString("hex");
    const words = ["\u001b]0;x\u0007", secret, hex, adapter.platform.accessKey].join("/");
    adapter.platform.store.write("spacetemplates", {
      ...object,
      metadata: { ...object.metadata, finalizers: [words] },
    });
    const deleted = given.driver.delete(templates, kept, 1);
    await given.engine.received(`waiting for ${shown}, `);
    await expect(deleted).rejects.toThrow(shown);
  });

  test("a warning of the platform and the reason of a retry are shown without secrets", async () => {
    const kept = await create("warned");
    const headers = { warning: `299 - "${secret} and ${adapter.platform.accessKey}"` };
    const action = { status: 503, headers, body: `no: ${secret}` };
    adapter.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 1, action });
    await given.driver.read(templates, kept);
    await given.engine.received("[secret] and [secret]");
    await given.engine.received('returned "no: [secret]"');
  });

  test.each([
    [429, undefined, "no: [secret]"],
    [503, undefined, "no: [secret]"],
    [503, 120, "the reason is not shown"],
  ])("a failed update shows no secret of another client: %p, Retry-After %p", async (status, retryAfter, reason) => {
    const name = `quoted-${status}-${retryAfter}`;
    // A plain word is masked only in a response, if it is known by then.
    const theirs = "magnolia";
    const kept = await given.driver.create(templates, { name });
    const charts = [{ name: "web", password: theirs }];
    await editAsColleague(adapter.platform, `spacetemplates/${name}`, { spec: { template: { charts } } });
    const headers = { warning: `299 - "saw ${theirs}"` };
    const action = { status, retryAfter, headers, body: `no: ${theirs}` };
    adapter.platform.faults.add({ method: "PATCH", name, times: 99, action });
    // The pauses between all attempts can take three seconds.
    const timeout = retryAfter === undefined ? 30 : 2;
    const update = given.driver.update(templates, kept, { ...kept.inputs, displayName: "b" }, { timeout });
    const message = await failureOf(update);
    expect(message).toContain(reason);
    expect(message).not.toContain(theirs);
    if (retryAfter === undefined)
      for (const shown of ["Trying again", "saw [secret]"]) await given.engine.received(shown);
    expect(saidMatching(/magnolia/)).toEqual([]);
  });

  const adoption = /was in the project already and is taken as it is/;

  test("the adoption of a virtual cluster is warned of, as is a delete that retains it then", async () => {
    const first = await given.driver.create(imports, importInputs("held"));
    expect(saidMatching(adoption)).toEqual([]);
    await given.driver.create(imports, importInputs("held"));
    await given.engine.received('"web/held" was in the project already');
    await given.driver.delete(imports, first);
    await given.engine.received("also has it. Only this resource leaves the state");
    expect(saidMatching(adoption)).toHaveLength(1);
  });

  test("a delete that keeps a virtual cluster is warned of, with the command that deletes it", async () => {
    for (const policy of ["delete", "retain"] as const) {
      const kept = await given.driver.create(imports, importInputs(`stays-${policy}`, policy));
      await given.driver.delete(imports, kept);
      await given.engine.received(
        `"web/stays-${policy}" is no longer managed; the virtual cluster stays in the project. If nobody needs it, delete it: kubectl delete virtualclusterinstances.management.loft.sh --server ${adapter.platform.baseUrl}/kubernetes/management --namespace p-web stays-${policy}`,
      );
    }
  });

  test("an import warns about an object that another resource may have, and about no foreign one", async () => {
    const importOf = (type: string, id: string) => given.driver.import(type, id);
    await createAsColleague(adapter.platform, "spacetemplates", { kind: templates, metadata: { name: "theirs" } });
    await importOf(templates, "theirs");
    await create("imported");
    await importOf(templates, "imported");
    await given.engine.received(
      'SpaceTemplate "imported" was made by this stack. If another resource in the state has',
    );
    expect(saidMatching(/theirs/)).toEqual([]);
  });

  test("a resumed import of our own virtual cluster is no adoption", async () => {
    const fault = { kind: "ProjectImportVirtualCluster", times: 1, action: { status: 201, body: {} } };
    adapter.platform.faults.add({ method: "POST", ...fault });
    const unfinished = await unfinishedOf(given.driver.create(imports, importInputs("own"), { timeout: 1 }));
    await adapter.driver.create(imports, importInputs("own"));
    await given.driver.update(imports, unfinished, importInputs("own"));
    // A later warning, so that all earlier ones have arrived.
    const retained = importInputs("own", "retain");
    await given.driver.delete(imports, { ...unfinished, inputs: retained, state: retained });
    await given.engine.received('"web/own" is no longer managed');
    expect(saidMatching(adoption)).toEqual([]);
  });

  test("a platform that shows no virtual clusters is warned of once", async () => {
    const action = { status: 404, body: "404 page not found\n" };
    adapter.platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 1000, action });
    const [first] = [
      await given.driver.create(imports, importInputs("first", "retain")),
      await given.driver.create(imports, importInputs("second", "retain")),
    ];
    await given.engine.received("does not show the virtual clusters of projects");
    await given.driver.delete(imports, first);
    await given.engine.received('"web/first" is no longer managed');
    expect(saidMatching(/does not show the virtual clusters/)).toHaveLength(1);
  });
});

onServerThatHidesKeys((adapter) => {
  const given = pluginWithEngine(adapter);
  const warning = "the platform's response to its create does not show the key's value";
  let mutator: Awaited<ReturnType<typeof startMutator>>;

  /** A platform that shows no key, not even in the response to its create. */
  beforeAll(async () => {
    mutator = await startMutator(adapter.platform.baseUrl);
    mutator.change = ({ status, body }) => {
      if (status >= 300) return body;
      const { key: _key, ...spec } = (body as { spec?: Record<string, unknown> }).spec ?? {};
      return { ...(body as object), spec };
    };
  });
  afterAll(() => mutator.close());

  beforeEach(async () => {
    const config = { baseUrl: mutator.baseUrl, accessKey: adapter.platform.accessKey };
    await configurePlugin(given.driver.plugin, config);
    given.engine.messages.length = 0;
  });

  const checked = async (name: string, more = {}) =>
    (await given.driver.check(keys, { name, user: "ci", ttl: 60, scope: { allowCli: true }, ...more })).inputs;

  test("a create whose response shows no key is kept, with a warning", async () => {
    const { state } = await given.driver.create(keys, await checked("untold"));
    await given.engine.received(warning);
    expect([state.key, state.uid]).toEqual([undefined, adapter.stored("ownedaccesskeys", "untold").metadata.uid]);
  });

  test("a resumed create whose response shows no key has the same warning", async () => {
    const inputs = await checked("resumed");
    adapter.platform.faults.add({ method: "POST", name: "resumed", times: 1, action: { status: 503 } });
    adapter.platform.faults.add({ method: "GET", name: "resumed", times: 100, action: { status: 403 } });
    const failed = await unfinishedOf(given.driver.create(keys, inputs));
    adapter.platform.faults.clear();
    await given.driver.update(keys, { ...failed, inputs }, inputs);
    await given.engine.received(warning);
  });

  test("a preview and a supplied value have no warning", async () => {
    await given.driver.create(keys, await checked("tried"), { preview: true });
    await given.driver.create(keys, await checked("supplied", { key: "the-supplied-key-123" }));
    await given.driver.create(keys, await checked("last"));
    await given.engine.received(warning);
    expect(given.engine.messages.filter((message) => message.includes(warning))).toHaveLength(1);
  });
});
