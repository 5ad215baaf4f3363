import type { Faults } from "../../../emulator/faults/faults";
import { onBothServers } from "../../support/faceUnderTest";
import { initializationOf, secretOnWire, unknownOnWire, type Wire } from "../../support/pluginDriver";

onBothServers((face) => {
  test("sends one request and stamps the object", async () => {
    const kept = await face.create("SpaceTemplate", { name: "one", displayName: "One", template: { objects: "" } });
    expect(kept.id).toBe("one");
    expect(face.sent()).toEqual(["POST 201"]);
    const { metadata } = face.stored("spacetemplates", "one");
    expect(metadata.labels).toEqual({ "pulumi-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(Object.keys(metadata.annotations)).toEqual(["pulumi-platform/create-nonce"]);
    expect(kept.state).toMatchObject({ name: "one", displayName: "One", generation: 1 });
    expect(kept.state).not.toHaveProperty("labels");
  });

  test("takes an object whose answer was lost for its own", async () => {
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
    const kept = await face.create("SpaceTemplate", { name: "lost", displayName: "Lost" });
    expect(kept.state.uid).toBe(face.stored("spacetemplates", "lost").metadata.uid);
    expect(face.sent().filter((each) => each.startsWith("POST"))).toHaveLength(1);
  });

  test("sends a create again that did not arrive", async () => {
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 2, action: "reset-before" });
    const kept = await face.create("SpaceTemplate", { name: "cut", displayName: "Cut" });
    expect(kept.state.uid).toBe(face.stored("spacetemplates", "cut").metadata.uid);
  });

  test("reads the object back when the answer to the create holds none", async () => {
    const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
    const kept = await face.create("SpaceTemplate", { name: "silent" });
    await face.driver.delete("SpaceTemplate", kept);
    face.platform.faults.add({
      method: "POST",
      kind: "spacetemplates",
      times: 1,
      action: { status: 201, body: success },
    });
    const again = await face.create("SpaceTemplate", { name: "silent" });
    expect(again.state.uid).toBe(face.stored("spacetemplates", "silent").metadata.uid);
  });

  test("an unanswered create whose look-up fails keeps a state from which the next update goes on", async () => {
    const { inputs } = await face.driver.check("SpaceTemplate", { name: "unsure", displayName: "d" });
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action: "reset-after" });
    face.platform.faults.add({ method: "GET", name: "unsure", times: 100, action: { status: 403 } });
    const failed: { id: string; state: Wire } = await face.driver
      .create("SpaceTemplate", inputs)
      .catch(initializationOf);
    face.platform.faults.clear();
    expect(failed).toMatchObject({ id: "unsure", state: { name: "unsure", displayName: "d" } });
    const kept = { id: failed.id, inputs, state: failed.state };
    const resumed = await face.driver.update("SpaceTemplate", kept, inputs);
    expect(resumed.state.uid).toBe(face.stored("spacetemplates", "unsure").metadata.uid);
  });

  test("waits as long as the server asks before it sends an unanswered create again", async () => {
    const action = { status: 503, headers: { "Retry-After": "1" } };
    face.platform.faults.add({ method: "POST", kind: "spacetemplates", times: 1, action });
    const started = Date.now();
    await face.create("SpaceTemplate", { name: "patient" });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000);
    expect(face.sent().filter((each) => each.startsWith("POST"))).toEqual(["POST 503", "POST 201"]);
  });

  test("never adopts a foreign object and prints the import command", async () => {
    await face.create("SpaceTemplate", { name: "taken" });
    await face.merge("spacetemplates/taken", { metadata: { labels: { "pulumi-platform/owner": "other" } } });
    await expect(face.create("SpaceTemplate", { name: "taken" })).rejects.toThrow(
      "pulumi import platform:index:SpaceTemplate res taken",
    );
  });

  test.each<[string, Parameters<Faults["add"]>[0]]>([
    ["an answer that is lost before it", { method: "POST", name: "occupied", times: 1, action: "reset-before" }],
    ["no right to read it", { method: "GET", name: "occupied", action: { status: 403 } }],
  ])("a name that somebody else has is a plain error, for nothing can be written: %s", async (_, fault) => {
    if (!face.platform.store.get("spacetemplates", "occupied"))
      await face.create("SpaceTemplate", { name: "occupied" });
    await face.merge("spacetemplates/occupied", { metadata: { labels: { "pulumi-platform/owner": "other" } } });
    face.platform.faults.add(fault);
    const failure = await face.create("SpaceTemplate", { name: "occupied" }).catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(() => initializationOf(failure)).toThrow();
  });

  test("stops at an object that an interrupted create left behind", async () => {
    await face.create("SpaceTemplate", { name: "left" });
    await expect(face.create("SpaceTemplate", { name: "left" })).rejects.toThrow(
      /this stack made an object of this name before.* kubectl delete spacetemplates\.management\.loft\.sh left$/,
    );
  });

  test("the preview of a create sends nothing and knows what is declared", async () => {
    const { inputs } = await face.driver.check("OwnedAccessKey", { user: "ci" });
    const { state } = await face.driver.create("OwnedAccessKey", inputs, { preview: true });
    expect(face.platform.requests).toEqual([]);
    expect(state).toMatchObject({
      user: "ci",
      name: inputs.name,
      uid: unknownOnWire,
      key: secretOnWire(unknownOnWire),
    });
    expect(state).not.toHaveProperty("externalChange");
  });
});
