import { onBothServers } from "../../support/faceUnderTest";
import { initializationOf } from "../../support/pluginDriver";

onBothServers((face) => {
  const unseen = async (name: string, nonce = "of-another-create") => {
    const { inputs } = await face.driver.check("SpaceTemplate", { name });
    return { id: name, inputs, state: { ...inputs, __createNonce: nonce } };
  };
  const foreign = async (name: string) => {
    await face.create("SpaceTemplate", { name });
    await face.merge(`spacetemplates/${name}`, { metadata: { labels: { "pulumi-platform/owner": "other" } } });
  };

  test("an unfinished create whose name somebody else has taken is gone for a read, and left alone by a delete", async () => {
    await foreign("elsewhere");
    const kept = await unseen("elsewhere");
    expect(await face.driver.read("SpaceTemplate", kept)).toBeUndefined();
    await face.driver.delete("SpaceTemplate", kept);
    expect(face.platform.store.get("spacetemplates", "elsewhere")).toBeDefined();
    await expect(face.driver.update("SpaceTemplate", kept, kept.inputs)).rejects.toThrow("pulumi import");
  });

  test("an unfinished create whose nonce is not known touches no object of the stack", async () => {
    await face.create("SpaceTemplate", { name: "unknown" });
    const kept = await unseen("unknown", undefined);
    const { __createNonce: _, ...state } = kept.state;
    expect(await face.driver.read("SpaceTemplate", { ...kept, state })).toBeUndefined();
    await face.driver.delete("SpaceTemplate", { ...kept, state });
    expect(face.platform.store.get("spacetemplates", "unknown")).toBeDefined();
  });

  test("an unfinished create is taken up by a read, an update and a delete when it made the object", async () => {
    await face.create("SpaceTemplate", { name: "made" });
    const { annotations = {} } = face.stored("spacetemplates", "made").metadata;
    const kept = await unseen("made", annotations["pulumi-platform/create-nonce"]);
    expect((await face.driver.read("SpaceTemplate", kept))?.state.uid).toBeDefined();
    expect((await face.driver.update("SpaceTemplate", kept, kept.inputs)).state.uid).toBeDefined();
    await face.driver.delete("SpaceTemplate", kept);
    expect(face.platform.store.get("spacetemplates", "made")).toBeUndefined();
  });

  test("an unfinished create keeps the note that its name was made up", async () => {
    const { inputs } = await face.driver.check("SpaceTemplate", {});
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
    face.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 9, action: { status: 403 } });
    const failed = await face.driver.create("SpaceTemplate", inputs).then(() => undefined, initializationOf);
    face.platform.faults.clear();
    expect(failed).toMatchObject({ inputs: { __defaults: ["name"] } });
  });
});
