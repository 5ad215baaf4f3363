import type { AdapterUnderTest } from "../../../support/adapterUnderTest";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { isPlugin, keyOf, refreshed } from "../../../support/contract";
import { deleteAsColleague, statusWithKey } from "../../../support/http";
import { type Kept, unknownOnWire, type Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const key = "supplied-key-0123456789";
const other = "another-supplied-key-0123456789";
const on = (trigger: string) => ({ rotationTriggers: { on: trigger } });

type Way = "nothing" | "in place" | "replaced";
type Value = "as before" | "as supplied" | "generated anew";

/** How a change of the program is applied to a key, and which value the key has then. */
const transitions: [what: string, before: Wire, after: Wire, way: Way, value: Value][] = [
  ["supplied, the same again", { key }, { key }, "nothing", "as before"],
  ["supplied to other supplied", { key }, { key: other }, "in place", "as supplied"],
  ["supplied to generated", { key }, {}, "replaced", "generated anew"],
  ["generated to supplied", {}, { key }, "in place", "as supplied"],
  ["generated, with another display name", {}, { displayName: "Other" }, "in place", "as before"],
  ["another user", { user: "a" }, { user: "b" }, "replaced", "generated anew"],
  ["another user, supplied", { user: "a", key }, { user: "b", key }, "replaced", "as before"],
  ["triggers for the first time", {}, on("1"), "replaced", "generated anew"],
  ["empty triggers", {}, { rotationTriggers: {} }, "nothing", "as before"],
  ["another trigger", on("1"), on("2"), "replaced", "generated anew"],
];

const hiding = [{ hideKeys: true }];

const testTransitions = (adapter: AdapterUnderTest) => {
  /** Applies a change of the program as the engine does. */
  const turn = async (kept: Kept, inputs: Wire, prefix: string): Promise<[Way, Kept]> => {
    const checked = await adapter.driver.check(type, { generateName: prefix, ...inputs }, kept.inputs);
    const { changes, replaces, deleteBeforeReplace } = await adapter.driver.diff(type, kept, checked.inputs);
    if (!changes) return ["nothing", kept];
    if (!replaces) return ["in place", await adapter.driver.update(type, kept, checked.inputs)];
    expect(deleteBeforeReplace).toBe(false);
    const created = await adapter.create(type, { ...inputs, generateName: `new-${prefix}` });
    await adapter.driver.delete(type, kept);
    return ["replaced", created];
  };

  test.each(transitions)("%s", async (what, before, after, way, value) => {
    const prefix = `${what.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-`;
    const kept = await adapter.create(type, { generateName: prefix, ...before });
    const [taken, now] = await turn(kept, after, prefix);
    expect(taken).toBe(way);
    const [old, current] = [keyOf(kept), keyOf(now)];
    if (value === "as supplied") expect(current).toBe(after.key);
    expect(current === old).toBe(value === "as before");
    expect(await statusWithKey(adapter.platform, current)).toBe(200);
    expect(await statusWithKey(adapter.platform, old)).toBe(value === "as before" ? 200 : 401);

    const read = await refreshed(adapter, type, now);
    expect(keyOf(read)).toBe(current);
    expect((await adapter.driver.diff(type, read, now.inputs)).changes).toBe(false);
    await deleteAsColleague(adapter.platform, `ownedaccesskeys/${now.id}`);
  });
};

onBothAdapters(testTransitions);
onBothAdapters(testTransitions, hiding);

onBothAdapters((adapter) => {
  test("replacedKey needs the plugin and a generated name", async () => {
    const replacedKey = "expire";
    const { failures } = await adapter.driver.check(type, { name: "fixed", replacedKey, ttl: 60 });
    expect(failures.join()).toMatch(
      /property "replacedKey" cannot be `expire` for a key with a fixed `name`: the new key needs/,
    );
    const generated = await adapter.driver.check(type, { replacedKey, ttl: 60 });
    const refusal = expect.stringMatching(
      /replacedKey.* works with the plugin only, because dynamic resources are not/,
    );
    expect(generated.failures).toEqual(isPlugin(adapter.driver) ? [] : [refusal]);
  });

  test.each([{}, { replacedKey: "delete" }])(
    "a grace period is refused with %j, because it has no effect",
    async (policy) => {
      const { failures } = await adapter.driver.check(type, { gracePeriod: 60, ttl: 600, ...policy });
      expect(failures.join()).toMatch(/property "gracePeriod" needs `replacedKey: "expire"`/);
    },
  );

  const early = ['property "rotateEvery" needs a longer `ttl`, or the key ends before it is replaced.'];
  test.each<[object, string[]]>([
    [{ ttl: 60 }, early],
    [{ ttl: 60, ttlAfterLastActivity: false }, early],
    [{ ttl: 61 }, []],
    [{ ttl: 0 }, []],
    [{ ttl: unknownOnWire }, []],
    // A key that is used lives longer than its ttl.
    [{ ttl: 10, ttlAfterLastActivity: true }, []],
    [{ ttl: 10, ttlAfterLastActivity: unknownOnWire }, []],
  ])("rotateEvery of 60 s beside %j", async (lifetime, expected) => {
    expect((await adapter.driver.check(type, { rotateEvery: 60, ...lifetime })).failures).toEqual(expected);
  });

  test("a grace period needs nothing while replacedKey is unknown", async () => {
    const inputs = { gracePeriod: 60, ttl: 600, replacedKey: unknownOnWire };
    const { failures } = await adapter.driver.check(type, inputs);
    expect(failures.join()).not.toContain("needs `replacedKey");
  });
});

onBothAdapters((adapter) => {
  test("a value that the server does not show stays in the state", async () => {
    const kept = await adapter.create(type, { name: "chosen", user: "ci" });
    await adapter.merge("ownedaccesskeys/chosen", { spec: { key: other } });
    const read = await refreshed(adapter, type, kept);
    expect(keyOf(read)).toBe(keyOf(kept));
    const updated = await adapter.driver.update(type, read, { ...kept.inputs, description: "d" });
    expect(keyOf(updated)).toBe(keyOf(kept));
  });
}, hiding);
