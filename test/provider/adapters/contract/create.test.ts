import { isPlugin } from "../../../support/contract";
import { onBothFaces } from "../../../support/faceUnderTest";

const type = "SpaceTemplate";

onBothFaces((face) => {
  const ownedByOther = (name: string) =>
    face.merge(`spacetemplates/${name}`, { metadata: { labels: { "pulumi-vcluster-platform/owner": "other" } } });

  test("a create sends one request and marks the object", async () => {
    const kept = await face.create(type, { name: "one", displayName: "One", template: { objects: "" } });
    expect(kept.id).toBe("one");
    expect(face.sent()).toEqual(["POST 201"]);
    const { metadata } = face.stored("spacetemplates", "one");
    expect(metadata.labels).toEqual({ "pulumi-vcluster-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(Object.keys(metadata.annotations)).toEqual(["pulumi-vcluster-platform/create-nonce"]);
    expect(kept.state).toMatchObject({ name: "one", displayName: "One", generation: 1 });
    expect(kept.state.labels).toBeNull();
  });

  test("a foreign object is never adopted, and the error says how to import it", async () => {
    await face.create(type, { name: "taken" });
    await ownedByOther("taken");
    const words = isPlugin(face.driver)
      ? "pulumi import vcluster-platform:index:SpaceTemplate res taken"
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
