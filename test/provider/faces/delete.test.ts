import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { onBothServers } from "../../support/onBothServers";
import { startDriver } from "../../support/pluginDriver";

onBothServers((face) => {
  test("of an absent object succeeds", async () => {
    const kept = await face.create("SpaceTemplate", { name: "twice" });
    await face.driver.delete("SpaceTemplate", kept);
    await face.driver.delete("SpaceTemplate", kept);
    expect(face.platform.store.get("spacetemplates", "twice")).toBeUndefined();
  });

  test("leaves an object alone that somebody else created under the same name", async () => {
    const kept = await face.create("SpaceTemplate", { name: "newcomer" });
    await face.driver.delete("SpaceTemplate", kept);
    await face.create("SpaceTemplate", { name: "newcomer" });
    await face.driver.delete("SpaceTemplate", kept);
    expect(face.platform.store.get("spacetemplates", "newcomer")).toBeDefined();
  });

  test("compares the uid itself where the server takes no body", async () => {
    const kept = await face.create("SpaceTemplate", { name: "bodyless" });
    face.platform.faults.add({ method: "DELETE", kind: "spacetemplates", times: 1, action: { status: 415 } });
    await face.driver.delete("SpaceTemplate", kept);
    expect(face.platform.store.get("spacetemplates", "bodyless")).toBeUndefined();
  });

  test("waits for finalizers, and keeps the state when the time is over", async () => {
    const kept = await face.create("SpaceTemplate", { name: "held", finalizers: ["x.test/hold"] });
    await expect(face.driver.delete("SpaceTemplate", kept, 0.5)).rejects.toThrow(
      /still being deleted: waiting for x\.test\/hold/,
    );
    const deleting = face.driver.delete("SpaceTemplate", kept);
    await face.merge("spacetemplates/held", { metadata: { finalizers: null } });
    await deleting;
    expect(face.platform.store.get("spacetemplates", "held")).toBeUndefined();
  });

  test("stops waiting when Pulumi cancels, and keeps the state", async () => {
    const kept = await face.create("SpaceTemplate", { name: "cancelled", finalizers: ["x.test/hold"] });
    const other = await startDriver({ baseUrl: face.platform.baseUrl, accessKey: face.platform.accessKey });
    try {
      const deleting = other.delete("SpaceTemplate", kept);
      const refused = expect(deleting).rejects.toThrow("was cancelled");
      while (face.sent().length < 3) await new Promise((resolve) => setImmediate(resolve));
      await other.plugin.client.cancel(new Empty());
      await refused;
    } finally {
      await other.close();
    }
    expect(face.platform.store.get("spacetemplates", "cancelled")).toBeDefined();
  });
});
