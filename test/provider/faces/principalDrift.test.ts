import { onBothServers } from "../../support/faceUnderTest";

const type = "OwnedAccessKey";

onBothServers((face) => {
  test.each([
    ["another user", "user", { user: "somebody" }],
    ["no user", "none", { user: null }],
    ["another user and team", "both", { user: "somebody", team: "others" }],
  ])("a key that somebody gave %s is set back in place, and keeps its value", async (_, name, spec) => {
    const declared = await face.create(type, { name, user: "ci", team: "web" });
    await face.merge(`ownedaccesskeys/${name}`, { spec });
    const drifted = { ...declared, ...(await face.driver.read(type, declared)) };
    const { detailed, replaces } = await face.driver.diff(type, drifted, declared.inputs);
    expect(detailed).not.toEqual([]);
    expect(replaces).toBe(false);
    const again = { ...drifted, ...(await face.driver.read(type, drifted)) };
    expect((await face.driver.diff(type, again, declared.inputs)).replaces).toBe(false);
    const updated = await face.driver.update(type, again, declared.inputs);
    expect(face.stored("ownedaccesskeys", name).spec).toMatchObject({ user: "ci", team: "web" });
    expect(updated.state.key).toEqual(declared.state.key);
    expect(Object.keys(updated.state).filter((key) => key.startsWith("__declared"))).toEqual([]);
  });

  test("another principal than the one declared before replaces the key, whatever somebody did meanwhile", async () => {
    const declared = await face.create(type, { name: "third", user: "ci" });
    await face.merge("ownedaccesskeys/third", { spec: { user: "somebody" } });
    const drifted = { ...declared, ...(await face.driver.read(type, declared)) };
    const { replaces } = await face.driver.diff(type, drifted, { ...declared.inputs, user: "third" });
    expect(replaces).toBe(true);
  });

  test("a principal that somebody changed and set back is what the program may change by a replacement only", async () => {
    const declared = await face.create(type, { name: "settled", user: "ci" });
    await face.merge("ownedaccesskeys/settled", { spec: { user: "somebody" } });
    const drifted = { ...declared, ...(await face.driver.read(type, declared)) };
    await face.merge("ownedaccesskeys/settled", { spec: { user: "ci" } });
    const settled = { ...drifted, ...(await face.driver.read(type, drifted)) };
    expect((await face.driver.diff(type, settled, declared.inputs)).detailed).toEqual([]);
    expect((await face.driver.diff(type, settled, { ...declared.inputs, user: "somebody" })).replaces).toBe(true);
  });
});
