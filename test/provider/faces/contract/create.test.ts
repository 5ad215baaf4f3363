import { isPlugin, unfinishedOf } from "../../../support/contract";
import { onBothFaces } from "../../../support/faceUnderTest";

const type = "SpaceTemplate";
const post = { method: "POST", kind: "spacetemplates", times: 1 } as const;

onBothFaces((face) => {
  const posts = () => face.sent().filter((each) => each.startsWith("POST"));
  const uidOf = (name: string) => face.stored("spacetemplates", name).metadata.uid;
  const ownedByOther = (name: string) =>
    face.merge(`spacetemplates/${name}`, { metadata: { labels: { "pulumi-platform/owner": "other" } } });

  test("a create sends one request and marks the object", async () => {
    const kept = await face.create(type, { name: "one", displayName: "One", template: { objects: "" } });
    expect(kept.id).toBe("one");
    expect(face.sent()).toEqual(["POST 201"]);
    const { metadata } = face.stored("spacetemplates", "one");
    expect(metadata.labels).toEqual({ "pulumi-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(Object.keys(metadata.annotations)).toEqual(["pulumi-platform/create-nonce"]);
    expect(kept.state).toMatchObject({ name: "one", displayName: "One", generation: 1 });
    expect(kept.state).not.toHaveProperty("labels");
  });

  test("an object whose response was lost is adopted", async () => {
    face.platform.faults.add({ ...post, action: "reset-after" });
    const kept = await face.create(type, { name: "lost", displayName: "Lost" });
    expect(kept.state.uid).toBe(uidOf("lost"));
    expect(posts()).toHaveLength(1);
  });

  test("a create without a response and without a look-up keeps a state that the next update continues", async () => {
    const { inputs } = await face.driver.check(type, { name: "unsure", displayName: "d" });
    face.platform.faults.add({ ...post, action: "reset-after" });
    face.platform.faults.add({ method: "GET", name: "unsure", times: 100, action: { status: 403 } });
    const failed = await unfinishedOf(face.driver.create(type, inputs));
    face.platform.faults.clear();
    expect(failed).toMatchObject({ id: "unsure", state: { name: "unsure", displayName: "d" } });
    const resumed = await face.driver.update(type, { ...failed, inputs }, inputs);
    expect(resumed.state.uid).toBe(uidOf("unsure"));
  });

  test("a create waits for Retry-After before it is retried", async () => {
    face.platform.faults.add({ ...post, action: { status: 503, headers: { "Retry-After": "1" } } });
    const started = Date.now();
    await face.create(type, { name: "patient" });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000);
    expect(posts()).toEqual(["POST 503", "POST 201"]);
  });

  test("a foreign object is never adopted, and the error says how to import it", async () => {
    await face.create(type, { name: "taken" });
    await ownedByOther("taken");
    const words = isPlugin(face.driver)
      ? "pulumi import platform:index:SpaceTemplate res taken"
      : "import it with the plugin";
    await expect(face.create(type, { name: "taken" })).rejects.toThrow(words);
  });

  test("a create stops at an object that an interrupted create left behind", async () => {
    await face.create(type, { name: "left" });
    await expect(face.create(type, { name: "left" })).rejects.toThrow(
      /this stack made an object of this name before.* kubectl delete spacetemplates\.management\.loft\.sh left$/,
    );
  });
});
