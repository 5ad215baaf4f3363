import { onBothServers } from "../../support/faceUnderTest";
import { deleteAsColleague } from "../../support/http";
import { initializationOf } from "../../support/pluginDriver";

onBothServers((face) => {
  const source = { cluster: "c1", namespace: "vc-ns", name: "vc1" };

  test("bring a virtual cluster into the project, and keep it when the resource is deleted", async () => {
    const kept = await face.create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
    expect(kept.id).toBe("web/vc1");
    expect(kept.state).toMatchObject({ virtualCluster: "vc1", namespace: "p-web", project: "web" });
    expect((await face.driver.read("VirtualClusterImport", kept))?.inputs).toEqual(kept.inputs);
    await face.driver.delete("VirtualClusterImport", kept);
    expect(face.platform.store.get("virtualclusterinstances", "vc1", "p-web")).toBeDefined();
  });

  test("an existing virtual cluster with the same source is success, with another an error that explains importName", async () => {
    const again = await face.create("VirtualClusterImport", { project: "web", sourceVirtualCluster: source });
    expect(again.state.virtualCluster).toBe("vc1");
    expect(face.sent().filter((each) => each.startsWith("POST"))).toEqual([]);
    const other = { project: "web", sourceVirtualCluster: { ...source, cluster: "c2" } };
    await expect(face.create("VirtualClusterImport", other)).rejects.toThrow("Set sourceVirtualCluster.importName");
  });

  test("are requested once although the answer is lost", async () => {
    face.platform.faults.add({ method: "POST", kind: "ProjectImportVirtualCluster", times: 1, action: "reset-after" });
    const inputs = {
      project: "web",
      sourceVirtualCluster: { ...source, importName: "renamed" },
      deletionPolicy: "delete",
    };
    const kept = await face.create("VirtualClusterImport", inputs);
    expect(kept.id).toBe("web/renamed");
    expect(face.sent().filter((each) => each.startsWith("POST"))).toHaveLength(1);
    await face.driver.delete("VirtualClusterImport", kept);
    expect(face.platform.store.get("virtualclusterinstances", "renamed", "p-web")).toBeUndefined();
  });

  test("without a recorded uid leaves a virtual cluster of another source alone", async () => {
    await face.create("VirtualClusterImport", {
      project: "web",
      sourceVirtualCluster: { ...source, importName: "theirs" },
    });
    const sourceVirtualCluster = { ...source, cluster: "c9", importName: "theirs" };
    const inputs = { project: "web", sourceVirtualCluster, deletionPolicy: "delete" };
    const kept = { id: "web/theirs", inputs, state: inputs };
    expect(await face.driver.read("VirtualClusterImport", kept)).toBeUndefined();
    await face.driver.delete("VirtualClusterImport", kept);
    expect(face.platform.store.get("virtualclusterinstances", "theirs", "p-web")).toBeDefined();
  });

  test("an import into the state holds project and source, in inputs and state", async () => {
    const read = await face.driver.read("VirtualClusterImport", { id: "web/vc1", inputs: {}, state: {} });
    expect(read?.inputs).toEqual({ project: "web", sourceVirtualCluster: source });
    expect(read?.state).toMatchObject({ project: "web", sourceVirtualCluster: source, virtualCluster: "vc1" });
  });

  test("an accepted request is not forgotten when its virtual cluster does not appear", async () => {
    const inputs = { project: "web", sourceVirtualCluster: { ...source, importName: "late" } };
    face.platform.faults.add({
      method: "POST",
      kind: "ProjectImportVirtualCluster",
      times: 1,
      action: { status: 201, body: {} },
    });
    const failed = await face.driver.create("VirtualClusterImport", inputs, { timeout: 1 }).catch(initializationOf);
    expect(failed).toMatchObject({ id: "web/late", inputs });
    const resumed = await face.driver.update("VirtualClusterImport", { id: "web/late", inputs, state: inputs }, inputs);
    expect(resumed.state).toMatchObject({ virtualCluster: "late", uid: expect.any(String) });
  });

  test("a virtual cluster that is being deleted is waited for, and then imported anew", async () => {
    const inputs = {
      project: "web",
      sourceVirtualCluster: { ...source, importName: "leaving" },
      deletionPolicy: "delete",
    };
    const first = await face.create("VirtualClusterImport", inputs);
    const where = "namespaces/p-web/virtualclusterinstances/leaving";
    await face.merge(where, { metadata: { finalizers: ["x.test/hold"] } });
    await expect(face.driver.delete("VirtualClusterImport", first, 0.3)).rejects.toThrow("x.test/hold");
    face.platform.requests.length = 0;
    let isSettled = false;
    const creating = face.create("VirtualClusterImport", inputs).finally(() => {
      isSettled = true;
    });
    // The finalizer goes only when the create has seen it more than once, or has wrongly ended.
    while (face.sent().length < 4 && !isSettled) await new Promise((resolve) => setImmediate(resolve));
    await face.merge(where, { metadata: { finalizers: null } });
    expect((await creating).state.uid).not.toBe(first.state.uid);
  });

  test("a virtual cluster that is being deleted is not passed over by an update, which sends nothing", async () => {
    const inputs = { project: "web", sourceVirtualCluster: { cluster: "c1", namespace: "vc", name: "ending" } };
    const kept = await face.create("VirtualClusterImport", inputs);
    const path = "namespaces/p-web/virtualclusterinstances/ending";
    await face.merge(path, { metadata: { finalizers: ["x.test/keep"] } });
    await deleteAsColleague(face.platform, path);
    const read = { ...kept, ...(await face.driver.read("VirtualClusterImport", kept)) };
    expect(read.state.externalChange).toMatch(/^being deleted since .*, waiting for x\.test\/keep$/);
    const update = face.driver.update("VirtualClusterImport", read, { ...inputs, deletionPolicy: "delete" });
    await expect(update).rejects.toThrow(/Cannot update .* it is being deleted since .*waiting for x\.test\/keep/);
    await face.merge(path, { metadata: { finalizers: null } });
  });

  test("an id without a project is explained", async () => {
    const read = face.driver.read("VirtualClusterImport", { id: "vc1", inputs: {}, state: {} });
    await expect(read).rejects.toThrow("must have the form <project>/<name of the virtual cluster>");
  });
});
