import { onBothServers } from "../../support/faceUnderTest";
import { groupPath } from "../../support/http";
import { secretOnWire } from "../../support/pluginDriver";

onBothServers((face) => {
  test("the generated key is a secret output that authenticates", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "auth", user: "ci", ttl: 3600 });
    const { value } = kept.state.key as { value: string };
    expect(kept.state.key).toEqual(secretOnWire(value));
    const response = await fetch(`${face.platform.baseUrl}${groupPath}/spacetemplates`, {
      headers: { authorization: `Bearer ${value}` },
    });
    expect(response.status).toBe(200);
    const expiry = Date.parse(String(kept.state.expiresAt)) - Date.parse(String(kept.state.creationTimestamp));
    expect(expiry).toBe(3_600_000);
  });

  test("a key that somebody rotated is a change of its own, until an update", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "rotated", user: "ci" });
    await face.merge("ownedaccesskeys/rotated", { spec: { key: "another-value-of-the-key" } });
    const read = await face.driver.read("OwnedAccessKey", kept);
    expect(read?.state).toMatchObject({ key: secretOnWire("another-value-of-the-key") });
    const drifted = { ...kept, ...read };
    expect((await face.driver.diff("OwnedAccessKey", drifted, kept.inputs)).detailed).toEqual([
      "externalChange: update",
    ]);
    expect((await face.driver.update("OwnedAccessKey", drifted, kept.inputs)).state).not.toHaveProperty(
      "externalChange",
    );
  });

  test("a key that somebody disabled is a change of its own, and stays disabled", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "stopped", user: "ci" });
    await face.merge("ownedaccesskeys/stopped", { spec: { disabled: true } });
    const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    expect(drifted.state.externalChange).toMatch(/disabled outside/);
    expect((await face.driver.diff("OwnedAccessKey", drifted, kept.inputs)).detailed).toEqual([
      "externalChange: update",
    ]);
    await expect(face.driver.update("OwnedAccessKey", drifted, kept.inputs)).rejects.toThrow(
      /Cannot update OwnedAccessKey "stopped": the key was disabled outside by "kubectl-edit" at or before .* change rotationTriggers/,
    );
    expect(face.stored("ownedaccesskeys", "stopped").spec.disabled).toBe(true);
    await face.merge("ownedaccesskeys/stopped", { spec: { disabled: false } });
    const enabled = { ...drifted, ...(await face.driver.read("OwnedAccessKey", drifted)) };
    expect(enabled.state.externalChange).toMatch(/enabled again outside/);
    const updated = await face.driver.update("OwnedAccessKey", enabled, kept.inputs);
    expect(updated.state).not.toHaveProperty("externalChange");
  });

  test("what else happens to a key does not make forget that somebody disabled it", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "both", user: "ci" });
    await face.merge("ownedaccesskeys/both", { spec: { disabled: true } });
    const disabled = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    await face.merge("ownedaccesskeys/both", { spec: { key: "chosen-by-a-colleague" } });
    const rotated = { ...kept, ...(await face.driver.read("OwnedAccessKey", disabled)) };
    expect(rotated.state.externalChange).toMatch(/rotated outside.*disabled outside by "kubectl-edit"/);
    await expect(face.driver.update("OwnedAccessKey", rotated, kept.inputs)).rejects.toThrow(/disabled outside/);
  });

  test("nothing replaces a key that somebody disabled, until the program answers", async () => {
    const inputs = { name: "held", user: "ci", ttl: 3600, rotateBeforeExpiry: 3599, rotationTriggers: { round: "1" } };
    const kept = await face.create("OwnedAccessKey", inputs);
    const [soon, longAgo] = [1000, -7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await face.merge("ownedaccesskeys/held", { spec: { disabled: true } });
    const read = await face.driver.read("OwnedAccessKey", kept);
    const drifted = { ...kept, ...read, state: { ...read?.state, expiresAt: soon, creationTimestamp: longAgo } };
    const diff = async (news: object) =>
      (await face.driver.diff("OwnedAccessKey", drifted, { ...kept.inputs, ...news })).detailed;
    expect(await diff({})).toEqual(["externalChange: update"]);
    expect(await diff({ user: "other" })).toEqual(["externalChange: update", "user: update"]);
    expect(await diff({ rotationTriggers: { round: "2" } })).toEqual([
      "expiresAt: update-replace",
      "externalChange: update",
      "rotationTriggers.round: update-replace",
    ]);
    // A key without access by the program's own will is not renewed.
    expect(await diff({ disabled: true })).toEqual(["disabled: add", "externalChange: update"]);
    expect(await diff({ disabled: false })).toEqual([
      "disabled: add",
      "expiresAt: update-replace",
      "externalChange: update",
    ]);
  });

  test.each([true, false])("a disabling is answered by a program that sets disabled: %p", async (disabled) => {
    const name = `answered-${disabled}`;
    const kept = await face.create("OwnedAccessKey", { name, user: "ci" });
    await face.merge(`ownedaccesskeys/${name}`, { spec: { disabled: true } });
    const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    const updated = await face.driver.update("OwnedAccessKey", drifted, { ...kept.inputs, disabled });
    expect(updated.state).not.toHaveProperty("externalChange");
    expect(updated.state.active).toBe(!disabled);
    expect(face.stored("ownedaccesskeys", name).spec.disabled ?? false).toBe(disabled);
  });

  test("a key that somebody disabled is enabled by a program that still says so", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "resumed", user: "ci", disabled: false });
    await face.merge("ownedaccesskeys/resumed", { spec: { disabled: true } });
    const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    expect(drifted.state.externalChange).toMatch(/disabled outside/);
    expect((await face.driver.diff("OwnedAccessKey", drifted, kept.inputs)).detailed).toContain("disabled: update");
    const updated = await face.driver.update("OwnedAccessKey", drifted, kept.inputs);
    expect(updated.state).not.toHaveProperty("externalChange");
    expect(face.stored("ownedaccesskeys", "resumed").spec.disabled ?? false).toBe(false);
  });

  test("a disabling that somebody took back holds no update up, also of a program that had declared the key enabled", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "enabled-again", user: "ci", disabled: false });
    await face.merge("ownedaccesskeys/enabled-again", { spec: { disabled: true } });
    const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    await face.merge("ownedaccesskeys/enabled-again", { spec: { disabled: false } });
    const enabled = { ...drifted, ...(await face.driver.read("OwnedAccessKey", drifted)) };
    expect(enabled.state.externalChange).toMatch(/enabled again outside/);
    const updated = await face.driver.update("OwnedAccessKey", enabled, { name: "enabled-again", user: "ci" });
    expect(updated.state).toMatchObject({ active: true });
    expect(updated.state).not.toHaveProperty("externalChange");
  });

  test("a disabling that an update noted, and somebody took back, holds no update up either", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "noted", user: "ci", disabled: false });
    await face.merge("ownedaccesskeys/noted", { spec: { disabled: true } });
    const told = await face.driver.update("OwnedAccessKey", kept, { ...kept.inputs, description: "d" });
    expect(told.state.externalChange).toMatch(/disabled outside/);
    await face.merge("ownedaccesskeys/noted", { spec: { disabled: false } });
    const enabled = { ...told, ...(await face.driver.read("OwnedAccessKey", told)) };
    expect(enabled.state.externalChange).toMatch(/enabled again outside/);
    const updated = await face.driver.update("OwnedAccessKey", enabled, { name: "noted", user: "ci" });
    expect(updated.state).not.toHaveProperty("externalChange");
  });

  test("a program that no longer says what it wants does not enable a key that somebody disabled", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "taken-back", user: "ci", disabled: false });
    await face.merge("ownedaccesskeys/taken-back", { spec: { disabled: true } });
    const { disabled: _, ...silent } = kept.inputs;
    const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) };
    await expect(face.driver.update("OwnedAccessKey", drifted, silent)).rejects.toThrow(/disabled outside/);
    // Without a read before it, the update itself sees it.
    const updated = await face.driver.update("OwnedAccessKey", kept, { ...silent, description: "d" });
    expect(updated.state.externalChange).toMatch(/disabled outside/);
    expect(face.stored("ownedaccesskeys", "taken-back").spec.disabled).toBe(true);
  });

  test.each([true, false])(
    "a key that was made again disabled is not passed over; disabled before: %p",
    async (isNoted) => {
      const kept = await face.create("OwnedAccessKey", { name: "again", user: "ci" });
      await face.merge("ownedaccesskeys/again", { spec: { disabled: true } });
      const before = isNoted ? { ...kept, ...(await face.driver.read("OwnedAccessKey", kept)) } : kept;
      const state = { ...before.state, uid: "another-uid" };
      const drifted = { ...kept, ...(await face.driver.read("OwnedAccessKey", { ...kept, state })) };
      expect(drifted.state.externalChange).toMatch(/created again by somebody else.*; the key was disabled outside/);
      await expect(face.driver.update("OwnedAccessKey", drifted, kept.inputs)).rejects.toThrow(/disabled outside/);
      await face.driver.delete("OwnedAccessKey", kept);
    },
  );

  test("an expired key is not active", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "over", user: "ci", ttl: 1 });
    expect(kept.state.active).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const read = await face.driver.read("OwnedAccessKey", kept);
    expect(read?.state.active).toBe(false);
  });

  test("what only an update sees is told after it", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "unseen", user: "ci" });
    await face.merge("ownedaccesskeys/unseen", { spec: { disabled: true } });
    const updated = await face.driver.update("OwnedAccessKey", kept, { ...kept.inputs, description: "d" });
    expect(updated.state.externalChange).toMatch(/disabled outside/);
    await expect(face.driver.update("OwnedAccessKey", updated, updated.inputs)).rejects.toThrow(/disabled outside/);
  });

  test("allowCli travels under the vendor's name", async () => {
    const kept = await face.create("OwnedAccessKey", {
      name: "cli",
      scope: { allowCli: true, projects: [{ project: "web" }] },
    });
    expect(face.stored("ownedaccesskeys", "cli").spec.scope).toEqual({
      allowLoftCli: true,
      projects: [{ project: "web" }],
    });
    expect(kept.state.scope).toEqual({ allowCli: true, projects: [{ project: "web" }] });
  });

  test("secrets stay secret from input to output", async () => {
    const { inputs } = await face.driver.check("OwnedAccessKey", {
      name: "wrapped",
      key: "supplied-key-value",
      oidcProvider: { clientId: "c", nonce: "upstream" },
      description: secretOnWire("hidden"),
    });
    const kept = await face.driver.create("OwnedAccessKey", inputs);
    expect(kept.state).toMatchObject({
      key: secretOnWire("supplied-key-value"),
      oidcProvider: { clientId: "c", nonce: secretOnWire("upstream") },
      description: secretOnWire("hidden"),
    });
  });
});
