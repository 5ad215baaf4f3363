import { onBothAdapters } from "../../../support/adapterUnderTest";
import type { Wire } from "../../../support/pluginDriver";

const type = "SpaceTemplate";
const held = ["x.test/hold"];
const source = { cluster: "c1", namespace: "ns", name: "vc" };

/** A 404 about something that the platform itself needs. */
const absentCluster = {
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason: "NotFound",
  code: 404,
  message: 'clusters.management.loft.sh "main" not found',
  details: { kind: "clusters", name: "main" },
};

onBothAdapters((adapter) => {
  const exists = (name: string) => adapter.platform.store.get("spacetemplates", name) !== undefined;
  const release = (name: string) => adapter.merge(`spacetemplates/${name}`, { metadata: { finalizers: null } });

  test("a delete does not touch an object that others created under the same name", async () => {
    const kept = await adapter.create(type, { name: "newcomer" });
    await adapter.driver.delete(type, kept);
    await adapter.create(type, { name: "newcomer" });
    await adapter.driver.delete(type, kept);
    expect(exists("newcomer")).toBe(true);
  });

  test.each<[string, string, Wire]>([
    ["OwnedAccessKey", "key", { name: "key", user: "ci" }],
    ["VirtualClusterImport", "web/vc", { project: "web", sourceVirtualCluster: source, deletionPolicy: "delete" }],
  ])(
    "a delete is not sent if a read shows another object: its precondition may get lost (%s)",
    async (kind, id, inputs) => {
      const kept = await adapter.create(kind, inputs);
      adapter.platform.requests.length = 0;
      await adapter.driver.delete(kind, { ...kept, state: { ...kept.state, uid: "of-another-one" } });
      expect(adapter.sent()).toEqual(["GET 200"]);
      expect((await adapter.driver.read(kind, kept))?.id).toBe(id);
    },
  );

  test("a delete waits for finalizers and keeps the state at a timeout", async () => {
    const kept = await adapter.create(type, { name: "held", finalizers: held });
    await expect(adapter.driver.delete(type, kept, 0.5)).rejects.toThrow(
      /still being deleted: waiting for x\.test\/hold/,
    );
    const deleting = adapter.driver.delete(type, kept);
    await release("held");
    await deleting;
    expect(exists("held")).toBe(false);
  });

  test("a create waits for the object of its name that is being deleted, and names it at a timeout", async () => {
    const kept = await adapter.create(type, { name: "taken", finalizers: held });
    await expect(adapter.driver.delete(type, kept, 0.5)).rejects.toThrow("still being deleted");
    const { inputs } = await adapter.driver.check(type, { name: "taken", displayName: "Mine" });
    await expect(adapter.driver.create(type, inputs, { timeout: 0.5 })).rejects.toThrow(
      /Cannot create SpaceTemplate "taken" in time: an object of this name is still being deleted: waiting for x\.test\/hold/,
    );
    const creating = adapter.driver.create(type, inputs);
    await release("taken");
    expect((await creating).state.displayName).toBe("Mine");
  });

  test("a 404 about another object makes no object gone: not for a read, an update, a delete or its wait", async () => {
    const said = "does not prove that the object is gone";
    const fail = (verb: "get" | "patch" | "delete") =>
      adapter.platform.faults.add({ verb, kind: type, times: 1, action: { status: 404, body: absentCluster } });
    const kept = await adapter.create(type, { name: "kept", displayName: "a", finalizers: held });
    fail("get");
    await expect(adapter.driver.read(type, kept)).rejects.toThrow(said);
    for (const verb of ["get", "patch"] as const) {
      // The first patch is sent without a read.
      fail("patch");
      fail(verb);
      await expect(adapter.driver.update(type, kept, { ...kept.inputs, displayName: "b" })).rejects.toThrow(said);
    }
    for (const verb of ["delete", "get"] as const) {
      fail(verb);
      await expect(adapter.driver.delete(type, kept)).rejects.toThrow(said);
    }
    expect(adapter.stored("spacetemplates", kept.id).metadata.finalizers).toEqual(held);
    await release(kept.id);
  });
});
