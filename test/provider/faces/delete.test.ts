import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { onBothServers } from "../../support/faceUnderTest";
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

  test.each([
    ["OwnedAccessKey", "key", { name: "key", user: "ci" }],
    [
      "VirtualClusterImport",
      "web/vc",
      {
        project: "web",
        sourceVirtualCluster: { cluster: "c1", namespace: "ns", name: "vc" },
        deletionPolicy: "delete",
      },
    ],
  ])(
    "of what a look shows to be another object is not sent, since its body may get lost (%s)",
    async (type, id, inputs) => {
      const kept = await face.create(type, inputs);
      face.platform.requests.length = 0;
      await face.driver.delete(type, { ...kept, state: { ...kept.state, uid: "of-another-one" } });
      expect(face.sent()).toEqual(["GET 200"]);
      expect((await face.driver.read(type, kept))?.id).toBe(id);
    },
  );

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

  test("says what it waits for, too, when the time is over while the platform is asked", async () => {
    const kept = await face.create("SpaceTemplate", { name: "slow", finalizers: ["x.test/hold"] });
    face.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 1, action: { delayMs: 0 } });
    face.platform.faults.add({ method: "GET", kind: "spacetemplates", times: 1, action: { delayMs: 60_000 } });
    await expect(face.driver.delete("SpaceTemplate", kept, 1)).rejects.toThrow(
      /Cannot delete SpaceTemplate "slow" in time: it is still being deleted: waiting for x\.test\/hold, 1 s\./,
    );
  });

  test("lets a create wait for the object that has its name, and says so when the time is over", async () => {
    const kept = await face.create("SpaceTemplate", { name: "taken", finalizers: ["x.test/hold"] });
    await expect(face.driver.delete("SpaceTemplate", kept, 0.5)).rejects.toThrow("still being deleted");
    const { inputs } = await face.driver.check("SpaceTemplate", { name: "taken", displayName: "Mine" });
    await expect(face.driver.create("SpaceTemplate", inputs, { timeout: 0.5 })).rejects.toThrow(
      /Cannot create SpaceTemplate "taken" in time: an object of this name is still being deleted: waiting for x\.test\/hold/,
    );
    const creating = face.driver.create("SpaceTemplate", inputs);
    await face.merge("spacetemplates/taken", { metadata: { finalizers: null } });
    expect((await creating).state.displayName).toBe("Mine");
  });

  test("stops waiting when Pulumi cancels, and keeps the state", async () => {
    const kept = await face.create("SpaceTemplate", { name: "cancelled", finalizers: ["x.test/hold"] });
    const other = await startDriver({ baseUrl: face.platform.baseUrl, accessKey: face.platform.accessKey });
    try {
      const deleting = other.delete("SpaceTemplate", kept);
      const refused = expect(deleting).rejects.toThrow(
        /The wait for the end of SpaceTemplate "cancelled" was cancelled: waiting for x\.test\/hold, \d+ s\./,
      );
      while (face.sent().length < 3) await new Promise((resolve) => setImmediate(resolve));
      await other.plugin.client.cancel(new Empty());
      await refused;
    } finally {
      await other.close();
    }
    expect(face.platform.store.get("spacetemplates", "cancelled")).toBeDefined();
  });
});
