import type { Fault } from "../../../../emulator/faults/fault";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { refreshed, unfinishedOf, withoutOutputs } from "../../../support/contract";
import { deleteAsColleague } from "../../../support/http";
import { importInputs, placeVirtualCluster } from "../../../support/importInputs";

const type = "VirtualClusterImport";
const accepted: Fault = {
  method: "POST",
  kind: "ProjectImportVirtualCluster",
  times: 1,
  action: { status: 201, body: {} },
};
const alreadyExists = { kind: "Status", status: "Failure", reason: "AlreadyExists", code: 409, message: "taken" };
const pathOf = (name: string) => `namespaces/p-web/virtualclusterinstances/${name}`;

onBothAdapters((adapter) => {
  const posts = () => adapter.sent().filter((each) => each.startsWith("POST"));
  const exists = (name: string) => adapter.platform.store.get("virtualclusterinstances", name, "p-web") !== undefined;

  test("an import adds a virtual cluster to the project, and its delete retains it by default", async () => {
    const sourceVirtualCluster = { cluster: "c1", namespace: "vc-ns", name: "default" };
    const kept = await adapter.create(type, { project: "web", sourceVirtualCluster });
    expect(kept.id).toBe("web/default");
    expect(kept.state).toMatchObject({ virtualCluster: "default", namespace: "p-web", project: "web" });
    expect((await refreshed(adapter, type, kept)).inputs).toEqual(kept.inputs);
    await adapter.driver.delete(type, kept);
    expect(exists("default")).toBe(true);
  });

  test("an existing virtual cluster of the same source is adopted, of another source it is an error", async () => {
    await adapter.create(type, importInputs("existing"));
    adapter.platform.requests.length = 0;
    const again = await adapter.create(type, importInputs("existing"));
    expect(again.state.virtualCluster).toBe("existing");
    expect(posts()).toEqual([]);
    const other = adapter.create(type, importInputs("existing", "delete", "c2"));
    await expect(other).rejects.toThrow("Set sourceVirtualCluster.importName");
  });

  test("the next import into a project searches only the namespace of the first", async () => {
    const project = { apiVersion: "management.loft.sh/v1", kind: "Project", metadata: { name: "counted", uid: "u" } };
    adapter.platform.store.write("projects", project as never);
    const lookups: string[][] = [];
    for (const name of ["first", "second"]) {
      adapter.platform.requests.length = 0;
      await adapter.create(type, { ...importInputs(name, "retain"), project: "counted" });
      lookups.push(adapter.sent());
    }
    expect(lookups).toEqual([
      ["GET 404", "GET 404", "POST 201", "GET 200"],
      ["GET 404", "POST 201", "GET 200"],
    ]);
  });

  test("an import adopts a virtual cluster in another namespace", async () => {
    await adapter.create(type, importInputs("usual"));
    placeVirtualCluster(adapter, "elsewhere", "c1", { namespace: "loft-p-web" });
    adapter.platform.faults.add({ ...accepted, action: { status: 409, body: alreadyExists } });
    const { state } = await adapter.create(type, importInputs("elsewhere"));
    expect(state).toMatchObject({ uid: "theirs-elsewhere", namespace: "loft-p-web" });
  });

  test("an import whose response is lost is requested once", async () => {
    adapter.platform.faults.add({ ...accepted, action: "reset-after" });
    const kept = await adapter.create(type, importInputs("renamed"));
    expect(kept.id).toBe("web/renamed");
    expect(posts()).toHaveLength(1);
  });

  test("a state without a uid does not touch a virtual cluster of another source", async () => {
    placeVirtualCluster(adapter, "theirs", "c1");
    const kept = await withoutOutputs(adapter, type, "web/theirs", importInputs("theirs", "delete", "c9"));
    expect(await adapter.driver.read(type, kept)).toBeUndefined();
    await adapter.driver.delete(type, kept);
    expect(exists("theirs")).toBe(true);
  });

  test("an accepted import whose virtual cluster does not appear stays unfinished, and an update resumes it", async () => {
    const { inputs } = await adapter.driver.check(type, importInputs("late"));
    adapter.platform.faults.add(accepted);
    const failed = await unfinishedOf(adapter.driver.create(type, inputs, { timeout: 1 }));
    expect(failed).toMatchObject({ id: "web/late", state: importInputs("late") });
    const resumed = await adapter.driver.update(type, { ...failed, inputs }, inputs);
    expect(resumed.state).toMatchObject({ virtualCluster: "late", uid: expect.any(String) });
  });

  test("a create waits for the end of a virtual cluster of its name, and imports again", async () => {
    const first = await adapter.create(type, importInputs("leaving"));
    await adapter.merge(pathOf("leaving"), { metadata: { finalizers: ["x.test/hold"] } });
    await deleteAsColleague(adapter.platform, pathOf("leaving"));
    adapter.platform.requests.length = 0;
    let isSettled = false;
    const creating = adapter.create(type, importInputs("leaving")).finally(() => {
      isSettled = true;
    });
    // The finalizer is removed after the create has read it more than once, or has wrongly ended.
    while (adapter.sent().length < 4 && !isSettled) await new Promise((resolve) => setImmediate(resolve));
    await adapter.merge(pathOf("leaving"), { metadata: { finalizers: null } });
    expect((await creating).state.uid).not.toBe(first.state.uid);
  });

  test("an update of a virtual cluster that is being deleted is refused", async () => {
    const kept = await adapter.create(type, importInputs("ending", "retain"));
    await adapter.merge(pathOf("ending"), { metadata: { finalizers: ["x.test/keep"] } });
    await deleteAsColleague(adapter.platform, pathOf("ending"));
    const read = await refreshed(adapter, type, kept);
    expect(read.state.externalChange).toMatch(/^being deleted since .*, waiting for x\.test\/keep$/);
    const update = adapter.driver.update(type, read, { ...kept.inputs, deletionPolicy: "delete" });
    await expect(update).rejects.toThrow(/Cannot update .* it is being deleted since .*waiting for x\.test\/keep/);
    await adapter.merge(pathOf("ending"), { metadata: { finalizers: null } });
  });

  describe("a changed import of the same virtual cluster", () => {
    const changes: [what: string, change: object][] = [
      ["labels", { labels: { team: "web" } }],
      ["annotations", { annotations: { note: "n" } }],
      ["finalizers", { finalizers: ["x.test/y"] }],
      ["name", { name: "request" }],
      ["generateName", { generateName: "request-" }],
    ];

    test.each(changes)("with other %s of the request sends nothing and is not replaced", async (what, change) => {
      const kept = await adapter.create(type, importInputs(`request-${what.toLowerCase()}`));
      const { inputs } = await adapter.driver.check(type, { ...kept.inputs, ...change }, kept.inputs);
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      adapter.platform.requests.length = 0;
      const updated = await adapter.driver.update(type, kept, inputs);
      expect([adapter.sent(), updated.state]).toEqual([[], expect.objectContaining(change)]);
      expect((await refreshed(adapter, type, updated)).inputs).toMatchObject(change);
    });

    test("keeps its name in the project", async () => {
      const kept = await adapter.create(type, importInputs("named"));
      const inputs = importInputs("renamed");
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      const remedy = 'keeps the name "named" in the project. Set sourceVirtualCluster.importName to "named"';
      await expect(adapter.driver.update(type, kept, inputs)).rejects.toThrow(remedy);
      expect(exists("named")).toBe(true);
    });

    test("may declare the name that it has already", async () => {
      const { importName: _, ...source } = importInputs("any").sourceVirtualCluster;
      const kept = await adapter.create(type, { ...importInputs("any"), sourceVirtualCluster: source });
      const inputs = { ...kept.inputs, sourceVirtualCluster: { ...source, importName: source.name } };
      expect(await adapter.driver.diff(type, kept, inputs)).toMatchObject({ changes: true, replaces: false });
      expect((await adapter.driver.update(type, kept, inputs)).id).toBe(kept.id);
    });
  });

  describe("a foreign virtual cluster with the name of the import", () => {
    test("is gone for a read if its source is another one", async () => {
      const kept = await adapter.create(type, importInputs("foreign"));
      placeVirtualCluster(adapter, "foreign", "prod");
      expect(await adapter.driver.read(type, kept)).toBeUndefined();
    });

    test("is drift if its source is ours", async () => {
      const kept = await adapter.create(type, importInputs("again"));
      placeVirtualCluster(adapter, "again", "c1");
      const { state } = await refreshed(adapter, type, kept);
      expect(state.externalChange).toMatch(/uid was .*, is theirs-again$/);
    });

    test("gives the state no uid while it does not show its source", async () => {
      const kept = await adapter.create(type, importInputs("succeeded"));
      placeVirtualCluster(adapter, "succeeded", undefined);
      const externalChange = expect.stringMatching(/is theirs-succeeded$/);
      expect((await refreshed(adapter, type, kept)).state).toMatchObject({ uid: kept.state.uid, externalChange });
    });

    test("does not hide ours in a namespace of the older form", async () => {
      const made = await adapter.create(type, importInputs("older"));
      const [namespace, uid] = ["loft-p-web", String(made.state.uid)];
      const kept = { ...made, state: { ...made.state, namespace } };
      placeVirtualCluster(adapter, "older", "c1", { namespace, uid });
      placeVirtualCluster(adapter, "older", "c1");
      expect((await refreshed(adapter, type, kept)).state).toMatchObject({ uid, namespace });
    });
  });

  test("another source of our own virtual cluster is drift that neither replaces nor deletes it", async () => {
    const inputs = { ...importInputs("moved"), deletionPolicy: "delete" };
    const kept = await adapter.create(type, inputs);
    placeVirtualCluster(adapter, "moved", "c2", { uid: String(kept.state.uid) });
    const read = await refreshed(adapter, type, kept);
    expect([read.inputs.sourceVirtualCluster, read.state.sourceVirtualCluster]).toMatchObject([
      inputs.sourceVirtualCluster,
      { cluster: "c2" },
    ]);
    const { changes, replaces } = await adapter.driver.diff(type, read, inputs);
    expect([changes, replaces]).toEqual([true, false]);
    await expect(adapter.driver.update(type, read, inputs)).rejects.toThrow("somebody changed the source");
    await adapter.driver.delete(type, read);
    expect(exists("moved")).toBe(true);
  });

  describe("after an accepted request", () => {
    /** The platform accepts the next request; `meanwhile` changes the objects of later reads. */
    const accepting = async (importName: string, meanwhile: () => void) => {
      adapter.platform.faults.add(accepted);
      let isSettled = false;
      const created = adapter.create(type, importInputs(importName)).finally(() => {
        isSettled = true;
      });
      created.catch(() => {});
      while (!adapter.sent().includes("POST 201") && !isSettled) await new Promise((resolve) => setImmediate(resolve));
      meanwhile();
      return created;
    };

    test("a virtual cluster of another source is not ours", async () => {
      const created = accepting("raced", () => placeVirtualCluster(adapter, "raced", "prod"));
      await expect(created).rejects.toThrow('a virtual cluster "raced" already, from cluster "prod"');
    });

    test("a virtual cluster without a source is stored without a uid", async () => {
      const created = await accepting("unplaced", () => placeVirtualCluster(adapter, "unplaced", undefined));
      expect(created.state).toMatchObject({ virtualCluster: "unplaced", namespace: "p-web" });
      expect(created.state.uid).toBeUndefined();
      expect((await refreshed(adapter, type, created)).state.uid).toBeUndefined();
      placeVirtualCluster(adapter, "unplaced", "c1");
      expect((await refreshed(adapter, type, created)).state.uid).toBe("theirs-unplaced");
    });

    test("a virtual cluster that shows another source later is not touched", async () => {
      const created = await accepting("late-foreign", () => placeVirtualCluster(adapter, "late-foreign", undefined));
      placeVirtualCluster(adapter, "late-foreign", "prod");
      expect(await adapter.driver.read(type, created)).toBeUndefined();
      await adapter.driver.delete(type, created);
      expect(exists("late-foreign")).toBe(true);
    });

    test("an import is unfinished if virtual clusters are not shown any more", async () => {
      const action = { status: 404, body: "404 page not found\n" };
      const hide = () => adapter.platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 2, action });
      await expect(accepting("hidden", () => void hide())).rejects.toThrow("are not shown any more");
    });
  });
});
