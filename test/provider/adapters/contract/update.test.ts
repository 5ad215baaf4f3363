import { onBothAdapters } from "../../../support/adapterUnderTest";

const type = "SpaceTemplate";

onBothAdapters((adapter) => {
  const specOf = (name: string) => adapter.stored("spacetemplates", name).spec;

  test("an empty label is written, and its removal by others is drift", async () => {
    const kept = await adapter.create(type, { name: "marked", labels: { a: "1" } });
    const updated = await adapter.driver.update(type, kept, { name: "marked", labels: { a: "1", b: "" } });
    expect(adapter.stored("spacetemplates", "marked").metadata.labels).toMatchObject({ a: "1", b: "" });
    await adapter.merge("spacetemplates/marked", { metadata: { labels: { b: null } } });
    expect((await adapter.driver.read(type, updated))?.inputs.labels).toEqual({ a: "1" });
  });

  test("a field of the spec that is named like metadata stays in the spec", async () => {
    const kept = await adapter.create(type, { name: "namesake", extraSpec: { generateName: "a" } });
    await adapter.driver.update(type, kept, { name: "namesake", extraSpec: { generateName: "b" } });
    expect(specOf("namesake").generateName).toBe("b");
  });

  test("a newly declared field is written, also over a foreign value and also when it is empty", async () => {
    const kept = await adapter.create("OwnedAccessKey", { name: "newly" });
    await adapter.merge("ownedaccesskeys/newly", { spec: { disabled: true, description: "theirs" } });
    const inputs = { name: "newly", disabled: false, description: "ours" };
    expect((await adapter.driver.diff("OwnedAccessKey", kept, inputs)).changes).toBe(true);
    const updated = await adapter.driver.update("OwnedAccessKey", kept, inputs);
    expect(updated.state).toMatchObject({ description: "ours" });
    expect(adapter.stored("ownedaccesskeys", "newly").spec.disabled ?? false).toBe(false);
  });

  test("state that lacks an unchanged field causes no conflict", async () => {
    const inputs = { name: "lacking", displayName: "a", labels: { a: "1" }, access: [{ users: ["u"] }] };
    const kept = await adapter.create(type, inputs);
    const { displayName: _d, labels: _l, access: _a, ...state } = kept.state;
    const changed = { name: "lacking", displayName: "b", labels: { a: "2" }, access: [] };
    await adapter.driver.update(type, { ...kept, state }, changed);
    expect(specOf("lacking").displayName).toBe("b");
  });
});
