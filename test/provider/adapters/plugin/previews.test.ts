import { onPlugin } from "../../../support/adapterUnderTest";
import { failureOf, plainOf, refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import { importInputs } from "../../../support/importInputs";
import { secretOnWire, unknownOnWire, type Wire } from "../../../support/pluginDriver";

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

  test("the preview of an update that resumes a create shows server-set outputs as unknown", async () => {
    const kept = { id: "k", inputs: { name: "k", user: "u" }, state: { name: "k", user: "u" } };
    const { state } = await adapter.driver.update("OwnedAccessKey", kept, { name: "k", user: "u" }, preview);
    expect(["uid", "creationTimestamp"].map((key) => shownAs(state[key]))).toEqual(["unknown", "unknown"]);
    expect(state.key).toEqual(secretOnWire(unknownOnWire));
  });
});
