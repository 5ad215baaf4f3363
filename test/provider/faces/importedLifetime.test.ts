import { onBothFaces, onServers } from "../../support/faceUnderTest";
import { createAsColleague } from "../../support/http";
import { startDriver } from "../../support/pluginDriver";

const type = "OwnedAccessKey";

onServers(startDriver, (face) => {
  test.each([-1, -3600, 0])("a key that never ends, by a ttl of %i, is imported as one without a ttl", async (ttl) => {
    const name = `endless${ttl}`.replace("-", "-minus-");
    await createAsColleague(face.platform, "ownedaccesskeys", {
      kind: type,
      metadata: { name },
      spec: { user: "ci", ttl },
    });
    const kept = await face.driver.read(type, { id: name, inputs: {}, state: {} });
    if (!kept) throw new Error("It is not there");
    const { inputs, failures } = await face.driver.check(type, kept.inputs, kept.inputs);
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty("ttl");
    expect((await face.driver.diff(type, kept, inputs)).changes).toBe(false);
    expect((await face.driver.diff(type, kept, { ...inputs, ttl: 60 })).changes).toBe(true);
  });
});

onBothFaces((face) => {
  test("a key whose ttl of 0 somebody made negative has not drifted, and one with a lifetime has", async () => {
    const endless = await face.create(type, { name: "endless", user: "ci", ttl: 0 });
    const ending = await face.create(type, { name: "ending", user: "ci", ttl: 60 });
    for (const { id } of [endless, ending]) await face.merge(`ownedaccesskeys/${id}`, { spec: { ttl: -1 } });
    const changed = async (kept: typeof endless) => {
      const read = await face.driver.read(type, kept);
      return read && (await face.driver.diff(type, read, kept.inputs)).changes;
    };
    expect([await changed(endless), await changed(ending)]).toEqual([false, true]);
  });
});
