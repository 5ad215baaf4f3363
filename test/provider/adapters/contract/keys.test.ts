import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectDiff, keyOf, plainOf, refreshed } from "../../../support/contract";
import { backdateKey, statusWithKey } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";

onBothAdapters((adapter) => {
  const specOf = (name: string) => adapter.stored("ownedaccesskeys", name).spec;
  const create = (name: string, inputs: Wire = {}) => adapter.create(type, { name, user: "ci", ...inputs });
  const edit = (name: string, spec: object) => adapter.merge(`ownedaccesskeys/${name}`, { spec });
  const refresh = (kept: Kept) => refreshed(adapter, type, kept);

  /** A key that somebody disabled, as a refresh leaves it. */
  const disabledOutside = async (name: string, inputs: Wire = {}) => {
    const kept = await create(name, inputs);
    await edit(name, { disabled: true });
    const drifted = await refresh(kept);
    expect(drifted.state.externalChange).toMatch(/disabled outside/);
    return { kept, drifted };
  };

  const expectSettled = ({ state }: Kept, active: boolean) => {
    expect(state.externalChange).toBeNull();
    expect(state.active).toBe(active);
  };

  test("a generated key authenticates and has an expiry", async () => {
    const kept = await create("auth", { ttl: 3600 });
    expect(await statusWithKey(adapter.platform, keyOf(kept))).toBe(200);
    const [expiry, creation] = [kept.state.expiresAt, kept.state.creationTimestamp].map((time) =>
      Date.parse(String(time)),
    );
    expect(Number(expiry) - Number(creation)).toBe(3_600_000);
  });

  test("an expired key is not active", async () => {
    const kept = await create("over", { ttl: 60 });
    expect(kept.state.active).toBe(true);
    backdateKey(adapter.platform, "over");
    expect((await refresh(kept)).state.active).toBe(false);
  });

  test("a key that was rotated outside is a change of its own, until an update", async () => {
    const kept = await create("rotated");
    await edit("rotated", { key: "another-value-of-the-key" });
    const drifted = await refresh(kept);
    expect(keyOf(drifted)).toBe("another-value-of-the-key");
    expect(drifted.state.externalChange).toMatch(/rotated outside/);
    await expectDiff(adapter.driver, type, drifted, kept.inputs, ["externalChange: update"]);
    expectSettled(await adapter.driver.update(type, drifted, kept.inputs), true);
  });

  test("an entry of a scope that lost its name on the platform is drift", async () => {
    const kept = await create("nameless", { scope: { projects: [{ project: "web" }] } });
    await edit("nameless", { scope: { projects: [{}] } });
    const drifted = await refresh(kept);
    expect(drifted.inputs.scope).toEqual({ projects: [{}] });
    expect((await adapter.driver.check(type, kept.inputs, drifted.inputs)).failures).toEqual([]);
    expect((await adapter.driver.diff(type, drifted, kept.inputs)).changes).toBe(true);
    await adapter.driver.update(type, drifted, kept.inputs);
    expect(specOf("nameless").scope).toEqual({ projects: [{ project: "web" }] });
  });

  test("an infinite lifetime that became negative is no drift, a lifetime is", async () => {
    const endless = await create("endless", { ttl: 0 });
    const ending = await create("ending", { ttl: 60 });
    for (const { id } of [endless, ending]) await edit(id, { ttl: -1 });
    await expectDiff(adapter.driver, type, await refresh(endless), endless.inputs, []);
    expect((await adapter.driver.diff(type, await refresh(ending), ending.inputs)).changes).toBe(true);
  });

  describe("a key that was disabled outside", () => {
    test("is a change of its own, and stays disabled until it is enabled outside", async () => {
      const { kept, drifted } = await disabledOutside("stopped");
      await expectDiff(adapter.driver, type, drifted, kept.inputs, ["externalChange: update"]);
      await expect(adapter.driver.update(type, drifted, kept.inputs)).rejects.toThrow(
        /Cannot update OwnedAccessKey "stopped": the key was disabled outside by "kubectl-edit" at or before .* change rotationTriggers/,
      );
      expect(specOf("stopped").disabled).toBe(true);
      await edit("stopped", { disabled: false });
      const enabled = await refresh(drifted);
      expect(enabled.state.externalChange).toMatch(/enabled again outside/);
      expectSettled(await adapter.driver.update(type, enabled, kept.inputs), true);
    });

    test("is replaced only after a change of disabled or of the triggers", async () => {
      const declared = { ttl: 3600, rotateBeforeExpiry: 3599, rotationTriggers: { round: "1" } };
      const { kept, drifted } = await disabledOutside("held", declared);
      const [expiresAt, creationTimestamp] = [1000, -7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
      const old = { ...drifted, state: { ...drifted.state, expiresAt, creationTimestamp } };
      const [noted, expired] = ["externalChange: update", "expiresAt: update-replace"];
      const rows: [Wire, string[]][] = [
        [{}, [noted]],
        [{ user: "other" }, [noted, "user: update"]],
        [{ rotationTriggers: { round: "2" } }, [expired, noted, "rotationTriggers.round: update-replace"]],
        // A key that the program disables is not renewed.
        [{ disabled: true }, ["disabled: add", noted]],
        [{ disabled: false }, ["disabled: add", expired, noted]],
      ];
      for (const [news, changes] of rows)
        await expectDiff(adapter.driver, type, old, { ...kept.inputs, ...news }, changes);
    });

    test.each([true, false])("is settled by a program that sets disabled: %p", async (disabled) => {
      const name = `answered-${disabled}`;
      const { kept, drifted } = await disabledOutside(name);
      expectSettled(await adapter.driver.update(type, drifted, { ...kept.inputs, disabled }), !disabled);
      expect(specOf(name).disabled ?? false).toBe(disabled);
    });

    test("is not enabled by a program that no longer declares disabled: false", async () => {
      const { kept, drifted } = await disabledOutside("taken-back", { disabled: false });
      const { disabled: _, ...silent } = kept.inputs;
      await expect(adapter.driver.update(type, drifted, silent)).rejects.toThrow(/disabled outside/);
      // Without a refresh, the update itself finds the change.
      const updated = await adapter.driver.update(type, kept, { ...silent, description: "d" });
      expect(updated.state.externalChange).toMatch(/disabled outside/);
      expect(specOf("taken-back").disabled).toBe(true);
    });

    test("does not block an update once it is enabled again, after an update noted it", async () => {
      const name = "enabled-again";
      const { kept } = await disabledOutside(name, { disabled: false });
      const noted = await adapter.driver.update(type, kept, { ...kept.inputs, description: "d" });
      expect(noted.state.externalChange).toMatch(/disabled outside/);
      await edit(name, { disabled: false });
      const enabled = await refresh(noted);
      expect(enabled.state.externalChange).toMatch(/enabled again outside/);
      expectSettled(await adapter.driver.update(type, enabled, { name, user: "ci" }), true);
    });

    test.each([true, false])("and created again stays a change; noted before: %p", async (isNoted) => {
      const { kept, drifted } = await disabledOutside("again");
      const state = { ...(isNoted ? drifted : kept).state, uid: "another-uid" };
      const remade = await refresh({ ...kept, state });
      expect(remade.state.externalChange).toMatch(/created again by somebody else.*; the key was disabled outside/);
      await expect(adapter.driver.update(type, remade, kept.inputs)).rejects.toThrow(/disabled outside/);
      await adapter.driver.delete(type, kept);
    });
  });

  test("a key that the program itself enables is no external change", async () => {
    const kept = await create("enabled", { disabled: true });
    expectSettled(await adapter.driver.update(type, kept, { name: "enabled", user: "ci" }), true);
    expect(specOf("enabled").disabled ?? false).toBe(false);
  });

  test.each([
    ["another user", "user", { user: "somebody" }],
    ["another user and team", "both-principals", { user: "somebody", team: "others" }],
  ])("a key to which others gave %s is updated in place, and keeps its value", async (_, name, spec) => {
    const declared = await create(name, { team: "web" });
    await edit(name, spec);
    const drifted = await refresh(declared);
    const again = await refresh(drifted);
    for (const kept of [drifted, again])
      expect(await adapter.driver.diff(type, kept, declared.inputs)).toMatchObject({ changes: true, replaces: false });
    const updated = await adapter.driver.update(type, again, declared.inputs);
    expect(specOf(name)).toMatchObject({ user: "ci", team: "web" });
    expect(plainOf(updated.state.key)).toBe(keyOf(declared));
    await expectDiff(adapter.driver, type, updated, declared.inputs, []);
  });

  test("another principal replaces the key, also if it was set outside and set back", async () => {
    const declared = await create("settled");
    await edit("settled", { user: "somebody" });
    const drifted = await refresh(declared);
    await edit("settled", { user: "ci" });
    const settled = await refresh(drifted);
    await expectDiff(adapter.driver, type, settled, declared.inputs, []);
    expect((await adapter.driver.diff(type, settled, { ...declared.inputs, user: "somebody" })).replaces).toBe(true);
  });
});
