import { onServerThatHidesKeys } from "../../support/faceUnderTest";
import { deleteAsColleague, statusWithKey, writesOf } from "../../support/http";
import { initializationOf, type Kept, type Wire } from "../../support/pluginDriver";

const type = "OwnedAccessKey";

onServerThatHidesKeys((face) => {
  const stored = (name: string) => face.platform.store.get("ownedaccesskeys", name);
  const keyIn = ({ state }: { state: Wire }) => (state.key as { value: string } | undefined)?.value ?? "";

  /** A create whose answer is lost, and after which nothing can be read: what the engine keeps of it. */
  async function unfinished(name: string, more: Wire = {}, action: "reset-after" | "reset-before" = "reset-after") {
    const { inputs } = await face.driver.check(type, { name, user: "ci", ...more });
    face.platform.faults.add({ method: "POST", name, action });
    face.platform.faults.add({ method: "GET", name, times: 100, action: { status: 403 } });
    const failed: Kept = await face.driver.create(type, inputs).then(() => undefined as never, initializationOf);
    face.platform.faults.clear();
    face.platform.requests.length = 0;
    return { ...failed, inputs };
  }

  /** The same object, as another create of this stack makes it. */
  async function madeByAnother(name: string): Promise<string> {
    face.platform.store.remove("ownedaccesskeys", name);
    const { inputs } = await face.driver.check(type, { name, user: "ci" });
    const { state } = await face.driver.create(type, inputs);
    face.platform.requests.length = 0;
    return String(state.uid);
  }

  test("a key whose answer was lost is deleted and made again", async () => {
    const { inputs } = await face.driver.check(type, { name: "lost", user: "ci" });
    face.platform.faults.add({ method: "POST", name: "lost", action: "reset-after" });
    const kept = await face.driver.create(type, inputs);
    expect(face.sent()).toEqual(["POST 0", "GET 200", "DELETE 200", "GET 404", "POST 201"]);
    expect(face.platform.requests[2]?.body).toContain('"uid"');
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("a key that the program supplies is taken as it is", async () => {
    const { inputs } = await face.driver.check(type, { name: "given", user: "ci", key: "the-supplied-key" });
    face.platform.faults.add({ method: "POST", name: "given", action: "reset-after" });
    const kept = await face.driver.create(type, inputs);
    expect(face.sent()).toEqual(["POST 0", "GET 200"]);
    expect(keyIn(kept)).toBe("the-supplied-key");
  });

  test("a key that cannot be deleted is still unfinished, and the next update makes it again", async () => {
    const { inputs } = await face.driver.check(type, { name: "held", user: "ci" });
    face.platform.faults.add({ method: "POST", name: "held", action: "reset-after" });
    face.platform.faults.add({ method: "DELETE", name: "held", action: { status: 403 } });
    const failed = await face.driver.create(type, inputs).then(() => undefined as never, initializationOf);
    const before = stored("held")?.metadata.uid;
    const kept = await face.driver.update(type, { ...failed, inputs }, inputs);
    expect(kept.state.uid).toBe(stored("held")?.metadata.uid);
    expect(kept.state.uid).not.toBe(before);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("an unfinished key is made again by the next update, and leaves nothing of its create in the state", async () => {
    const before = await unfinished("again");
    const kept = await face.driver.update(type, before, before.inputs);
    expect(writesOf(face.platform)).toEqual(["DELETE ownedaccesskeys/again", "POST ownedaccesskeys"]);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
    expect(kept.state).not.toHaveProperty("__createNonce");
    expect(kept.state).not.toHaveProperty("externalChange");
  });

  const readUnfinished = (kept: Kept): Promise<Kept> =>
    face.driver.read(type, kept).then(() => undefined as never, initializationOf);

  test.each([
    ["changed", "theirs"],
    ["took away", null],
  ])(
    "a read takes what somebody %s of an unfinished key as the base of the next update, as an update that must not overwrite it advises",
    async (what, theirs) => {
      const name = `edited-${what.replace(" ", "-")}`;
      const before = await unfinished(name, { description: "first", conflictPolicy: "fail" });
      await face.merge(`ownedaccesskeys/${name}`, { spec: { description: theirs } });
      const wanted = { ...before.inputs, description: "second", key: "the-supplied-key" };
      await expect(face.driver.update(type, before, wanted)).rejects.toThrow(
        /description was changed .* Run pulumi refresh/,
      );
      const read = await readUnfinished(before);
      expect(read.inputs.description).toBe(theirs ?? undefined);
      await face.driver.update(type, read, wanted);
      expect(stored(name)?.spec.description).toBe("second");
    },
  );

  test("an unfinished key that somebody gave to another user is set back, and not replaced", async () => {
    const before = await unfinished("given-away");
    await face.merge("ownedaccesskeys/given-away", { spec: { user: "somebody-else" } });
    const read = await readUnfinished(before);
    expect(read.inputs.user).toBe("somebody-else");
    const wanted = { ...before.inputs, key: "the-supplied-key" };
    expect((await face.driver.diff(type, read, wanted)).replaces).toBe(false);
    await face.driver.update(type, read, wanted);
    expect(stored("given-away")?.spec.user).toBe("ci");
  });

  test("a read of an unfinished key keeps it unfinished, and writes nothing", async () => {
    const before = await unfinished("read");
    const read = await readUnfinished(before);
    expect(writesOf(face.platform)).toEqual([]);
    expect(read).toMatchObject({ id: "read", inputs: before.inputs });
    expect(read.state).toMatchObject({ __createNonce: before.state.__createNonce });
    const kept = await face.driver.update(type, read, before.inputs);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("an unfinished key that somebody is deleting stays unfinished, and the next update waits for it", async () => {
    const before = await unfinished("ending", { key: "the-supplied-key-of-ending", finalizers: ["x.test/keep"] });
    await deleteAsColleague(face.platform, "ownedaccesskeys/ending");
    const read: Kept = await face.driver.read(type, before).then(() => undefined as never, initializationOf);
    expect((read as Kept & { reasons: string[] }).reasons.join()).toContain("its create did not come to an end");
    const { uid } = stored("ending")?.metadata ?? {};
    const update = face.driver.update(type, before, before.inputs);
    await face.merge("ownedaccesskeys/ending", { metadata: { finalizers: null } });
    expect((await update).state.uid).not.toBe(uid);
  });

  test("of a key that somebody made again, the old value is not kept where nobody shows the new one", async () => {
    const { inputs } = await face.driver.check(type, { name: "remade", user: "ci" });
    const kept = await face.driver.create(type, inputs);
    await madeByAnother("remade");
    const read = await face.driver.read(type, kept);
    expect(read?.state.key).toBeUndefined();
    expect(read?.state.externalChange).toContain("deleted and created again by somebody else");
  });

  test("what is not there at a read may still come, and stays unfinished", async () => {
    const before = await unfinished("coming", {}, "reset-before");
    expect(stored("coming")).toBeUndefined();
    const read: Kept = await face.driver.read(type, before).then(() => undefined as never, initializationOf);
    const kept = await face.driver.update(type, read, before.inputs);
    expect(writesOf(face.platform)).toEqual(["POST ownedaccesskeys"]);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("an unfinished key is deleted by its uid", async () => {
    const before = await unfinished("dropped");
    await face.driver.delete(type, before);
    expect(stored("dropped")).toBeUndefined();
  });

  test("the same name made by another create of this stack is not touched", async () => {
    const before = await unfinished("foreign");
    const uid = await madeByAnother("foreign");
    expect(await face.driver.read(type, before)).toBeUndefined();
    await face.driver.delete(type, before);
    await expect(face.driver.update(type, before, before.inputs)).rejects.toThrow(
      "this stack made an object of this name before",
    );
    expect(stored("foreign")?.metadata.uid).toBe(uid);
    expect(writesOf(face.platform)).toEqual([]);
  });

  test("an unfinished state that comes back from a backup does not cost a key that is in use", async () => {
    const before = await unfinished("restored");
    const kept = await face.driver.update(type, before, before.inputs);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
    face.platform.requests.length = 0;
    const again = face.driver.update(type, before, before.inputs);
    await expect(again).rejects.toThrow(/somebody holds what the create answered.* run pulumi refresh, which forgets/);
    expect(await face.driver.read(type, before)).toBeUndefined();
    await face.driver.delete(type, before);
    expect(writesOf(face.platform)).toEqual([]);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("a create that goes on and whose answer nobody hears goes on again, and ends with one key", async () => {
    const before = await unfinished("twice", {}, "reset-before");
    // The provider is killed while it goes on: the object is made, and the state is the old one.
    await face.driver.update(type, before, before.inputs);
    const killed = stored("twice")?.metadata.uid;
    const kept = await face.driver.update(type, before, before.inputs);
    expect(kept.state.uid).toBe(stored("twice")?.metadata.uid);
    expect(kept.state.uid).not.toBe(killed);
    expect(await statusWithKey(face.platform, keyIn(kept))).toBe(200);
  });

  test("a replaced key that nobody ever held is deleted, also where replaced keys are disabled", async () => {
    const before = await unfinished("replaced");
    // Check ran for the new key, so this is the end of a replacement.
    const { failures } = await face.driver.check(type, { generateName: "new-", user: "ci", replacedKey: "disable" });
    expect(failures).toEqual([]);
    await face.driver.delete(type, before);
    expect(stored("replaced")).toBeUndefined();
  });

  test("a create that may still land is never a plain error", async () => {
    const { inputs } = await face.driver.check(type, { name: "doubt", user: "ci" });
    face.platform.faults.add({ method: "POST", name: "doubt", action: { status: 503 } });
    face.platform.faults.add({ method: "POST", name: "doubt", action: { status: 403 } });
    const failed = await face.driver.create(type, inputs).then(() => undefined as never, initializationOf);
    expect(failed).toMatchObject({ id: "doubt" });
    expect(stored("doubt")).toBeUndefined();
  });

  test("a server that failed in its own words is a plain error: nothing was written", async () => {
    const { inputs } = await face.driver.check(type, { name: "plain", user: "ci" });
    face.platform.faults.add({ method: "POST", name: "plain", action: { status: 500 } });
    const failure = await face.driver.create(type, inputs).catch((error) => error);
    expect(() => initializationOf(failure)).toThrow();
  });
});
