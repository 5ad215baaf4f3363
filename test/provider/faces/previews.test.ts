import { onBothServers } from "../../support/faceUnderTest";
import { unknownOnWire, type Wire } from "../../support/pluginDriver";

type Shown = "known" | "unknown" | "absent";

/** Inputs, a change of them in place, and each output as a preview of the create and one of the update show it. */
interface Case {
  readonly type: string;
  readonly inputs: Wire;
  readonly change: Wire;
  readonly outputs: Record<string, Previews>;
}

type Previews = [create: Shown, update: Shown];

/** What the server alone sets on an object that an update in place writes. */
const ofTheServer: Record<string, Previews> = {
  uid: ["unknown", "known"],
  creationTimestamp: ["unknown", "known"],
  resourceVersion: ["unknown", "unknown"],
  generation: ["unknown", "unknown"],
  externalChange: ["absent", "absent"],
};

const source = { cluster: "c", namespace: "n", name: "seen" };

const cases: Case[] = [
  {
    type: "SpaceTemplate",
    inputs: { name: "seen", displayName: "a", labels: { team: "a" }, template: { objects: "kind: A\napiVersion: v1" } },
    change: { displayName: "b", description: "new" },
    outputs: {
      name: ["known", "known"],
      displayName: ["known", "known"],
      description: ["absent", "known"],
      labels: ["known", "known"],
      template: ["known", "known"],
      access: ["absent", "absent"],
      ...ofTheServer,
    },
  },
  {
    type: "OwnedAccessKey",
    inputs: { name: "seen", user: "ci", ttl: 3600 },
    change: { displayName: "b", groups: ["g"] },
    outputs: {
      name: ["known", "known"],
      user: ["known", "known"],
      ttl: ["known", "known"],
      displayName: ["absent", "known"],
      groups: ["absent", "known"],
      key: ["unknown", "known"],
      expiresAt: ["unknown", "known"],
      lastActivity: ["unknown", "unknown"],
      ...ofTheServer,
    },
  },
  {
    type: "OwnedAccessKey",
    inputs: { name: "seen-supplied", user: "ci", key: "supplied-key-0123456789" },
    change: { key: "another-key-0123456789" },
    outputs: {
      key: ["known", "known"],
      // Without a ttl of the program's own, others may give the key one.
      expiresAt: ["unknown", "unknown"],
    },
  },
  {
    type: "VirtualClusterImport",
    inputs: { project: "web", sourceVirtualCluster: source },
    change: { deletionPolicy: "delete" },
    outputs: {
      project: ["known", "known"],
      sourceVirtualCluster: ["known", "known"],
      deletionPolicy: ["absent", "known"],
      name: ["absent", "absent"],
      virtualCluster: ["unknown", "known"],
      namespace: ["unknown", "known"],
      uid: ["unknown", "known"],
      creationTimestamp: ["unknown", "known"],
      // An update in place sends nothing here.
      resourceVersion: ["unknown", "known"],
      generation: ["unknown", "known"],
      externalChange: ["absent", "absent"],
    },
  },
];

const shownAs = (value: unknown): Shown =>
  value === undefined ? "absent" : plain(value) === unknownOnWire ? "unknown" : "known";

/** A value without Pulumi's mark of secrets. */
const plain = (value: unknown) =>
  typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value
    ? (value as unknown as { value: unknown }).value
    : value;

const knownOf = (planned: Wire) => Object.keys(planned).filter((key) => shownAs(planned[key]) === "known");
const only = (state: Wire, keys: string[]) => Object.fromEntries(keys.map((key) => [key, plain(state[key])]));

onBothServers((face) => {
  test.each(cases)("a preview shows what is known of $type $inputs", async ({ type, inputs, change, outputs }) => {
    const created = await face.driver.create(type, inputs, { preview: true });
    expect(face.platform.requests).toEqual([]);
    const kept = await face.create(type, inputs);
    expect(created.id).toBe(kept.id);
    face.platform.requests.length = 0;
    const updated = await face.driver.update(type, kept, { ...inputs, ...change }, { preview: true });
    expect(face.platform.requests).toEqual([]);

    const seen = Object.keys(outputs).map((key) => [key, [created, updated].map(({ state }) => shownAs(state[key]))]);
    expect(Object.fromEntries(seen)).toEqual(outputs);

    const after = await face.driver.update(type, kept, { ...inputs, ...change });
    expect(only(kept.state, knownOf(created.state))).toEqual(only(created.state, knownOf(created.state)));
    expect(only(after.state, knownOf(updated.state))).toEqual(only(updated.state, knownOf(updated.state)));
    await face.driver.delete(type, { ...after, inputs: { ...inputs, deletionPolicy: "delete" } });
  });

  test.each<[string, Wire, string]>([
    ["SpaceTemplate", { name: "n" }, "n"],
    ["SpaceTemplate", { name: "n", description: unknownOnWire }, "n"],
    ["SpaceTemplate", { name: unknownOnWire }, ""],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: source }, "p/seen"],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: { ...source, importName: "i" } }, "p/i"],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: { ...source, cluster: unknownOnWire } }, "p/seen"],
    ["VirtualClusterImport", { project: unknownOnWire, sourceVirtualCluster: source }, ""],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: { ...source, name: unknownOnWire } }, ""],
    ["VirtualClusterImport", { project: "p", sourceVirtualCluster: unknownOnWire }, ""],
  ])(
    "the id is known in the preview of a create as soon as what it is made of is: %s %j → %j",
    async (type, inputs, id) => {
      expect((await face.driver.create(type, inputs, { preview: true })).id).toBe(id);
    },
  );

  const ttl = 3600;
  const ttlAfterLastActivity = true;

  test.each<[Wire, Wire, Shown]>([
    [{ ttl }, { ttl }, "known"],
    [{ ttl }, { ttl, ttlAfterLastActivity: false }, "known"],
    [{ ttl }, { ttl: 7200 }, "unknown"],
    [{ ttl }, { ttl: unknownOnWire }, "unknown"],
    [{ ttl }, { ttl, ttlAfterLastActivity: unknownOnWire }, "unknown"],
    [{ ttl }, {}, "unknown"],
    [{}, { ttl }, "unknown"],
    [{}, {}, "unknown"],
    [{ ttl, ttlAfterLastActivity }, { ttl, ttlAfterLastActivity }, "unknown"],
    [{ ttl }, { ttl, ttlAfterLastActivity }, "unknown"],
    [{ ttl, ttlAfterLastActivity }, { ttl }, "unknown"],
  ])(
    "the preview of an update knows expiresAt while its lifetime counts from the creation: %j → %j",
    async (before, after, expected) => {
      const state = { uid: "u", creationTimestamp: "t", expiresAt: "2030-01-01T00:00:00Z" };
      const kept = { id: "k", inputs: { name: "k", ...before }, state };
      const planned = await face.driver.update("OwnedAccessKey", kept, { name: "k", ...after }, { preview: true });
      expect(shownAs(planned.state.expiresAt)).toBe(expected);
    },
  );

  test("the preview of an update that still has to create knows nothing that the server sets", async () => {
    const kept = { id: "k", inputs: { name: "k", user: "u" }, state: { name: "k", user: "u" } };
    const { state } = await face.driver.update("OwnedAccessKey", kept, { name: "k", user: "u" }, { preview: true });
    expect(["uid", "creationTimestamp", "key"].map((key) => shownAs(state[key]))).toEqual(Array(3).fill("unknown"));
  });
});
