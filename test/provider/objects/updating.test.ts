import { ApiClient, type ApiObject, type Clock } from "../../../provider/api/client";
import { create, update } from "../../../provider/engine";
import type { OperationContext } from "../../../provider/objects/operation";
import { type Update, updateObject } from "../../../provider/objects/updating";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { accessKey, closeAll, connect, fakeClock, type Reply, rejection, serve, status } from "../api/scriptedServer";
import { contextOf } from "./contextOf";
import { scriptOf } from "./script";

describe("an update of a scripted object", () => {
  afterEach(closeAll);

  const shape = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs };
  const declared = (spec: object): ApiObject => ({ kind: shape.kind, metadata: { name: "ci" }, spec: { ...spec } });
  const live = (spec: object, metadata: object = {}): Reply => ({
    body: { kind: shape.kind, metadata: { name: "ci", uid: "u1", resourceVersion: "7", ...metadata }, spec },
  });
  const [a, b, theirs] = ["a", "b", "theirs"].map((displayName) => ({ displayName })) as [object, object, object];
  const patient = (reply: Reply): Reply => ({ ...reply, headers: { "retry-after": "7" } });
  const conflict = status(409, "Conflict", "the object has been modified");
  const unexplained = status(422, "Invalid", "the server rejected our request due to an error in our request");
  const noPatch = status(415, "UnsupportedMediaType", "no");
  const answers = {
    a: live(a),
    b: live(b),
    theirs: live(theirs),
    newer: live(a, { resourceVersion: "8" }),
    versionless: live(a, { resourceVersion: "" }),
    versionlessB: live(b, { resourceVersion: "" }),
    other: live(a, { uid: "u2" }),
    otherB: live(b, { uid: "u2" }),
    terminating: live(a, { deletionTimestamp: "2026" }),
    empty: live({}),
    key: live({ key: "their-key" }),
    withAccessKey: live({ displayName: `with ${accessKey}` }),
    gone: status(404, "NotFound", 'ownedaccesskeys.management.loft.sh "ci" not found'),
    forbidden: status(403, "Forbidden", "no"),
    ...{ conflict, unexplained, lastConflict: status(409, "Conflict", "the last words") },
    ...{
      patientConflict: patient(conflict),
      patientUnexplained: patient(unexplained),
      patientNoPatch: patient(noPatch),
    },
  };

  /** An update from one declaration to another, on a platform that answers with this script. */
  async function updated(
    script: string,
    change: Partial<Update> = {},
    more: Partial<OperationContext> = {},
    seconds = 600,
  ) {
    const { replies, requests } = scriptOf(answers, script);
    const [clock, server] = [fakeClock(), await serve(replies)];
    const { context } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + seconds * 1000 });
    const versions = { before: declared(a), after: declared(b), recorded: change.before ?? declared(a) };
    const given: Update = { id: "ci", uid: "u1", policy: "merge", ...versions, ...change };
    const call = { ...context.call, ...more.call };
    const config = { ...context.config, accessKey };
    const written = updateObject({ ...context, config, ...more, call }, shape, given);
    await written.catch(() => {});
    expect(server.requests.map(({ method }) => method)).toEqual(requests);
    return { written, slept: clock.slept };
  }
  const failure = async (...given: Parameters<typeof updated>) => rejection((await updated(...given)).written);
  const repeated = (count: number, steps: string) => Array.from({ length: count }, () => steps).join(", ");

  test.each<[string, script: string, spec: object]>([
    ["returns the written object", "GET a, PATCH b", b],
    ["returns the live object if there is nothing to write, even without a version", "GET versionlessB", b],
    ["is repeated after a conflict on any version", "GET a, PATCH conflict, GET a, PATCH b", b],
    ["is repeated after an unexplained refusal on a newer version", "GET a, PATCH unexplained, GET newer, PATCH b", b],
    ["is repeated after a 404 on a newer version", "GET a, PATCH gone, GET newer, PATCH b", b],
  ])("%s", async (_, script, spec) => {
    expect(await (await updated(script)).written).toMatchObject({ metadata: { uid: "u1" }, spec });
  });

  const recreated = '"ci": it was deleted and created again by somebody else (uid u2, ours was u1)';
  test.each<[string, script: string, error: object, words: string]>([
    ["the object is gone", "GET gone", { name: "ResourceError" }, "it is not on this platform"],
    ["the object is another one", "GET other", { name: "ResourceError" }, `Cannot update OwnedAccessKey ${recreated}`],
    ["the object is being deleted", "GET terminating", { name: "ResourceError" }, "it is being deleted since 2026"],
    ["the object has no version", "GET versionless", { name: "ResourceError" }, "does not tell its resourceVersion"],
    ["the answer is another object", "GET a, PATCH otherB", {}, "answered another object (uid u2, ours is u1)"],
    ["the write is forbidden", "GET a, PATCH forbidden", { status: 403 }, "no"],
    ["an unexplained refusal meets the same version", "GET a, PATCH unexplained, GET a", { name: "ApiError" }, "422"],
    ["a 404 meets the same version", "GET a, PATCH gone, GET a", { name: "ApiError" }, "404"],
    [
      "20 conflicts meet the same version",
      repeated(20, "GET a, PATCH conflict"),
      { name: "ApiError", status: 409 },
      "",
    ],
    [
      "19 conflicts end in another",
      `${repeated(19, "GET a, PATCH conflict")}, GET a, PATCH lastConflict`,
      {},
      "the last words",
    ],
    [
      "20 conflicts meet two versions",
      `${repeated(10, "GET a, PATCH conflict")}, ${repeated(10, "GET newer, PATCH conflict")}`,
      { name: "ResourceError", cause: { status: 409 } },
      "others changed it between each of 20 reads",
    ],
  ])("fails if %s", async (_, script, expected, words) => {
    const error = await failure(script);
    expect(error).toMatchObject(expected);
    expect(error.message).toContain(words);
  });

  const keys = { before: declared({ key: "old-key" }), after: declared({ key: "new-key" }) };
  const secret = 'from "a" to "[secret]", while';
  test.each<[string, live: string, change: Partial<Update>, more: Partial<OperationContext>, words: string]>([
    [
      "names the property and all values",
      "theirs",
      {},
      {},
      'by somebody else from "a" to "theirs", while the program asks for "b". Run',
    ],
    [
      "names an absent value of the program",
      "theirs",
      { after: declared({}) },
      {},
      "the program asks for nothing. Run",
    ],
    [
      "names an absent live value",
      "empty",
      {},
      {},
      'displayName was changed by somebody else from "a" to nothing, while',
    ],
    ["masks values of a secret path", "theirs", {}, { secretPaths: [["displayName"]] }, "to [secret], while"],
    ["masks secrets of the call", "theirs", {}, { call: { secrets: ["theirs"] } }, secret],
    ["masks the access key", "withAccessKey", {}, {}, 'to "with [secret]", while the program asks for "b"'],
    ["is reported about a secret that the server shows", "key", keys, {}, "key was changed"],
  ])("a conflict %s", async (_, found, change, more, words) => {
    const { message } = await failure(`GET ${found}`, change, more);
    expect(message).toContain(words);
    if (words.includes("[secret]")) expect(message).not.toContain("theirs");
  });

  test("there is no conflict about a secret that the server hides", async () => {
    await (await updated("GET empty, PATCH empty", keys)).written;
  });

  test("an ignored property keeps its live value", async () => {
    const { written } = await updated("GET theirs", {}, { ignored: [["displayName"]] });
    expect(await written).toMatchObject({ spec: theirs });
  });

  test.each([
    ["a conflict", "GET a, PATCH patientConflict", "GET a, PATCH b"],
    ["an unexplained refusal", "GET a, PATCH patientUnexplained", "GET newer, PATCH b"],
    ["a refused patch", "GET a, PATCH patientNoPatch", "PUT b"],
  ])("waits after %s as long as Retry-After asks, and fails if it has no time", async (_, first, others) => {
    const { written, slept } = await updated(`${first}, ${others}`);
    expect(await written).toMatchObject({ spec: b });
    expect(slept[0]).toBe(7000);
    expect((await failure(first, {}, {}, 5)).message).toContain("Not tried again");
  });
});

describe("an update that others interrupt", () => {
  let platform: RecordedPlatform;
  let client: ApiClient;
  let clock: Clock & { slept: number[] };

  beforeEach(async () => {
    platform = await startRecorded();
    clock = fakeClock();
    const { baseUrl, accessKey: key } = platform;
    client = new ApiClient({ baseUrl, accessKey: key, vendor: "loft.sh", userAgent: "pulumi-platform/test", clock });
  });
  afterEach(async () => {
    await client.close();
    await platform.close();
  });

  /** An update whose next writes are refused as conflicts, by a clock that passes only in waits. */
  async function updateAmong(conflicts: number): Promise<void> {
    const { context: given } = contextOf(client, { deadline: clock.now() + 300_000 });
    const context = { ...given, config: { ...given.config, accessKey: platform.accessKey } };
    const before = await create(spaceTemplate, context, { name: "busy", displayName: "a" });
    platform.requests.length = 0;
    platform.faults.add({ verb: "patch", kind: "spacetemplates", name: "busy", times: conflicts, action: "conflict" });
    await update(spaceTemplate, context, before.id, before, { name: "busy", displayName: "b" });
  }
  const sent = () => platform.requests.map(({ method, status: code }) => `${method} ${code}`);
  const refused = (times: number) => Array.from({ length: times }, () => ["GET 200", "PATCH 409"]).flat();

  test("succeeds after 19 conflicts, and waits after each", async () => {
    await updateAmong(19);
    expect(sent()).toEqual([...refused(19), "GET 200", "PATCH 200"]);
    expect(platform.store.get("spacetemplates", "busy")?.spec).toEqual({ displayName: "b" });
    expect(clock.slept).toHaveLength(19);
    // Each wait is drawn from a range, and may be none; not all of them are.
    expect(Math.max(...clock.slept)).toBeGreaterThan(0);
  });

  test("does not wait beyond its deadline", async () => {
    // Waits are a hundred times as long, so that they alone, and no request, come near the end.
    const random = jest.spyOn(Math, "random").mockReturnValue(100);
    try {
      await expect(updateAmong(1000)).rejects.toThrow("409 Conflict");
      expect(clock.slept).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50, 50].map((seconds) => seconds * 1000));
    } finally {
      random.mockRestore();
    }
  });
});
