import type { AdapterUnderTest } from "../../../support/adapterUnderTest";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import {
  isPlugin,
  keyOf,
  readUnfinished,
  refreshed,
  type Unfinished,
  unfinishedOf,
  withoutOutputs,
} from "../../../support/contract";
import { deleteAsColleague, statusWithKey, writesOf } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const templates = "SpaceTemplate";
const madeBefore = "this stack made an object of this name before";

/** A create whose response is lost, and after which nothing can be read. */
async function unfinishedCreate(
  adapter: AdapterUnderTest,
  [type, news]: [string, Wire],
  action: "reset-after" | "reset-before" = "reset-after",
): Promise<{ failed: Unfinished; inputs: Wire }> {
  const { inputs } = await adapter.driver.check(type, news);
  adapter.platform.faults.add({ method: "POST", kind: type, times: 1, action });
  adapter.platform.faults.add({ method: "GET", kind: type, times: 100, action: { status: 403 } });
  const failed = await unfinishedOf(adapter.driver.create(type, inputs));
  adapter.platform.faults.clear();
  adapter.platform.requests.length = 0;
  return { failed, inputs };
}

describe("an unfinished create", () => {
  onBothAdapters((adapter) => {
    const stored = (name: string) => adapter.platform.store.get("spacetemplates", name);

    /** The state of a create that no one has seen the end of. */
    const unseen = async (name: string, __createNonce?: string) => {
      const kept = await withoutOutputs(adapter, templates, name, { name });
      return { ...kept, state: { ...kept.state, ...(__createNonce && { __createNonce }) } };
    };

    test("whose name is taken is gone for a read, and its delete does not touch the foreign object", async () => {
      await adapter.create(templates, { name: "elsewhere" });
      await adapter.merge("spacetemplates/elsewhere", {
        metadata: { labels: { "pulumi-vcluster-platform/owner": "other" } },
      });
      const kept = await unseen("elsewhere", "of-another-create");
      expect(await adapter.driver.read(templates, kept)).toBeUndefined();
      await adapter.driver.delete(templates, kept);
      expect(stored("elsewhere")).toBeDefined();
      await expect(adapter.driver.update(templates, kept, kept.inputs)).rejects.toThrow(
        /pulumi import|with the plugin/,
      );
    });

    test("that made the object is continued by a read, an update and a delete", async () => {
      await adapter.create(templates, { name: "made" });
      const { annotations } = adapter.stored("spacetemplates", "made").metadata;
      const kept = await unseen("made", annotations["pulumi-vcluster-platform/create-nonce"]);
      expect((await refreshed(adapter, templates, kept)).state.uid).toBeDefined();
      expect((await adapter.driver.update(templates, kept, kept.inputs)).state.uid).toBeDefined();
      await adapter.driver.delete(templates, kept);
      expect(stored("made")).toBeUndefined();
    });

    test("keeps the note that its name was generated", async () => {
      const { failed } = await unfinishedCreate(adapter, [templates, {}]);
      const declared = isPlugin(adapter.driver) ? failed.inputs : failed.state.__inputs;
      expect(declared).toMatchObject({ __defaults: ["name"] });
    });
  });
});

onBothAdapters(
  (adapter) => {
    const stored = (name: string) => adapter.platform.store.get("ownedaccesskeys", name);
    const uidOf = (name: string) => stored(name)?.metadata.uid;
    const update = (kept: Kept, news = kept.inputs) => adapter.driver.update(type, kept, news);
    const read = (kept: Kept) => readUnfinished(adapter, type, kept);
    const expectActive = async (kept: Kept) => expect(await statusWithKey(adapter.platform, keyOf(kept))).toBe(200);
    const unfinished = async (name: string, more: Wire = {}, action?: "reset-after" | "reset-before") => {
      const { failed, inputs } = await unfinishedCreate(adapter, [type, { name, user: "ci", ...more }], action);
      return { ...failed, inputs };
    };

    /** A create whose response is lost, and the requests that it sends. */
    const createLost = async (name: string, more: Wire = {}) => {
      adapter.platform.faults.add({ method: "POST", name, action: "reset-after" });
      return adapter.create(type, { name, user: "ci", ...more });
    };

    /** The same object, as another create of this stack makes it. */
    const madeByAnother = async (name: string): Promise<string> => {
      adapter.platform.store.remove("ownedaccesskeys", name);
      const { state } = await adapter.create(type, { name, user: "ci" });
      adapter.platform.requests.length = 0;
      return String(state.uid);
    };

    test("a key whose response was lost is deleted and created again", async () => {
      const kept = await createLost("lost");
      expect(adapter.sent()).toEqual(["POST 0", "GET 200", "DELETE 200", "POST 201"]);
      expect(adapter.platform.requests.find(({ method }) => method === "DELETE")?.body).toContain('"uid"');
      await expectActive(kept);
    });

    test("a supplied key whose response was lost is adopted", async () => {
      expect(keyOf(await createLost("given", { key: "the-supplied-key" }))).toBe("the-supplied-key");
      expect(adapter.sent()).toEqual(["POST 0", "GET 200"]);
    });

    test("an unfinished key is created again by the next update, whose state has no mark of the create", async () => {
      const kept = await update(await unfinished("again"));
      expect(writesOf(adapter.platform)).toEqual(["DELETE ownedaccesskeys/again", "POST ownedaccesskeys"]);
      await expectActive(kept);
      expect(kept.state).not.toHaveProperty("__createNonce");
      expect(kept.state.externalChange).toBeNull();
    });

    test("a field of an unfinished key that others removed is the base of the next update after a read", async () => {
      const before = await unfinished("edited", { description: "first", conflictPolicy: "fail" });
      await adapter.merge("ownedaccesskeys/edited", { spec: { description: null } });
      const wanted = { ...before.inputs, description: "second", key: "the-supplied-key" };
      await expect(update(before, wanted)).rejects.toThrow(/description was changed .* Run pulumi refresh/);
      const seen = await read(before);
      expect(seen.inputs.description).toBeUndefined();
      await update(seen, wanted);
      expect(stored("edited")?.spec.description).toBe("second");
    });

    test("the user of an unfinished key is set back", async () => {
      const before = await unfinished("given-away");
      await adapter.merge("ownedaccesskeys/given-away", { spec: { user: "somebody-else" } });
      const seen = await read(before);
      expect([seen.inputs.user, seen.state.user]).toEqual(["ci", "somebody-else"]);
      const wanted = { ...before.inputs, key: "the-supplied-key" };
      expect((await adapter.driver.diff(type, seen, wanted)).replaces).toBe(false);
      await update(seen, wanted);
      expect(stored("given-away")?.spec.user).toBe("ci");
    });

    test("a read leaves an unfinished key unfinished, and writes nothing", async () => {
      const before = await unfinished("read");
      const seen = await read(before);
      expect(writesOf(adapter.platform)).toEqual([]);
      expect(seen).toMatchObject({ id: "read", inputs: before.inputs });
      expect(seen.state).toMatchObject({ __createNonce: before.state.__createNonce });
      expect(seen.state.uid).toBeNull();
      expect((await adapter.driver.diff(type, seen, before.inputs)).changes).toBe(true);
      await expectActive(await update(seen, before.inputs));
    });

    test("an unfinished key that is being deleted stays unfinished, and the next update waits for its end", async () => {
      const before = await unfinished("ending", { key: "the-supplied-key-of-ending", finalizers: ["x.test/keep"] });
      await deleteAsColleague(adapter.platform, "ownedaccesskeys/ending");
      const seen = await read(before);
      expect(seen.state.externalChange).toContain("its create did not come to an end");
      const uid = uidOf("ending");
      const updating = update(before);
      await adapter.merge("ownedaccesskeys/ending", { metadata: { finalizers: null } });
      expect((await updating).state.uid).not.toBe(uid);
    });

    test("a key that a read does not find may still come, and stays unfinished", async () => {
      const before = await unfinished("coming", {}, "reset-before");
      expect(stored("coming")).toBeUndefined();
      const kept = await update(await read(before), before.inputs);
      expect(writesOf(adapter.platform)).toEqual(["POST ownedaccesskeys"]);
      await expectActive(kept);
    });

    test("a key that another create of this stack made is not touched", async () => {
      const before = await unfinished("foreign");
      const uid = await madeByAnother("foreign");
      expect(await adapter.driver.read(type, before)).toBeUndefined();
      await adapter.driver.delete(type, before);
      await expect(update(before)).rejects.toThrow(madeBefore);
      expect(uidOf("foreign")).toBe(uid);
      expect(writesOf(adapter.platform)).toEqual([]);
    });

    test("an unfinished state from a backup does not delete a key that is in use", async () => {
      const before = await unfinished("restored");
      const kept = await update(before);
      // A key that was used has a holder.
      await expectActive(kept);
      adapter.platform.requests.length = 0;
      await expect(update(before)).rejects.toThrow(/it has been used since.* run pulumi refresh, which forgets/);
      expect(await adapter.driver.read(type, before)).toBeUndefined();
      await adapter.driver.delete(type, before);
      expect(writesOf(adapter.platform)).toEqual([]);
      await expectActive(kept);
    });

    test("a resumed create whose result was not stored is resumed again, and ends with one key", async () => {
      const before = await unfinished("twice", {}, "reset-before");
      // The provider is killed during this update: the object is made, the state is the old one.
      await update(before);
      const killed = uidOf("twice");
      const kept = await update(before);
      expect(kept.state.uid).toBe(uidOf("twice"));
      expect(kept.state.uid).not.toBe(killed);
      await expectActive(kept);
    });
  },
  [{ hideKeys: true }],
);
