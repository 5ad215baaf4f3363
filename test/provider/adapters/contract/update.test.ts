import { onBothFaces } from "../../../support/faceUnderTest";

const type = "SpaceTemplate";

onBothFaces((face) => {
  const specOf = (name: string) => face.stored("spacetemplates", name).spec;

  test("an update sends a read and a patch, and keeps what others wrote", async () => {
    const inputs = { name: "shared", displayName: "a", description: "d", labels: { x: "1" } };
    const kept = await face.create(type, inputs);
    await face.merge("spacetemplates/shared", {
      metadata: { labels: { theirs: "2" }, annotations: { note: "x" } },
      spec: { owner: { user: "u" } },
    });
    const updated = await face.driver.update(type, kept, { name: "shared", displayName: "b" });
    expect(face.sent()).toEqual(["GET 200", "PATCH 200"]);
    const { metadata, spec } = face.stored("spacetemplates", "shared");
    expect(spec).toEqual({ displayName: "b", owner: { user: "u" } });
    expect(metadata.labels).toEqual({ "pulumi-vcluster-platform/owner": expect.any(String), theirs: "2" });
    expect(metadata.annotations.note).toBe("x");
    expect(updated.state).toMatchObject({ displayName: "b", generation: 3 });
  });

  test("an empty label is written, and its removal by others is drift", async () => {
    const kept = await face.create(type, { name: "marked", labels: { a: "1" } });
    const updated = await face.driver.update(type, kept, { name: "marked", labels: { a: "1", b: "" } });
    expect(face.stored("spacetemplates", "marked").metadata.labels).toMatchObject({ a: "1", b: "" });
    await face.merge("spacetemplates/marked", { metadata: { labels: { b: null } } });
    expect((await face.driver.read(type, updated))?.inputs.labels).toEqual({ a: "1" });
  });

  test("a field of the spec that is named like metadata stays in the spec", async () => {
    const kept = await face.create(type, { name: "namesake", extraSpec: { generateName: "a" } });
    await face.driver.update(type, kept, { name: "namesake", extraSpec: { generateName: "b" } });
    expect(specOf("namesake").generateName).toBe("b");
  });

  test("a newly declared field is written, also over a foreign value and also when it is empty", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "newly" });
    await face.merge("ownedaccesskeys/newly", { spec: { disabled: true, description: "theirs" } });
    const inputs = { name: "newly", disabled: false, description: "ours" };
    expect((await face.driver.diff("OwnedAccessKey", kept, inputs)).changes).toBe(true);
    const updated = await face.driver.update("OwnedAccessKey", kept, inputs);
    expect(updated.state).toMatchObject({ description: "ours" });
    expect(face.stored("ownedaccesskeys", "newly").spec.disabled ?? false).toBe(false);
  });

  test("state that lacks an unchanged field causes no conflict", async () => {
    const inputs = { name: "lacking", displayName: "a", labels: { a: "1" }, access: [{ users: ["u"] }] };
    const kept = await face.create(type, inputs);
    const { displayName: _d, labels: _l, access: _a, ...state } = kept.state;
    const changed = { name: "lacking", displayName: "b", labels: { a: "2" }, access: [] };
    await face.driver.update(type, { ...kept, state }, changed);
    expect(specOf("lacking").displayName).toBe("b");
  });
});
