import type { ApiObject } from "../../../provider/api/client.js";
import type { OperationContext } from "../../../provider/objects/operation.js";
import { type Update, updateObject } from "../../../provider/objects/updating.js";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey.js";
import {
  accessKey,
  against,
  closeAll,
  connect,
  fakeClock,
  type Reply,
  rejection,
  serve,
  status,
} from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const shape = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs };
const declared = (spec: object): ApiObject => ({ kind: "OwnedAccessKey", metadata: { name: "ci" }, spec: { ...spec } });
const live = (spec: object, metadata: object = {}): Reply => ({
  body: { kind: "OwnedAccessKey", metadata: { name: "ci", uid: "u1", resourceVersion: "7", ...metadata }, spec },
});
const [a, b] = [{ displayName: "a" }, { displayName: "b" }];
const conflict = status(409, "Conflict", "the object has been modified");
const unexplained = status(422, "Invalid", "the server rejected our request due to an error in our request");
const gone = status(404, "NotFound", 'ownedaccesskeys.management.loft.sh "ci" not found');

/** An update from one declaration to another, on a platform that answers with this script. */
async function update(script: Reply[], change: Partial<Update> = {}, more: Partial<OperationContext> = {}) {
  const { client, server } = await against(script);
  const { context } = contextOf(client);
  const versions = { before: declared(a), after: declared(b), recorded: change.before ?? declared(a) };
  const given: Update = { id: "ci", uid: "u1", policy: "merge", ...versions, ...change };
  const config = { ...context.config, accessKey };
  const written = updateObject({ ...context, config, ...more }, shape, given);
  return { written, sent: () => server.requests.map(({ method }) => method) };
}

test("an update gives back the object that was written", async () => {
  const { written, sent } = await update([live(a), live(b)]);
  expect(await written).toMatchObject({ metadata: { uid: "u1" }, spec: b });
  expect(sent()).toEqual(["GET", "PATCH"]);
});

test("an update that has nothing to write gives back what is there, also without a version", async () => {
  const { written, sent } = await update([live(b, { resourceVersion: "" })]);
  expect(await written).toMatchObject({ spec: b });
  expect(sent()).toEqual(["GET"]);
});

test.each<[string, Reply, string]>([
  ["is gone", gone, "it is not on this platform"],
  [
    "is another one",
    live(a, { uid: "u2" }),
    'Cannot update OwnedAccessKey "ci": it was deleted and created again by somebody else (uid u2, ours was u1)',
  ],
  ["is being deleted", live(a, { deletionTimestamp: "2026" }), "it is being deleted since 2026"],
  ["does not tell its version", live(a, { resourceVersion: "" }), "does not tell its resourceVersion"],
])("nothing is written where the object %s", async (_, found, words) => {
  const { written, sent } = await update([found]);
  const error = await rejection(written);
  expect(error.name).toBe("ResourceError");
  expect(error.message).toContain(words);
  expect(sent()).toEqual(["GET"]);
});

test("an answer that is another object is not taken for the one that was written", async () => {
  const { written } = await update([live(a), live(b, { uid: "u2" })]);
  expect((await rejection(written)).message).toContain("the platform answered another object (uid u2, ours is u1)");
});

describe("a write that is refused", () => {
  test("for what it says fails at once", async () => {
    const { written, sent } = await update([live(a), status(403, "Forbidden", "no")]);
    expect(await rejection(written)).toMatchObject({ status: 403 });
    expect(sent()).toEqual(["GET", "PATCH"]);
  });

  test("as a conflict is tried again, whatever the version is by then", async () => {
    const { written, sent } = await update([live(a), conflict, live(a), live(b)]);
    expect(await written).toMatchObject({ spec: b });
    expect(sent()).toEqual(["GET", "PATCH", "GET", "PATCH"]);
  });

  test.each<[string, Reply]>([
    ["without a reason", unexplained],
    ["since something is gone", gone],
  ])("%s is tried again on another version only", async (_, refusal) => {
    const newer = await update([live(a), refusal, live(a, { resourceVersion: "8" }), live(b)]);
    expect(await newer.written).toMatchObject({ spec: b });
    const same = await update([live(a), refusal, live(a), live(b)]);
    expect(await rejection(same.written)).toMatchObject({ name: "ApiError" });
    expect(same.sent()).toEqual(["GET", "PATCH", "GET"]);
  });

  test("again and again is told in the server's words where the version is always the same", async () => {
    const { written } = await update(Array.from({ length: 40 }, (_, index) => (index % 2 ? conflict : live(a))));
    expect(await rejection(written)).toMatchObject({ name: "ApiError", status: 409 });
  });

  test("again and again is told in the last words", async () => {
    const script = Array.from({ length: 39 }, (_, index) => (index % 2 ? conflict : live(a)));
    const { written } = await update([...script, status(409, "Conflict", "the last words")]);
    expect((await rejection(written)).message).toContain("the last words");
  });

  test("again and again is told as others' doing where there were but two versions", async () => {
    const script = Array.from({ length: 40 }, (_, index) =>
      index % 2 ? conflict : live(a, { resourceVersion: String(index < 20) }),
    );
    const error = await rejection((await update(script)).written);
    expect(error).toMatchObject({ name: "ResourceError", cause: { status: 409 } });
    expect(error.message).toContain("others changed it between each of 20 reads");
  });
});

describe("a conflict with somebody else", () => {
  const wordsOf = async (spec: object, change: Partial<Update> = {}, more: Partial<OperationContext> = {}) =>
    (await rejection((await update([live(spec)], change, more)).written)).message;

  test("names the program's property and all three values", async () => {
    expect(await wordsOf({ displayName: "theirs" })).toContain(
      'displayName was changed by somebody else from "a" to "theirs", while the program asks for "b". Run',
    );
  });

  test("names what is not there as nothing", async () => {
    expect(await wordsOf({ displayName: "theirs" }, { after: declared({}) })).toContain(
      "the program asks for nothing. Run",
    );
    expect(await wordsOf({})).toContain('from "a" to nothing, while');
  });

  test.each<[string, Partial<OperationContext>]>([
    ["where its place is secret", { secretPaths: [["displayName"]] }],
    ["where it holds a secret of this call", { call: { secrets: ["theirs"] } }],
  ])("does not show a value %s", async (_, more) => {
    const words = await wordsOf({ displayName: "theirs" }, {}, more);
    expect(words).toContain("[secret]");
    expect(words).not.toContain("theirs");
  });

  test("does not show the key that the provider uses", async () => {
    const words = await wordsOf({ displayName: `with ${accessKey}` });
    expect(words).toContain('to "with [secret]", while the program asks for "b"');
  });

  test("is none about a secret that the server keeps to itself", async () => {
    const [before, after] = [declared({ key: "old-key" }), declared({ key: "new-key" })];
    const { written, sent } = await update([live({}), live({})], { before, after, recorded: before });
    await written;
    expect(sent()).toEqual(["GET", "PATCH"]);
  });

  test("is one about a secret that the server shows, and one about anything else that is gone", async () => {
    const [before, after] = [declared({ key: "old-key" }), declared({ key: "new-key" })];
    expect(await wordsOf({ key: "their-key" }, { before, after, recorded: before })).toContain("key was changed");
    expect(await wordsOf({})).toContain("displayName was changed");
  });
});

test("what the program ignores is left as it is on the platform", async () => {
  const { written, sent } = await update([live({ displayName: "theirs" })], {}, { ignored: [["displayName"]] });
  expect(await written).toMatchObject({ spec: { displayName: "theirs" } });
  expect(sent()).toEqual(["GET"]);
});

test.each<[string, Reply, Reply[], string[]]>([
  ["a conflict", conflict, [live(a), live(b)], ["GET", "PATCH", "GET", "PATCH"]],
  ["a patch that fails", unexplained, [live(a, { resourceVersion: "8" }), live(b)], ["GET", "PATCH", "GET", "PATCH"]],
  ["a refused patch", status(415, "UnsupportedMediaType", "no"), [live(b)], ["GET", "PATCH", "PUT"]],
])(
  "%s is followed by nothing sooner than Retry-After asks, and by nothing at all where there is no time",
  async (_, ...rest) => {
    const [refusal, others, sent] = rest;
    const script = [live(a), { ...refusal, headers: { "retry-after": "7" } }, ...others];
    const updateWithin = async (seconds: number) => {
      const [clock, server] = [fakeClock(), await serve(script)];
      const { context } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + seconds * 1000 });
      const versions = { before: declared(a), after: declared(b), recorded: declared(a) };
      const written = updateObject(context, shape, { id: "ci", uid: "u1", policy: "merge", ...versions });
      return { written, clock, sent: () => server.requests.map(({ method }) => method) };
    };
    const patient = await updateWithin(60);
    expect(await patient.written).toMatchObject({ spec: b });
    expect([patient.clock.slept[0], patient.sent()]).toEqual([7000, sent]);
    const hasty = await updateWithin(5);
    expect((await rejection(hasty.written)).message).toContain("Not tried again");
    expect(hasty.sent()).toEqual(["GET", "PATCH"]);
  },
);
