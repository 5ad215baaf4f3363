import { setTimeout } from "node:timers/promises";
import type { Fault } from "../../../../emulator/faults/fault";
import { onPlugin } from "../../../support/adapterUnderTest";
import { failureOf } from "../../../support/contract";
import { configurePlugin, type Kept, unknownOnWire, type Wire } from "../../../support/pluginDriver";
import { pluginWithEngine } from "../../../support/pluginWithEngine";
import { startProxyWithoutDryRun } from "../../../support/startProxyWithoutDryRun";

const type = "SpaceTemplate";
const probe = "DELETE 422";
const preview = { preview: true };
const secret = "supplied-key-canary-0123456789";
// Check does not count bytes; the platform takes 256 KiB in all.
const tooLong = { annotations: { note: "x".repeat(256 * 1024) } };
const plurals = ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances", "projects"];

const rulesFor = (...verbs: string[]) => [
  { verbs, resources: [{ group: "management.loft.sh", resources: ["spacetemplates"] }] },
];

onPlugin((adapter) => {
  const given = pluginWithEngine(adapter);
  const stored = () =>
    JSON.stringify([
      adapter.platform.store.resourceVersion,
      ...plurals.map((each) => adapter.platform.store.list(each)),
    ]);
  const failProbe = (action: Fault["action"]) =>
    adapter.platform.faults.add({ method: "DELETE", kind: "spacetemplates", times: 1, action });
  const create = (news: Wire, kind = type) => given.driver.create(kind, news, preview);
  const update = (kept: Kept, news: Wire) => given.driver.update(type, kept, { ...kept.inputs, ...news }, preview);
  const kept = (name: string) => adapter.create(type, { name, displayName: "a", description: "a" });

  /** A new session with checked previews; no request and no message are recorded yet. */
  const configure = async (settings: Record<string, string> = {}) => {
    const { baseUrl, accessKey } = adapter.platform;
    await configurePlugin(given.driver.plugin, { baseUrl, accessKey, serverSideDryRun: "true", ...settings });
    adapter.platform.requests.length = 0;
    given.engine.messages.length = 0;
  };

  /** Runs previews, after which no byte of the stored objects may have changed. */
  const inPreview = async (run: () => Promise<unknown>, settings: Record<string, string> = {}) => {
    await configure(settings);
    const before = stored();
    await run();
    expect(stored()).toBe(before);
  };

  const expectRefused = (previewed: () => Promise<unknown>, words: string) =>
    inPreview(() => expect(previewed()).rejects.toThrow(words));

  describe("the preview of a create", () => {
    test("sends a dry run after one probe, and plans what an unchecked preview plans", () =>
      inPreview(async () => {
        const { inputs } = await given.driver.check("OwnedAccessKey", { name: "fine", user: "ci", key: secret });
        const planned = await create(inputs, "OwnedAccessKey");
        expect(planned).toEqual(await adapter.driver.create("OwnedAccessKey", inputs, preview));
        expect(adapter.sent()).toEqual([probe, "POST 201"]);
        await create({ ...inputs, name: "fine-2" }, "OwnedAccessKey");
        expect(adapter.sent()).toEqual([probe, "POST 201", "POST 201"]);
      }));

    test("shows the platform's refusal, but no secret", () =>
      inPreview(async () => {
        const annotations = { ...tooLong.annotations, secret };
        const failure = await failureOf(create({ name: "long", key: secret, annotations }, "OwnedAccessKey"));
        expect(failure).toContain('property "annotations": Too long: may not be more than 262144 bytes');
        expect(failure).not.toContain(secret);
        expect(adapter.sent()).toEqual([probe, "POST 422"]);
      }));

    test.each<[string, string, Wire, Record<string, string>]>([
      [
        "with an unknown input",
        type,
        { name: "later", ...tooLong, access: [{ users: [unknownOnWire], verbs: ["get"] }] },
        {},
      ],
      ["of a provider with an unknown setting", type, { name: "later", ...tooLong }, { baseUrl: unknownOnWire }],
      [
        "of an import, whose endpoint has no dry run",
        "VirtualClusterImport",
        { project: "nowhere", sourceVirtualCluster: { cluster: "c", namespace: "ns", name: "vc" } },
        {},
      ],
    ])("sends nothing: %s", (_, kind, news, settings) =>
      inPreview(async () => {
        await create(news, kind);
        expect(adapter.sent()).toEqual([]);
      }, settings),
    );
  });

  describe("the preview of an update", () => {
    test("sends a dry run after one probe, and plans what an unchecked preview plans", async () => {
      const before = await kept("calm");
      await inPreview(async () => {
        const planned = await update(before, { displayName: "b" });
        expect(adapter.sent()).toEqual([probe, "PATCH 200"]);
        const news = { ...before.inputs, displayName: "b" };
        expect(planned).toEqual(await adapter.driver.update(type, before, news, preview));
      });
    });

    test("shows a conflict", async () => {
      const before = await kept("contested");
      await adapter.merge("spacetemplates/contested", { spec: { displayName: "theirs" } });
      await expectRefused(() => update(before, { displayName: "ours" }), 'displayName was changed by "kubectl-edit"');
    });

    test("checks the create of an unfinished resource", () =>
      inPreview(async () => {
        const unfinished: Kept = { id: "half", inputs: { name: "half" }, state: { name: "half", __createNonce: "n" } };
        await update(unfinished, { displayName: "b" });
        expect(adapter.sent()).toEqual([probe, "POST 201"]);
        await expect(update(unfinished, tooLong)).rejects.toThrow("Too long");
      }));
  });

  test("without the setting a preview sends nothing", async () => {
    const before = await kept("silent");
    adapter.platform.requests.length = 0;
    await adapter.driver.create(type, { name: "silent-2", ...tooLong }, preview);
    await adapter.driver.update(type, before, { name: "silent", ...tooLong }, preview);
    expect(adapter.sent()).toEqual([]);
  });

  test("the timeout of one preview during the probe does not end another one", () =>
    inPreview(async () => {
      failProbe({ delayMs: 1500 });
      const hasty = given.driver.create(type, { name: "hasty" }, { ...preview, timeout: 1 });
      const patient = create({ name: "patient" });
      await expect(hasty).rejects.toThrow("the operation's time ran out");
      expect((await patient).id).toBe("patient");
      // The abandoned response would count in the next test.
      while (adapter.sent().length < 3) await setTimeout(20);
    }));

  test("on a platform that ignores dryRun previews only probe, and one warning says that nothing is checked", async () => {
    const before = await kept("unchecked");
    const proxy = await startProxyWithoutDryRun(adapter.platform.baseUrl);
    const run = async () => {
      await create({ name: "unchecked-2", ...tooLong });
      await create({ name: "unchecked" }, "OwnedAccessKey");
      await update(before, { displayName: "b" });
      expect(adapter.sent()).toEqual(["DELETE 404", "DELETE 404"]);
    };
    await inPreview(run, { baseUrl: proxy.baseUrl }).finally(proxy.close);
    // A later warning, so that all earlier ones have arrived.
    await given.driver.check("OwnedAccessKey", { name: "unchecked-key", rules: [] });
    await given.engine.received('property "rules"');
    const warnings = given.engine.messages.filter((message) => message.includes("serverSideDryRun"));
    expect(warnings).toEqual([expect.stringContaining("it does not support dryRun")]);
  });

  test("an access key without the right to delete gets unchecked previews and a warning", async () => {
    const creator = await adapter.create("OwnedAccessKey", {
      name: "creator",
      key: "creator",
      rules: rulesFor("create"),
    });
    await configure({ accessKey: "creator" });
    await create({ name: "unchecked", ...tooLong });
    expect(adapter.sent()).toEqual(["DELETE 403"]);
    await given.engine.received("the check whether it supports dryRun failed: DELETE spacetemplates/");
    expect((await given.driver.create(type, { name: "may-create" })).id).toBe("may-create");
    await adapter.driver.delete("OwnedAccessKey", creator);
  });
});
