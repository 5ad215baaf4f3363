import { onBothServers } from "../../support/faceUnderTest";

onBothServers((face) => {
  test("after a write shows no change, also for empty values", async () => {
    const kept = await face.create("SpaceTemplate", {
      displayName: "",
      access: [{ users: ["*"], verbs: [] }],
      labels: {},
      template: { metadata: { labels: { a: "" } }, objects: "" },
    });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.inputs).toEqual(kept.inputs);
    expect(await face.driver.diff("SpaceTemplate", { ...kept, ...read }, kept.inputs)).toMatchObject({
      changes: false,
    });
  });

  test("what others add to an object is no change", async () => {
    const kept = await face.create("SpaceTemplate", { name: "noise", labels: { mine: "1" }, description: "d" });
    await face.merge("spacetemplates/noise", {
      metadata: { labels: { theirs: "2" }, annotations: { note: "x" }, finalizers: ["x.test/a"] },
      spec: { owner: { user: "u" }, parameters: [{ variable: "v" }], access: [{ users: ["*"] }] },
    });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.inputs).toEqual(kept.inputs);
    await face.merge("spacetemplates/noise", { metadata: { finalizers: null } });
  });

  test("the same time in another spelling is no change, another time is", async () => {
    const kept = await face.create("OwnedAccessKey", {
      name: "times",
      identityRefresh: "2026-01-01T11:00:00+01:00",
      oidcLogin: { lastRefresh: "2026-01-02T11:00:00.000Z" },
    });
    await face.merge("ownedaccesskeys/times", {
      spec: { identityRefresh: "2026-01-01T10:00:00Z", oidcLogin: { lastRefresh: "2026-01-02T11:00:00Z" } },
    });
    expect((await face.driver.read("OwnedAccessKey", kept))?.inputs).toEqual(kept.inputs);
    await face.merge("ownedaccesskeys/times", { spec: { identityRefresh: "2026-01-01T11:00:00Z" } });
    const read = await face.driver.read("OwnedAccessKey", kept);
    expect(read?.inputs).toMatchObject({ identityRefresh: "2026-01-01T11:00:00Z" });
  });

  test("false and empty members of extraSpec that a server drops are no change, others are", async () => {
    const extraSpec = { flag: false, none: {}, owner: { team: "ours", user: "" }, size: "s" };
    const kept = await face.create("SpaceTemplate", { name: "extra", extraSpec });
    await face.merge("spacetemplates/extra", { spec: { flag: null, none: null, owner: { user: null } } });
    expect((await face.driver.read("SpaceTemplate", kept))?.inputs).toEqual(kept.inputs);
    await face.merge("spacetemplates/extra", { spec: { flag: true, size: null } });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.inputs.extraSpec).toEqual({ flag: true, none: {}, owner: { team: "ours", user: "" } });
  });

  test("a declared field that others changed is a change, and an update repairs it", async () => {
    const kept = await face.create("SpaceTemplate", { name: "drift", displayName: "ours", labels: { a: "1", b: "2" } });
    await face.merge("spacetemplates/drift", {
      metadata: { labels: { a: "9", b: null } },
      spec: { displayName: "theirs" },
    });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.inputs).toMatchObject({ displayName: "theirs", labels: { a: "9" } });
    const drifted = { ...kept, ...read };
    expect((await face.driver.diff("SpaceTemplate", drifted, kept.inputs)).detailed).toEqual([
      "displayName: update",
      "labels.a: update",
      "labels.b: add",
    ]);
    const repaired = await face.driver.update("SpaceTemplate", drifted, kept.inputs);
    expect(repaired.state).toMatchObject({ displayName: "ours", labels: { a: "1", b: "2" } });
  });

  test("an object that is gone answers no id", async () => {
    const kept = await face.create("SpaceTemplate", { name: "gone" });
    await face.driver.delete("SpaceTemplate", kept);
    expect(await face.driver.read("SpaceTemplate", kept)).toBeUndefined();
  });

  test("a kind that the server does not have at all is a failure, and drops nothing", async () => {
    const kept = await face.create("SpaceTemplate", { name: "unserved" });
    const message = "the server could not find the requested resource";
    const body = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      message,
      reason: "NotFound",
      details: {},
      code: 404,
    };
    face.platform.faults.add({ method: "GET", name: "unserved", times: 1, action: { status: 404, body } });
    await expect(face.driver.read("SpaceTemplate", kept)).rejects.toThrow(message);
  });

  test("an object created again by somebody else is a change of its own", async () => {
    const kept = await face.create("SpaceTemplate", { name: "again", displayName: "d" });
    await face.driver.delete("SpaceTemplate", kept);
    await face.create("SpaceTemplate", { name: "again", displayName: "d" });
    const read = await face.driver.read("SpaceTemplate", kept);
    expect(read?.state.externalChange).toContain("created again by somebody else");
    const drifted = { ...kept, ...read };
    expect((await face.driver.diff("SpaceTemplate", drifted, kept.inputs)).detailed).toEqual([
      "externalChange: update",
    ]);
    expect((await face.driver.update("SpaceTemplate", drifted, kept.inputs)).state).not.toHaveProperty(
      "externalChange",
    );
  });

  test("an import leaves out fields that a program could not declare", async () => {
    const kept = await face.create("SpaceTemplate", { name: "wider", access: [{ users: ["*"] }] });
    await face.merge("spacetemplates/wider", {
      spec: {
        access: [{ users: ["*"], subresources: ["x"] }],
        template: { charts: [{ name: "c" }] },
        owner: { user: "u" },
      },
    });
    const read = await face.driver.read("SpaceTemplate", { id: kept.id, inputs: {}, state: {} });
    expect(read?.inputs).toMatchObject({ name: "wider", access: [{ users: ["*"] }] });
    expect((await face.driver.check("SpaceTemplate", read?.inputs ?? {})).failures).toEqual([]);
    expect(JSON.stringify(read?.inputs)).not.toMatch(/subresources|charts|owner/);
  });

  test("an import takes spec, labels and annotations, but no secret and nothing of ours", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
    const read = await face.driver.read("OwnedAccessKey", { id: "imported", inputs: {}, state: {} });
    expect(read?.inputs).toEqual({ name: "imported", user: "ci", labels: { a: "b" }, ttl: 60 });
    expect(read?.state.key).toEqual(kept.state.key);
    expect(await face.driver.diff("OwnedAccessKey", { ...kept, ...read }, read?.inputs ?? {})).toMatchObject({
      changes: false,
    });
  });
});
