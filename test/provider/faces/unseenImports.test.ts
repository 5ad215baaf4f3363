import { onBothServers } from "../../support/faceUnderTest";
import { heardPlugin } from "../../support/heardPlugin";
import { configurePlugin, initializationOf } from "../../support/pluginDriver";

const endpoint = "ProjectImportVirtualCluster";
const type = "VirtualClusterImport";
const inputsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc1", importName },
});

onBothServers((face) => {
  const heard = heardPlugin(face);
  const hide = () =>
    face.platform.faults.add({
      verb: "get",
      kind: "VirtualClusterInstance",
      times: 1000,
      action: { status: 404, body: "404 page not found\n" },
    });
  const requests = () => face.sent().filter((each) => each.startsWith("POST"));

  test("where no virtual cluster is shown, an import is what its request says, and it is said once", async () => {
    hide();
    heard.engine.messages.length = 0;
    const first = await heard.driver.create(type, inputsOf("first"));
    expect(first.state).toEqual({ ...inputsOf("first"), virtualCluster: "first" });
    expect(await heard.driver.read(type, first)).toMatchObject({ id: "web/first", state: first.state });
    await heard.driver.create(type, inputsOf("second"));
    await heard.engine.heard("does not show the virtual clusters of projects");
    await heard.driver.delete(type, first);
    await heard.engine.heard('"web/first" is no longer managed');
    const said = heard.engine.messages.filter((message) => message.includes("does not show the virtual clusters"));
    expect(said).toHaveLength(1);
  });

  test("a lost answer there is asked for again, and a name that is taken by then is taken by the first request", async () => {
    hide();
    face.platform.faults.add({ kind: endpoint, times: 1, action: "reset-after" });
    const failed = await face.driver.create(type, inputsOf("twice")).catch(initializationOf);
    expect(failed).toMatchObject({ id: "web/twice", state: inputsOf("twice") });
    const read = await face.driver.read(type, failed).catch(initializationOf);
    expect(read).toMatchObject({ id: "web/twice", inputs: inputsOf("twice") });
    expect(read?.state.externalChange).toBe("its import did not come to an end.");
    const resumed = await face.driver.update(type, { ...failed, ...read }, inputsOf("twice"));
    expect(resumed.state).toEqual({ ...inputsOf("twice"), virtualCluster: "twice" });
    // Status 0: the request arrived, its answer was lost.
    expect(requests()).toEqual(["POST 0", "POST 409"]);
  });

  test("a name that is taken there before anything was asked for is an error that explains importName", async () => {
    hide();
    await face.create(type, inputsOf("taken"));
    await expect(face.create(type, inputsOf("taken"))).rejects.toThrow(
      /already, whose source the platform does not show\. Set sourceVirtualCluster\.importName/,
    );
  });

  test("a virtual cluster that cannot be looked for is not deleted in silence", async () => {
    const inputs = { ...inputsOf("kept"), deletionPolicy: "delete" };
    const kept = await face.create(type, inputs);
    hide();
    await expect(face.driver.delete(type, kept)).rejects.toThrow(
      'this platform does not show the virtual clusters of projects. Set deletionPolicy to "retain", run pulumi up',
    );
  });

  test("an unfinished import that is seen on a read is finished", async () => {
    await face.create(type, inputsOf("late"));
    const unfinished = { id: "web/late", inputs: inputsOf("late"), state: inputsOf("late") };
    const read = await face.driver.read(type, unfinished);
    expect(read?.state).toMatchObject({ virtualCluster: "late", uid: expect.any(String) });
  });

  test("an unfinished import whose virtual cluster does not show its source yet stays unfinished", async () => {
    await face.create(type, inputsOf("unplaced"));
    const object = face.platform.store.get("virtualclusterinstances", "unplaced", "p-web");
    face.platform.store.write("virtualclusterinstances", { ...object, spec: {} } as never);
    const unfinished = { id: "web/unplaced", inputs: inputsOf("unplaced"), state: inputsOf("unplaced") };
    await expect(face.driver.read(type, unfinished)).rejects.toThrow("did not come to an end");
  });

  test("what was taken over is forgotten when the provider is configured for the next command", async () => {
    const inputs = { ...inputsOf("again"), deletionPolicy: "delete" };
    await face.create(type, inputs);
    const second = await face.create(type, inputs);
    const { baseUrl, accessKey } = face.platform;
    await configurePlugin(face.driver.plugin, { baseUrl, accessKey });
    await face.driver.delete(type, second);
    expect(face.platform.store.get("virtualclusterinstances", "again", "p-web")).toBeUndefined();
  });
});
