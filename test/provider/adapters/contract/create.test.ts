import { onBothAdapters } from "../../../support/adapterUnderTest";
import { isPlugin } from "../../../support/contract";

const type = "SpaceTemplate";

onBothAdapters((adapter) => {
  const ownedByOther = (name: string) =>
    adapter.merge(`spacetemplates/${name}`, { metadata: { labels: { "pulumi-vcluster-platform/owner": "other" } } });

  test("a create sends one request and marks the object", async () => {
    const kept = await adapter.create(type, { name: "one", displayName: "One", template: { objects: "" } });
    expect(kept.id).toBe("one");
    expect(adapter.sent()).toEqual(["POST 201"]);
    const { metadata } = adapter.stored("spacetemplates", "one");
    expect(metadata.labels).toEqual({ "pulumi-vcluster-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(Object.keys(metadata.annotations)).toEqual(["pulumi-vcluster-platform/create-nonce"]);
    expect(kept.state).toMatchObject({ name: "one", displayName: "One", generation: 1 });
    expect(kept.state.labels).toBeNull();
  });

  test("a foreign object is never adopted, and the error says how to import it", async () => {
    await adapter.create(type, { name: "taken" });
    await ownedByOther("taken");
    const words = isPlugin(adapter.driver)
      ? "pulumi import vcluster-platform:index:SpaceTemplate res taken"
      : "import it with the plugin";
    await expect(adapter.create(type, { name: "taken" })).rejects.toThrow(words);
  });

  test("a create stops at an object that an interrupted create left behind", async () => {
    await adapter.create(type, { name: "left" });
    await expect(adapter.create(type, { name: "left" })).rejects.toThrow(
      /this stack made an object of this name before.* kubectl delete spacetemplates\.management\.loft\.sh --server http\S+\/kubernetes\/management left$/,
    );
  });
});
