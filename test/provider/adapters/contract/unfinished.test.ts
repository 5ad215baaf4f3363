import {
  isPlugin,
  keyOf,
  readUnfinished,
  refreshed,
  type Unfinished,
  unfinishedOf,
  withoutOutputs,
} from "../../../support/contract";
import type { FaceUnderTest } from "../../../support/faceUnderTest";
import { onBothFaces } from "../../../support/faceUnderTest";
import { deleteAsColleague, statusWithKey, writesOf } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const templates = "SpaceTemplate";
const madeBefore = "this stack made an object of this name before";

/** A create whose response is lost, and after which nothing can be read. */
async function unfinishedCreate(
  face: FaceUnderTest,
  [type, news]: [string, Wire],
  action: "reset-after" | "reset-before" = "reset-after",
): Promise<{ failed: Unfinished; inputs: Wire }> {
  const { inputs } = await face.driver.check(type, news);
  face.platform.faults.add({ method: "POST", kind: type, times: 1, action });
  face.platform.faults.add({ method: "GET", kind: type, times: 100, action: { status: 403 } });
  const failed = await unfinishedOf(face.driver.create(type, inputs));
  face.platform.faults.clear();
  face.platform.requests.length = 0;
  return { failed, inputs };
}

describe("an unfinished create", () => {
  onBothFaces((face) => {
    const stored = (name: string) => face.platform.store.get("spacetemplates", name);

    /** The state of a create that no one has seen the end of. */
    const unseen = async (name: string, __createNonce?: string) => {
      const kept = await withoutOutputs(face, templates, name, { name });
      return { ...kept, state: { ...kept.state, ...(__createNonce && { __createNonce }) } };
    };

    test("whose name is taken is gone for a read, and its delete does not touch the foreign object", async () => {
      await face.create(templates, { name: "elsewhere" });
      await face.merge("spacetemplates/elsewhere", {
        metadata: { labels: { "pulumi-vcluster-platform/owner": "other" } },
      });
      const kept = await unseen("elsewhere", "of-another-create");
      expect(await face.driver.read(templates, kept)).toBeUndefined();
      await face.driver.delete(templates, kept);
      expect(stored("elsewhere")).toBeDefined();
      await expect(face.driver.update(templates, kept, kept.inputs)).rejects.toThrow(/pulumi import|with the plugin/);
    });

    test("that made the object is continued by a read, an update and a delete", async () => {
      await face.create(templates, { name: "made" });
      const { annotations } = face.stored("spacetemplates", "made").metadata;
      const kept = await unseen("made", annotations["pulumi-vcluster-platform/create-nonce"]);
      expect((await refreshed(face, templates, kept)).state.uid).toBeDefined();
      expect((await face.driver.update(templates, kept, kept.inputs)).state.uid).toBeDefined();
      await face.driver.delete(templates, kept);
      expect(stored("made")).toBeUndefined();
    });

    test("keeps the note that its name was generated", async () => {
      const { failed } = await unfinishedCreate(face, [templates, {}]);
      const declared = isPlugin(face.driver) ? failed.inputs : failed.state.__inputs;
      expect(declared).toMatchObject({ __defaults: ["name"] });
    });
  });
});

onBothFaces(
  (face) => {
    const stored = (name: string) => face.platform.store.get("ownedaccesskeys", name);
    const uidOf = (name: string) => stored(name)?.metadata.uid;
    const update = (kept: Kept, news = kept.inputs) => face.driver.update(type, kept, news);
    const read = (kept: Kept) => readUnfinished(face, type, kept);
    const expectActive = async (kept: Kept) => expect(await statusWithKey(face.platform, keyOf(kept))).toBe(200);
    const unfinished = async (name: string, more: Wire = {}, action?: "reset-after" | "reset-before") => {
      const { failed, inputs } = await unfinishedCreate(face, [type, { name, user: "ci", ...more }], action);
      return { ...failed, inputs };
    };

    /** A create whose response is lost, and the requests that it sends. */
    const createLost = async (name: string, more: Wire = {}) => {
      face.platform.faults.add({ method: "POST", name, action: "reset-after" });
      return face.create(type, { name, user: "ci", ...more });
    };

    /** The same object, as another create of this stack makes it. */
    const madeByAnother = async (name: string): Promise<string> => {
      face.platform.store.remove("ownedaccesskeys", name);
      const { state } = await face.create(type, { name, user: "ci" });
      face.platform.requests.length = 0;
      return String(state.uid);
    };

    test("a key whose response was lost is deleted and created again", async () => {
      const kept = await createLost("lost");
      expect(face.sent()).toEqual(["POST 0", "GET 200", "DELETE 200", "GET 404", "POST 201"]);
      expect(face.platform.requests.find(({ method }) => method === "DELETE")?.body).toContain('"uid"');
      await expectActive(kept);
    });

    test("a supplied key whose response was lost is adopted", async () => {
      expect(keyOf(await createLost("given", { key: "the-supplied-key" }))).toBe("the-supplied-key");
      expect(face.sent()).toEqual(["POST 0", "GET 200"]);
    });

    test("an unfinished key is created again by the next update, whose state has no mark of the create", async () => {
      const kept = await update(await unfinished("again"));
      expect(writesOf(face.platform)).toEqual(["DELETE ownedaccesskeys/again", "POST ownedaccesskeys"]);
      await expectActive(kept);
      expect(kept.state).not.toHaveProperty("__createNonce");
      expect(kept.state.externalChange).toBeNull();
    });

    test("a field of an unfinished key that others removed is the base of the next update after a read", async () => {
      const before = await unfinished("edited", { description: "first", conflictPolicy: "fail" });
      await face.merge("ownedaccesskeys/edited", { spec: { description: null } });
      const wanted = { ...before.inputs, description: "second", key: "the-supplied-key" };
      await expect(update(before, wanted)).rejects.toThrow(/description was changed .* Run pulumi refresh/);
      const seen = await read(before);
      expect(seen.inputs.description).toBeUndefined();
      await update(seen, wanted);
      expect(stored("edited")?.spec.description).toBe("second");
    });

    test("the user of an unfinished key is updated in place", async () => {
      const before = await unfinished("given-away");
      await face.merge("ownedaccesskeys/given-away", { spec: { user: "somebody-else" } });
      const seen = await read(before);
      expect([seen.inputs.user, seen.state.user]).toEqual(["ci", "somebody-else"]);
      const wanted = { ...before.inputs, key: "the-supplied-key" };
      expect((await face.driver.diff(type, seen, wanted)).replaces).toBe(false);
      await update(seen, wanted);
      expect(stored("given-away")?.spec.user).toBe("ci");
    });

    test("a read leaves an unfinished key unfinished, and writes nothing", async () => {
      const before = await unfinished("read");
      const seen = await read(before);
      expect(writesOf(face.platform)).toEqual([]);
      expect(seen).toMatchObject({ id: "read", inputs: before.inputs });
      expect(seen.state).toMatchObject({ __createNonce: before.state.__createNonce });
      expect(seen.state.uid).toBeNull();
      expect((await face.driver.diff(type, seen, before.inputs)).changes).toBe(true);
      await expectActive(await update(seen, before.inputs));
    });

    test("an unfinished key that is being deleted stays unfinished, and the next update waits for its end", async () => {
      const before = await unfinished("ending", { key: "the-supplied-key-of-ending", finalizers: ["x.test/keep"] });
      await deleteAsColleague(face.platform, "ownedaccesskeys/ending");
      const seen = await read(before);
      expect(seen.state.externalChange).toContain("its create did not come to an end");
      const uid = uidOf("ending");
      const updating = update(before);
      await face.merge("ownedaccesskeys/ending", { metadata: { finalizers: null } });
      expect((await updating).state.uid).not.toBe(uid);
    });

    test("a key that a read does not find may still come, and stays unfinished", async () => {
      const before = await unfinished("coming", {}, "reset-before");
      expect(stored("coming")).toBeUndefined();
      const kept = await update(await read(before), before.inputs);
      expect(writesOf(face.platform)).toEqual(["POST ownedaccesskeys"]);
      await expectActive(kept);
    });

    test("a key that another create of this stack made is not touched", async () => {
      const before = await unfinished("foreign");
      const uid = await madeByAnother("foreign");
      expect(await face.driver.read(type, before)).toBeUndefined();
      await face.driver.delete(type, before);
      await expect(update(before)).rejects.toThrow(madeBefore);
      expect(uidOf("foreign")).toBe(uid);
      expect(writesOf(face.platform)).toEqual([]);
    });

    test("an unfinished state from a backup does not delete a key that is in use", async () => {
      const before = await unfinished("restored");
      const kept = await update(before);
      // A key that was used has a holder.
      await expectActive(kept);
      face.platform.requests.length = 0;
      await expect(update(before)).rejects.toThrow(/it has been used since.* run pulumi refresh, which forgets/);
      expect(await face.driver.read(type, before)).toBeUndefined();
      await face.driver.delete(type, before);
      expect(writesOf(face.platform)).toEqual([]);
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
