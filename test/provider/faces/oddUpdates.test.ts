import { onBothServers } from "../../support/faceUnderTest";
import { secretOnWire } from "../../support/pluginDriver";

onBothServers((face) => {
  test("a key that the program itself enables again is no change by others", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "enabled", user: "ci", disabled: true });
    const updated = await face.driver.update("OwnedAccessKey", kept, { name: "enabled", user: "ci" });
    expect(face.stored("ownedaccesskeys", "enabled").spec.disabled ?? false).toBe(false);
    expect(updated.state).not.toHaveProperty("externalChange");
  });

  describe("a field of extraSpec inside an object that this provider knows", () => {
    const inputs = {
      displayName: "a",
      template: { objects: "" },
      extraSpec: { template: { token: "ours", other: "ours" } },
    };
    const theirs = { spec: { template: { token: "canary-of-theirs", other: "theirs" } } };

    test("is ignored by its own path", async () => {
      const kept = await face.create("SpaceTemplate", { name: "inside", conflictPolicy: "overwrite", ...inputs });
      await face.merge("spacetemplates/inside", theirs);
      const changed = { ...kept.inputs, displayName: "b" };
      await face.driver.update("SpaceTemplate", kept, changed, {
        ignoreChanges: ["extraSpec.template.token", "extraSpec.template.other"],
      });
      expect(face.stored("spacetemplates", "inside").spec).toMatchObject({ displayName: "b", ...theirs.spec });
    });

    test("is named by its own path in a conflict, and masked where the program marks it secret", async () => {
      const { inputs: checked } = await face.driver.check("SpaceTemplate", {
        ...inputs,
        name: "marked-inside",
        extraSpec: { template: { token: secretOnWire("ours") } },
      });
      const kept = await face.driver.create("SpaceTemplate", checked);
      await face.merge("spacetemplates/marked-inside", theirs);
      const changed = { ...checked, extraSpec: { template: { token: secretOnWire("ours-2") } } };
      const update = face.driver.update("SpaceTemplate", kept, changed);
      await expect(update).rejects.toThrow(
        /extraSpec\.template\.token was changed by .* from \[secret\] to \[secret\], while the program asks for \[secret\]/,
      );
    });
  });

  test("an empty value of a field that this provider does not know is written when it is declared", async () => {
    const kept = await face.create("SpaceTemplate", { name: "empty-extra" });
    const extraSpec = { enabled: false, replicas: 0, note: "" };
    await face.driver.update("SpaceTemplate", kept, { name: "empty-extra", extraSpec });
    const stored = face.stored("spacetemplates", "empty-extra").spec;
    // One of the two servers keeps no empty values.
    expect([extraSpec, {}]).toContainEqual(stored);
    expect(face.sent().at(-1)).toBe("PATCH 200");
  });

  test("a PUT brings no secret back whose holder somebody took away", async () => {
    const identity = { userId: "u", connectorData: "upstream-0123456789" };
    const kept = await face.create("OwnedAccessKey", { name: "taken", user: "ci", displayName: "a", identity });
    await face.merge("ownedaccesskeys/taken", { spec: { identity: null } });
    face.platform.faults.add({ method: "PATCH", times: 1, action: { status: 415 } });
    await face.driver.update("OwnedAccessKey", kept, { ...kept.inputs, displayName: "b" });
    expect(face.sent().at(-1)).toBe("PUT 200");
    expect(face.stored("ownedaccesskeys", "taken").spec).not.toHaveProperty("identity");
  });

  test("an object that goes between the read and the write is told as gone", async () => {
    const kept = await face.create("SpaceTemplate", { name: "going", displayName: "a" });
    face.platform.faults.add({ method: "PATCH", times: 1, action: { delayMs: 300 } });
    const update = face.driver.update("SpaceTemplate", kept, { name: "going", displayName: "b" });
    // The patch waits, so there is time to act once the read is answered.
    while (face.sent().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await face.driver.delete("SpaceTemplate", kept);
    await expect(update).rejects.toThrow('Cannot update SpaceTemplate "going": it is not on this platform');
  });

  test("state that lacks a field which nobody changed makes no conflict", async () => {
    const inputs = { name: "lacking", displayName: "a", labels: { a: "1" }, access: [{ users: ["u"] }] };
    const kept = await face.create("SpaceTemplate", inputs);
    const { displayName: _d, labels: _l, access: _a, ...state } = kept.state;
    const changed = { name: "lacking", displayName: "b", labels: { a: "2" }, access: [] };
    await face.driver.update("SpaceTemplate", { ...kept, state }, changed);
    expect(face.stored("spacetemplates", "lacking").spec.displayName).toBe("b");
  });
});
