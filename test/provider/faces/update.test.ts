import { onBothFaces, onBothServers } from "../../support/faceUnderTest";
import { invalidAnswer } from "../../support/invalidAnswer";
import { secretOnWire, unknownOnWire } from "../../support/pluginDriver";

onBothFaces((face) => {
  test("sends a read and a patch, and leaves alone what others wrote", async () => {
    const kept = await face.create("SpaceTemplate", {
      name: "shared",
      displayName: "a",
      description: "d",
      labels: { x: "1" },
    });
    await face.merge("spacetemplates/shared", {
      metadata: { labels: { theirs: "2" }, annotations: { note: "x" } },
      spec: { owner: { user: "u" } },
    });
    const { name, displayName } = { name: "shared", displayName: "b" };
    const updated = await face.driver.update("SpaceTemplate", kept, { name, displayName });
    expect(face.sent()).toEqual(["GET 200", "PATCH 200"]);
    const { metadata, spec } = face.stored("spacetemplates", "shared");
    expect(spec).toEqual({ displayName: "b", owner: { user: "u" } });
    expect(metadata.labels).toEqual({ "pulumi-platform/owner": expect.any(String), theirs: "2" });
    expect(metadata.annotations.note).toBe("x");
    expect(updated.state).toMatchObject({ displayName: "b", generation: 3 });
  });

  test("an empty label is a label: it is written, and its removal by others is a change", async () => {
    const kept = await face.create("SpaceTemplate", { name: "marked", labels: { a: "1" } });
    const updated = await face.driver.update("SpaceTemplate", kept, { name: "marked", labels: { a: "1", b: "" } });
    expect(face.stored("spacetemplates", "marked").metadata.labels).toMatchObject({ a: "1", b: "" });
    await face.merge("spacetemplates/marked", { metadata: { labels: { b: null } } });
    expect((await face.driver.read("SpaceTemplate", updated))?.inputs.labels).toEqual({ a: "1" });
  });

  test("a field of the spec that is named like metadata is a field of the spec", async () => {
    const kept = await face.create("SpaceTemplate", { name: "namesake", extraSpec: { generateName: "a" } });
    await face.driver.update("SpaceTemplate", kept, { name: "namesake", extraSpec: { generateName: "b" } });
    expect(face.stored("spacetemplates", "namesake").spec.generateName).toBe("b");
  });

  test("a field that both sides changed is an error with both values and the writer", async () => {
    const kept = await face.create("SpaceTemplate", { name: "both", displayName: "a" });
    await face.merge("spacetemplates/both", { spec: { displayName: "theirs" } });
    const update = face.driver.update("SpaceTemplate", kept, { name: "both", displayName: "ours" });
    await expect(update).rejects.toThrow(
      /displayName was changed by "kubectl-edit" at or before .* from "a" to "theirs", while the program asks for "ours"/,
    );
    expect(face.stored("spacetemplates", "both").spec.displayName).toBe("theirs");
  });

  test("starts again when somebody else writes in between", async () => {
    const kept = await face.create("SpaceTemplate", { name: "race", displayName: "a" });
    face.platform.faults.add({
      method: "PATCH",
      kind: "spacetemplates",
      times: 1,
      action: {
        status: 409,
        body: {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: "modified",
          reason: "Conflict",
          code: 409,
        },
      },
    });
    const updated = await face.driver.update("SpaceTemplate", kept, { name: "race", displayName: "b" });
    expect(updated.state.displayName).toBe("b");
    expect(face.sent()).toEqual(["POST 201", "GET 200", "PATCH 409", "GET 200", "PATCH 200"]);
  });

  test("a newly declared field is written, also over what others put there and also when it is empty", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "newly" });
    await face.merge("ownedaccesskeys/newly", { spec: { disabled: true, description: "theirs" } });
    const inputs = { name: "newly", disabled: false, description: "ours" };
    expect((await face.driver.diff("OwnedAccessKey", kept, inputs)).changes).toBe(true);
    const updated = await face.driver.update("OwnedAccessKey", kept, inputs);
    expect(updated.state).toMatchObject({ description: "ours" });
    expect(face.stored("ownedaccesskeys", "newly").spec.disabled ?? false).toBe(false);
  });

  test("values that the program marked secret stay masked in a conflict, theirs too", async () => {
    const { inputs } = await face.driver.check("SpaceTemplate", {
      name: "masked",
      description: secretOnWire("canary-1"),
    });
    const kept = await face.driver.create("SpaceTemplate", inputs);
    await face.merge("spacetemplates/masked", { spec: { description: "canary-2" } });
    const update = face.driver.update("SpaceTemplate", kept, { name: "masked", description: secretOnWire("canary-3") });
    await expect(update).rejects.toThrow("from [secret] to [secret], while the program asks for [secret]");
  });

  test("values that state has as secret stay masked where the program no longer marks them", async () => {
    const description = secretOnWire("canary-1");
    const kept = await face.create("SpaceTemplate", { name: "unmarked", description });
    await face.merge("spacetemplates/unmarked", { spec: { description: "canary-2" } });
    const update = face.driver.update("SpaceTemplate", kept, { name: "unmarked", description: "canary-3" });
    await expect(update).rejects.toThrow("from [secret] to [secret], while the program asks for [secret]");
  });

  test("a number that reading has changed is never written back", async () => {
    const kept = await face.create("SpaceTemplate", { name: "exact", displayName: "a" });
    await face.merge("spacetemplates/exact", { spec: { foreign: 2 ** 60 } });
    face.platform.faults.add({ method: "PATCH", kind: "spacetemplates", times: 1, action: { status: 415 } });
    const update = face.driver.update("SpaceTemplate", kept, { name: "exact", displayName: "b" });
    await expect(update).rejects.toThrow("beyond 2^53");
  });

  test("more changes than a patch can hold are written too, and nothing else", async () => {
    const users = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => prefix + index);
    const inputs = { name: "many", access: [{ users: users(10_500, "a") }] };
    const kept = await face.create("SpaceTemplate", inputs);
    await face.merge("spacetemplates/many", { spec: { foreign: true } });
    const access = [{ users: users(10_500, "b") }];
    await face.driver.update("SpaceTemplate", kept, { name: "many", access });
    expect(face.stored("spacetemplates", "many").spec).toEqual({ access, foreign: true });
    expect(face.sent().slice(-2)).toEqual(["GET 200", "PUT 200"]);
  }, 30_000);

  test("a patch that is refused without a word is an error once nobody else can be the reason", async () => {
    const kept = await face.create("SpaceTemplate", { name: "wordless", displayName: "a" });
    const message = "the server rejected our request due to an error in our request";
    face.platform.faults.add({ method: "PATCH", kind: "spacetemplates", times: 9, action: invalidAnswer(message) });
    const update = face.driver.update("SpaceTemplate", kept, { name: "wordless", displayName: "b" });
    await expect(update).rejects.toThrow(message);
    expect(face.sent()).toEqual(["POST 201", "GET 200", "PATCH 422", "GET 200"]);
  });

  test("survives that others are faster ten times in a row", async () => {
    const kept = await face.create("SpaceTemplate", { name: "busy", displayName: "a" });
    face.platform.requests.length = 0;
    face.platform.faults.add({ verb: "patch", kind: "spacetemplates", name: "busy", times: 10, action: "conflict" });
    await face.driver.update("SpaceTemplate", kept, { name: "busy", displayName: "b" });
    expect(face.stored("spacetemplates", "busy").spec.displayName).toBe("b");
    const refused = Array.from({ length: 10 }, () => ["GET 200", "PATCH 409"]).flat();
    expect(face.sent()).toEqual([...refused, "GET 200", "PATCH 200"]);
  }, 30_000);

  test("an absent object is not created in passing", async () => {
    const kept = await face.create("SpaceTemplate", { name: "absent", displayName: "a" });
    await face.driver.delete("SpaceTemplate", kept);
    await expect(face.driver.update("SpaceTemplate", kept, { name: "absent", displayName: "b" })).rejects.toThrow(
      "it is not on this platform",
    );
  });
});

onBothServers((face) => {
  test("the preview of an update sends nothing and keeps what cannot change", async () => {
    const kept = await face.create("OwnedAccessKey", { name: "planned", displayName: "a" });
    face.platform.requests.length = 0;
    const planned = await face.driver.update(
      "OwnedAccessKey",
      kept,
      { name: "planned", displayName: "b" },
      { preview: true },
    );
    expect(face.platform.requests).toEqual([]);
    const { uid, creationTimestamp, key } = kept.state;
    expect(planned.state).toMatchObject({
      name: "planned",
      displayName: "b",
      uid,
      creationTimestamp,
      key,
      resourceVersion: unknownOnWire,
    });
  });
});
