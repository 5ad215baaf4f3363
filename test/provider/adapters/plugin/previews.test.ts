import { onPlugin } from "../../../support/adapterUnderTest";
import { failureOf, keyOf, plainOf, refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import { startFakeEngine } from "../../../support/fakeEngine";
import { importInputs } from "../../../support/importInputs";
import {
  type Kept,
  type PluginDriver,
  secretOnWire,
  startDriver,
  unknownOnWire,
  type Wire,
} from "../../../support/pluginDriver";

type Shown = "known" | "unknown" | "absent";
type Previews = [create: Shown, update: Shown];

/** Inputs, their change in place, and each output in the previews of the create and the update. */
type Row = [type: string, inputs: Wire, change: Wire, outputs: Record<string, Previews>];

const known: Previews = ["known", "known"];
const unknown: Previews = ["unknown", "unknown"];
const absent: Previews = ["absent", "absent"];
const added: Previews = ["absent", "known"];
const constant: Previews = ["unknown", "known"];
/** What only the server sets on an object that an update in place writes. */
const ofServer = {
  uid: constant,
  creationTimestamp: constant,
  resourceVersion: unknown,
  generation: unknown,
  externalChange: absent,
};
const source = { cluster: "c", namespace: "n", name: "seen" };
const imports = { project: known, sourceVirtualCluster: known, deletionPolicy: added, name: absent };
const cluster = { virtualCluster: constant, namespace: constant };

const rows: Row[] = [
  [
    "SpaceTemplate",
    { name: "seen", displayName: "a", labels: { team: "a" }, template: { objects: "kind: A\napiVersion: v1" } },
    { displayName: "b", description: "new" },
    {
      name: known,
      displayName: known,
      description: added,
      labels: known,
      template: known,
      access: absent,
      ...ofServer,
    },
  ],
  [
    "OwnedAccessKey",
    { name: "seen", user: "ci", ttl: 3600 },
    { displayName: "b", groups: ["g"] },
    {
      name: known,
      user: known,
      ttl: known,
      displayName: added,
      groups: added,
      key: constant,
      expiresAt: constant,
      lastActivity: unknown,
      ...ofServer,
    },
  ],
  [
    "OwnedAccessKey",
    { name: "seen-supplied", user: "ci", key: "supplied-key-0123456789" },
    { key: "another-key-0123456789" },
    // Without a ttl of the program's own, others may give the key one.
    { key: known, expiresAt: unknown },
  ],
  [
    "VirtualClusterImport",
    { project: "web", sourceVirtualCluster: source },
    { deletionPolicy: "delete" },
    // An update in place sends nothing here.
    { ...imports, ...cluster, ...ofServer, resourceVersion: constant, generation: constant },
  ],
];

const shownAs = (value: unknown): Shown =>
  value === undefined ? "absent" : plainOf(value) === unknownOnWire ? "unknown" : "known";

/** The outputs that the preview knows, as the state has them. */
const only = (state: Wire, planned: Wire) =>
  Object.fromEntries(
    Object.keys(planned)
      .filter((key) => shownAs(planned[key]) === "known")
      .map((key) => [key, plainOf(state[key])]),
  );

onPlugin((adapter) => {
  const preview = { preview: true };

  test.each(rows)("a preview of %s shows what is known: %j", async (type, inputs, change, outputs) => {
    const created = await adapter.driver.create(type, inputs, preview);
    expect(adapter.platform.requests).toEqual([]);
    const kept = await adapter.create(type, inputs);
    expect(created.id).toBe(kept.id);
    adapter.platform.requests.length = 0;
    const updated = await adapter.driver.update(type, kept, { ...inputs, ...change }, preview);
    expect(adapter.platform.requests).toEqual([]);

    const seen = Object.keys(outputs).map((key) => [key, [created, updated].map(({ state }) => shownAs(state[key]))]);
    expect(Object.fromEntries(seen)).toEqual(outputs);

    const after = await adapter.driver.update(type, kept, { ...inputs, ...change });
    expect(only(kept.state, created.state)).toEqual(only(created.state, created.state));
    expect(only(after.state, updated.state)).toEqual(only(updated.state, updated.state));
    await adapter.driver.delete(type, { ...after, inputs: { ...inputs, deletionPolicy: "delete" } });
  });

  test.each<[string, Wire, string]>([
    ["SpaceTemplate", { name: "n", description: unknownOnWire }, "n"],
    ["SpaceTemplate", { name: unknownOnWire }, ""],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: source }, "p/seen"],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: { ...source, importName: "i" } }, "p/i"],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: { ...source, name: unknownOnWire } }, ""],
  ])("the preview of a create has an id if its parts are known: %s %j → %j", async (type, inputs, id) => {
    expect((await adapter.driver.create(type, inputs, preview)).id).toBe(id);
  });

  const ttl = 3600;
  const ttlAfterLastActivity = true;

  test.each<[Wire, Wire, Shown]>([
    [{ ttl }, { ttl }, "known"],
    [{ ttl }, { ttl: 7200 }, "unknown"],
    [{ ttl }, {}, "unknown"],
    [{}, { ttl }, "unknown"],
    [{ ttl, ttlAfterLastActivity }, { ttl, ttlAfterLastActivity }, "unknown"],
    [{ ttl }, { ttl, ttlAfterLastActivity }, "unknown"],
    [{ ttl, ttlAfterLastActivity }, { ttl }, "unknown"],
  ])(
    "the preview of an update knows expiresAt if the ttl is from the creation: %j → %j",
    async (before, after, shown) => {
      const state = { uid: "u", creationTimestamp: "t", expiresAt: "2030-01-01T00:00:00Z" };
      const kept = { id: "k", inputs: { name: "k", ...before }, state };
      const planned = await adapter.driver.update("OwnedAccessKey", kept, { name: "k", ...after }, preview);
      expect(shownAs(planned.state.expiresAt)).toBe(shown);
    },
  );

  describe("an unfinished import with another importName", () => {
    const type = "VirtualClusterImport";
    const said = (name: string) => `its virtual cluster may be in the project as "${name}"`;

    test("is refused by preview and update, and after a read that found the virtual cluster too", async () => {
      await adapter.create(type, importInputs("wrong"));
      const kept = await withoutOutputs(adapter, type, "web/wrong", importInputs("wrong"));
      const corrected = importInputs("right");
      for (const options of [preview, {}])
        expect(await failureOf(adapter.driver.update(type, kept, corrected, options))).toContain(said("wrong"));
      const read = await refreshed(adapter, type, kept);
      const messages = await Promise.all(
        [preview, {}].map((options) => failureOf(adapter.driver.update(type, read, corrected, options))),
      );
      expect(messages).toEqual([expect.stringContaining('keeps the name "wrong"'), messages[0]]);
    });

    test("is created in preview and update after a read that found nothing of it", async () => {
      const { inputs: old } = await adapter.driver.check(type, importInputs("mistyped"));
      adapter.platform.faults.add({ kind: "ProjectImportVirtualCluster", times: 1, action: { status: 500 } });
      const failed = await unfinishedOf(adapter.driver.create(type, old));
      expect(await adapter.driver.read(type, { ...failed, inputs: old })).toBeUndefined();
      const { inputs } = await adapter.driver.check(type, importInputs("correct"));
      expect((await adapter.driver.create(type, inputs, preview)).id).toBe("web/correct");
      expect((await adapter.driver.create(type, inputs)).state.virtualCluster).toBe("correct");
    });
  });

  describe("a preview of a key shows why pulumi up would fail, and sends nothing:", () => {
    const type = "OwnedAccessKey";
    const day = 24 * 3600;
    const inputs = { name: "own", user: "admin", ttl: day };
    const lockedOut =
      /OwnedAccessKey "own": it is the key that the provider authenticates with, and .* would lock it out\./;
    let kept: Kept;
    let driver: PluginDriver;

    /** A provider that authenticates with the key that it manages. */
    beforeEach(async () => {
      kept = await adapter.create(type, inputs);
      driver = await adapter.configured({ accessKey: keyOf(kept) });
      adapter.platform.requests.length = 0;
    });
    afterEach(async () => {
      expect(adapter.platform.requests).toEqual([]);
      await driver.close();
      await adapter.driver.delete(type, kept);
    });

    const update = (news: Wire, of = kept) => driver.update(type, of, news, preview);

    test("a key that somebody disabled", async () => {
      const state = {
        ...kept.state,
        disabled: true,
        externalChange: "the key was disabled outside and grants no access",
      };
      const words =
        'Cannot update OwnedAccessKey "own": the key was disabled outside and grants no access. Perhaps it leaked';
      await expect(update(inputs, { ...kept, state })).rejects.toThrow(words);
      await update({ ...inputs, disabled: true }, { ...kept, state: { ...state, key: "another" } });
    });

    test.each([
      ["disabled", { disabled: true }],
      ["shortened", { ttl: day - 1 }],
      ["given another value", { key: "another-key-0123456789" }],
    ])("the provider's own key, %s", async (_, change) => {
      await expect(update({ ...inputs, ...change })).rejects.toThrow(lockedOut);
      await update({ ...inputs, ...change, allowSelfLockout: true });
      await update({ ...inputs, ...change }, { ...kept, state: { ...kept.state, key: "another" } });
    });

    test("but not if a value that decides is not known yet", async () => {
      await update({ ...inputs, key: unknownOnWire });
      await update({ ...inputs, disabled: true, allowSelfLockout: unknownOnWire });
    });
  });

  test("a preview warns that the end of a replacement would fail, for the provider's own key", async () => {
    const engine = await startFakeEngine();
    const settings = { baseUrl: "http://127.0.0.1:9", accessKey: "own-key-0123456789" };
    const driver = await startDriver(settings, { engineAddress: engine.address });
    const inputs = { name: "own", user: "admin", ttl: 3600 };
    const stateOf = (key: string) => ({ id: "own", inputs, state: { ...inputs, uid: "u1", key } });
    const diff = (change: Wire, key = settings.accessKey) =>
      driver.diff("OwnedAccessKey", stateOf(key), { ...inputs, ...change });
    await diff({ user: "a", allowSelfLockout: true });
    await diff({ user: "b", allowSelfLockout: unknownOnWire });
    await diff({ user: "c" }, "another-key-0123456789");
    await diff({ displayName: "d" });
    for (const user of ["e", "f"]) expect(await diff({ user })).toMatchObject({ replaces: true });
    // A later warning, so that all earlier ones have arrived.
    await driver.check("OwnedAccessKey", { user: "ci", ttl: 3600 });
    await engine.received("scope");
    await driver.close();
    engine.close();
    const words =
      'Cannot delete OwnedAccessKey "own": it is the key that the provider authenticates with, and deleting it would lock it out.';
    expect(engine.messages.filter((message) => message.includes("Cannot"))).toEqual([expect.stringContaining(words)]);
  });

  test("the preview of an update that resumes a create shows server-set outputs as unknown", async () => {
    const kept = { id: "k", inputs: { name: "k", user: "u" }, state: { name: "k", user: "u" } };
    const { state } = await adapter.driver.update("OwnedAccessKey", kept, { name: "k", user: "u" }, preview);
    expect(["uid", "creationTimestamp"].map((key) => shownAs(state[key]))).toEqual(["unknown", "unknown"]);
    expect(state.key).toEqual(secretOnWire(unknownOnWire));
  });
});
