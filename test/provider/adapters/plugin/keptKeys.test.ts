import { onPlugin } from "../../../support/adapterUnderTest";
import { deleteAsColleague } from "../../../support/http";
import { driverOf, type Kept, urnOf, type Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const seconds = (time: unknown) => Math.round((Date.parse(String(time)) - Date.now()) / 1000);

onPlugin((adapter) => {
  let resources = 0;
  let made = 0;
  /** A resource of its own, and its rotation: Check, Diff, Create, Delete. */
  const newResource = () => {
    const name = `key-${resources++}`;
    const driver = driverOf(adapter.driver.plugin, (each) => urnOf(each).replace(/res$/, name));
    // The seed of a test is fixed, so prefixes must differ.
    const checked = async (inputs: Wire) =>
      (await driver.check(type, { generateName: `${name}-${made++}-`, user: "ci", replacedKey: "expire", ...inputs }))
        .inputs;
    const create = async (inputs: Wire = {}) => driver.create(type, await checked(inputs));
    const rotate = async (old: Kept, inputs: Wire = {}) => {
      const news = await checked({ rotationTriggers: { turn: String(made) }, ...inputs });
      await driver.diff(type, old, news);
      const created = await driver.create(type, news);
      await driver.delete(type, old);
      return created;
    };
    const read = async (kept: Kept) => {
      adapter.platform.requests.length = 0;
      return (await driver.read(type, kept)) as Kept;
    };
    return { driver, create, rotate, read };
  };
  const replacedKeys = ({ state }: Kept) => state.replacedKeys as { name: string; expiresAt: string }[];
  const endOnPlatform = (name: string) => {
    const { metadata, spec } = JSON.parse(JSON.stringify(adapter.platform.store.get("ownedaccesskeys", name)));
    return new Date(Date.parse(metadata.creationTimestamp) + spec.ttl * 1000).toISOString().replace(".000Z", "Z");
  };

  test("the output names the replaced key with its estimated end, and a refresh with its real one", async () => {
    const { create, rotate, read } = newResource();
    const old = await create();
    expect(replacedKeys(old)).toEqual([]);
    const current = await rotate(old, { gracePeriod: 600 });
    expect(replacedKeys(current)).toEqual([{ name: old.id, expiresAt: expect.stringMatching(/^20\S+:\d\dZ$/) }]);
    expect(Math.abs(seconds(replacedKeys(current)[0]?.expiresAt) - 600)).toBeLessThan(10);
    const refreshed = await read({
      ...current,
      state: { ...current.state, replacedKeys: [{ name: old.id, expiresAt: "2999-01-01T00:00:00Z" }] },
    });
    expect(replacedKeys(refreshed)).toEqual([{ name: old.id, expiresAt: endOnPlatform(old.id) }]);
  });

  test("its end is never later than before, and an hour from now without a grace period", async () => {
    const { create, rotate } = newResource();
    const first = await rotate(await create());
    expect(Math.abs(seconds(replacedKeys(first)[0]?.expiresAt) - 3600)).toBeLessThan(10);
    const old = await create({ ttl: 60 });
    expect(replacedKeys(await rotate(old))).toContainEqual({ name: old.id, expiresAt: old.state.expiresAt });
  });

  test("the next replacement keeps those that have not ended", async () => {
    const { create, rotate } = newResource();
    const first = await create();
    const second = await rotate(first);
    const ended = { name: "ended", expiresAt: "2026-01-01T00:00:00Z" };
    const state = { ...second.state, replacedKeys: [ended, ...replacedKeys(second)] };
    const third = await rotate({ ...second, state });
    expect(replacedKeys(third).map(({ name }) => name)).toEqual([first.id, second.id]);
  });

  test.each<[string, Wire, Wire]>([
    ["that is deleted", {}, { replacedKey: "delete" }],
    ["that was disabled", { disabled: true }, {}],
  ])("a key %s is not in the list", async (_, before, after) => {
    const { create, rotate } = newResource();
    expect(replacedKeys(await rotate(await create(before), after))).toEqual([]);
  });

  test("a run that has not compared the key has an empty list", async () => {
    const { create } = newResource();
    await create();
    expect(replacedKeys(await create())).toEqual([]);
  });

  test("a refresh drops keys that are gone or disabled, and keeps those that it cannot read", async () => {
    const { create, rotate, read } = newResource();
    const current = await rotate(await rotate(await rotate(await create())));
    const [gone = "", disabled = "", hidden = ""] = replacedKeys(current).map(({ name }) => name);
    await deleteAsColleague(adapter.platform, `ownedaccesskeys/${gone}`);
    await adapter.merge(`ownedaccesskeys/${disabled}`, { spec: { disabled: true } });
    adapter.platform.faults.add({ method: "GET", kind: "ownedaccesskeys", name: hidden, action: { status: 403 } });
    expect(replacedKeys(await read(current))).toEqual(replacedKeys(current).slice(2));
  });

  test("only keys that have not ended are read", async () => {
    const { create, read } = newResource();
    const current = await create();
    await read(current);
    const alone = adapter.sent();
    const ended = { ...current.state, replacedKeys: [{ name: "ended", expiresAt: "2026-01-01T00:00:00Z" }] };
    expect(replacedKeys(await read({ ...current, state: ended }))).toEqual([]);
    expect(adapter.sent()).toEqual(alone);
  });

  test("an update keeps the list, and its preview knows it", async () => {
    const { driver, create, rotate } = newResource();
    const current = await rotate(await create());
    const inputs = { ...current.inputs, description: "changed" };
    for (const preview of [true, false])
      expect(replacedKeys(await driver.update(type, current, inputs, { preview }))).toEqual(replacedKeys(current));
    expect(await driver.diff(type, current, current.inputs)).toMatchObject({ changes: false });
  });
});
