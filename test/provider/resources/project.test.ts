import { setTimeout } from "node:timers/promises";
import { onServers } from "../../support/adapterUnderTest";
import { startFakeEngine } from "../../support/fakeEngine";
import { createAsColleague, deleteAsColleague, editAsColleague, writesOf } from "../../support/http";
import { type PluginDriver, startDriver, unknownOnWire, type Wire } from "../../support/pluginDriver";
import { rejection } from "../api/scriptedServer";

onServers<PluginDriver>(
  startDriver,
  (adapter) => {
    const project = (name: string, more: Wire = {}) => adapter.create("Project", { name, ...more });
    const deletes = () => writesOf(adapter.platform).filter((write) => write.startsWith("DELETE"));
    const instance = (kind: string, namespace: string, name: string, metadata = {}) =>
      createAsColleague(adapter.platform, `namespaces/${namespace}/${kind.toLowerCase()}s`, {
        kind,
        metadata: { name, ...metadata },
        spec: {},
      });

    test("the namespace is an output, in each operation and lookup, and known in a preview", async () => {
      const kept = await project("shop");
      const read = await adapter.driver.read("Project", kept);
      const imported = await adapter.driver.import("Project", "shop");
      const changed = { ...kept.inputs, displayName: "Shop" };
      const updated = await adapter.driver.update("Project", kept, changed);
      const planned = await adapter.driver.update("Project", kept, changed, { preview: true });
      for (const each of [kept, read, imported, updated, planned]) expect(each?.state.namespace).toBe("p-shop");
      expect(imported?.inputs).not.toHaveProperty("namespace");
      const created = await adapter.driver.create("Project", kept.inputs, { preview: true });
      expect(created.state.namespace).toBe(unknownOnWire);
      expect(await adapter.driver.invoke("getProject", { name: "shop" })).toMatchObject({ namespace: "p-shop" });
      const { items } = await adapter.driver.invoke("listProjects", {});
      expect(items).toContainEqual(expect.objectContaining({ name: "shop", namespace: "p-shop" }));
    });

    test("a project with virtual clusters or spaces of others stays, and the error names them", async () => {
      const kept = await project("busy");
      await instance("VirtualClusterInstance", "p-busy", "one");
      await instance("SpaceInstance", "p-busy", "two", {
        labels: { "pulumi-vcluster-platform/owner": "0123456789012345678901234567890123456789" },
      });
      const { message } = await rejection(adapter.driver.delete("Project", kept));
      expect(message).toMatch(
        /Cannot delete Project "busy": 2 that this stack has not made would go with it: virtualclusterinstances\/one, spaceinstances\/two\. Delete them in namespace p-busy first, or set forceDelete/,
      );
      expect(deletes()).toEqual([]);
      const forced = await adapter.driver.update("Project", kept, { ...kept.inputs, forceDelete: true });
      await adapter.driver.delete("Project", forced);
      expect(adapter.platform.store.list("virtualclusterinstances")).toEqual([]);
    });

    test("objects of this stack, and those that are being deleted, keep no project", async () => {
      const kept = await project("calm");
      const { labels } = adapter.stored("projects", "calm").metadata;
      await instance("SpaceInstance", "p-calm", "ours", { labels });
      await instance("SpaceInstance", "p-calm", "going", { finalizers: ["example.test/theirs"] });
      const path = "namespaces/p-calm/spaceinstances/going";
      await deleteAsColleague(adapter.platform, path);
      const done = adapter.driver.delete("Project", kept);
      const isSent = async () => {
        while (deletes().length === 0) await setTimeout(5);
      };
      await Promise.race([done, isSent()]);
      await editAsColleague(adapter.platform, path, { metadata: { finalizers: null } });
      await done;
      expect(await adapter.driver.read("Project", kept)).toBeUndefined();
    });

    test("a platform without spaces has none to lose", async () => {
      const kept = await project("plain");
      const body = "404 page not found";
      adapter.platform.faults.add({ verb: "list", kind: "spaceinstances", times: 1, action: { status: 404, body } });
      await adapter.driver.delete("Project", kept);
      expect(await adapter.driver.read("Project", kept)).toBeUndefined();
    });

    test("a project whose contents cannot be seen stays", async () => {
      const kept = await project("hidden");
      adapter.platform.faults.add({ verb: "list", kind: "spaceinstances", times: 1, action: { status: 403 } });
      await expect(adapter.driver.delete("Project", kept)).rejects.toThrow("403");
      expect(deletes()).toEqual([]);
    });

    test("the preview of a replacement says what it destroys, and sends no request", async () => {
      const engine = await startFakeEngine();
      const settings = { baseUrl: adapter.platform.baseUrl, accessKey: adapter.platform.accessKey };
      const driver = await startDriver(settings, { engineAddress: engine.address });
      const kept = { id: "old", inputs: { name: "old" }, state: { name: "old", uid: "u1" } };
      expect(await driver.diff("Project", kept, { name: "old", displayName: "New" })).toMatchObject({
        replaces: false,
      });
      expect(await driver.diff("Project", kept, { name: "new" })).toMatchObject({ replaces: true });
      await engine.received("Deleting a project deletes all that is in it");
      await driver.close();
      engine.close();
      expect(engine.messages).toHaveLength(1);
      expect(adapter.platform.requests).toEqual([]);
    });

    test.each<[string, unknown, unknown, unknown]>([
      ["a declared empty list stays", [], [], []],
      ["an absent list is null on the platform", undefined, null, undefined],
      ["null from another client allows all", [], null, undefined],
      ["an empty list from another client allows none", [{ name: "a" }], [], []],
    ])("node types: %s", async (name, declared, live, expected) => {
      const lists = declared === undefined ? {} : { allowedNodeTypes: declared };
      const kept = await project(name.replaceAll(" ", "-"), lists);
      await adapter.merge(`projects/${kept.id}`, { spec: { allowedNodeTypes: live } });
      const read = await adapter.driver.read("Project", kept);
      expect(read?.inputs.allowedNodeTypes).toEqual(expected);
      const { changes } = await adapter.driver.diff("Project", { ...kept, ...read }, kept.inputs);
      expect(changes).toBe(JSON.stringify(declared) !== JSON.stringify(expected));
    });

    test("none and all node types are set in place", async () => {
      const kept = await project("types", { allowedNodeTypes: [{ name: "a" }] });
      const none = await adapter.driver.update("Project", kept, { ...kept.inputs, allowedNodeTypes: [] });
      expect(adapter.stored("projects", "types").spec.allowedNodeTypes).toEqual([]);
      const { allowedNodeTypes: _, ...all } = none.inputs;
      await adapter.driver.update("Project", none, all);
      expect(adapter.stored("projects", "types").spec.allowedNodeTypes).toBeNull();
    });
  },
  [{ api: 4, omitEmpty: true, namespaceMs: 0 }],
);
