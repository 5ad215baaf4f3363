import type { ApiObject } from "../../../../provider/api/client";
import { Secrets } from "../../../../provider/api/output/redaction";
import { type Update, updateObject } from "../../../../provider/objects/lifecycle/update";
import type { StoredOperation } from "../../../../provider/objects/resource";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import {
  accessKey,
  closeAll,
  connect,
  fakeClock,
  type Reply,
  rejection,
  serve,
  status,
} from "../../api/scriptedServer";
import { cancelledSleep, contextOf, operationOn, scriptOf } from "../contextOf";

afterEach(closeAll);

const shape = { type: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs };
const declared = (spec: object): ApiObject => ({ kind: shape.type, metadata: { name: "ci" }, spec: { ...spec } });
const live = (spec: object, metadata: object = {}): Reply => ({
  body: { kind: shape.type, metadata: { name: "ci", uid: "u1", resourceVersion: "7", ...metadata }, spec },
});
const [a, b, theirs] = ["a", "b", "theirs"].map((displayName) => ({ displayName })) as [object, object, object];
const patient = (reply: Reply): Reply => ({ ...reply, headers: { "retry-after": "7" } });
const conflict = status(409, "Conflict", "the object has been modified");
const unexplained = status(422, "Invalid", "the server rejected our request due to an error in our request");
const answers = {
  a: live(a),
  b: live(b),
  theirs: live(theirs),
  newer: live(a, { resourceVersion: "8" }),
  newerB: live(b, { resourceVersion: "8" }),
  versionless: live(a, { resourceVersion: "" }),
  versionZero: live(a, { resourceVersion: "0" }),
  versionlessB: live(b, { resourceVersion: "" }),
  other: live(a, { uid: "u2" }),
  otherB: live(b, { uid: "u2" }),
  terminating: live(a, { deletionTimestamp: "2026" }),
  empty: live({}),
  key: live({ key: "their-key" }),
  withAccessKey: live({ displayName: `with ${accessKey}` }),
  gone: status(404, "NotFound", 'ownedaccesskeys.management.loft.sh "ci" not found'),
  forbidden: status(403, "Forbidden", "no"),
  unavailable: status(503, "ServiceUnavailable", "later"),
  ...{ conflict, unexplained, lastConflict: status(409, "Conflict", "the last words") },
  ...{ patientConflict: patient(conflict), patientUnexplained: patient(unexplained) },
};

/** An update from one declaration to another, on a platform with scripted responses. */
async function updated(
  script: string,
  change: Partial<Update> = {},
  more: Partial<StoredOperation> = {},
  { seconds = 600, clock = fakeClock() } = {},
) {
  const { replies, requests } = scriptOf(answers, script);
  const server = await serve(replies);
  const { context } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + seconds * 1000 });
  const versions = { before: declared(a), after: declared(b), recorded: change.before ?? declared(a) };
  const given: Update = { uid: "u1", policy: "merge", ...versions, ...change };
  const call = { ...context.call, ...more.call };
  const config = { ...context.config, accessKey };
  const updated = updateObject(operationOn({ ...context, config, ...more, call }, shape, { id: "ci" }), given);
  const written = updated.then(({ live }) => live);
  await written.catch(() => {});
  expect(server.requests.map(({ method }) => method)).toEqual(requests);
  return { written, isWritten: async () => (await updated).isWritten, slept: clock.slept };
}
const failure = async (...given: Parameters<typeof updated>) => rejection((await updated(...given)).written);
const conflicted = "GET a, PATCH conflict";
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

test.each<[string, change: Partial<Update>]>([
  ["with the next write", {}],
  ["also if nothing else changes", { after: declared(a) }],
])("the owner label of another stack is corrected %s, and no label is added", async (_, change) => {
  const label = "/metadata/labels/pulumi-vcluster-platform~1owner";
  const bodies = async (labels: object) => {
    const server = await serve([live(a, { labels }), live(b, { labels })]);
    const { context } = contextOf(connect(server.url, { clock: fakeClock() }));
    const versions = { before: declared(a), after: declared(b), recorded: declared(a), ...change };
    await updateObject(operationOn(context, shape, { id: "ci" }), { uid: "u1", policy: "merge", ...versions });
    return server.requests.map(({ body }) => body ?? "").join("");
  };
  expect(await bodies({ "pulumi-vcluster-platform/owner": "theirs" })).toMatch(
    RegExp(`"path":"${label}","value":"[0-9a-f]{40}"`),
  );
  expect(await bodies({ other: "x" })).not.toContain(label);
});

const recreated = '"ci": it was deleted and created again by somebody else (uid u2, ours was u1)';
const onNewer = repeated(10, "GET newer, PATCH conflict");
const changing = { name: "ResourceError", cause: { status: 409 } };
test.each<[string, script: string, error: object, words: string]>([
  ["the object is gone", "GET gone", { name: "ResourceError" }, "it is not on this platform"],
  ["the object is deleted before the write", "GET a, PATCH gone, GET gone", {}, "it is not on this platform"],
  ["the object is another one", "GET other", { name: "ResourceError" }, `Cannot update OwnedAccessKey ${recreated}`],
  ["the object is being deleted", "GET terminating", { name: "ResourceError" }, "it is being deleted since 2026"],
  ["the object has no version", "GET versionless", { name: "ResourceError" }, "does not tell its resourceVersion"],
  ["the version of the object is 0", "GET versionZero", { name: "ResourceError" }, "does not tell its resourceVersion"],
  ["the answer is another object", "GET a, PATCH otherB", {}, "returned another object (uid u2, ours is u1)"],
  ["the write is forbidden", "GET a, PATCH forbidden", { status: 403 }, "no"],
  ["an unexplained refusal meets the same version", "GET a, PATCH unexplained, GET a", { name: "ApiError" }, "422"],
  ["a 404 meets the same version", "GET a, PATCH gone, GET a", { name: "ApiError" }, "404"],
  ["20 conflicts meet the same version", repeated(20, conflicted), { name: "ApiError", status: 409 }, ""],
  ["19 conflicts end in another", `${repeated(19, conflicted)}, GET a, PATCH lastConflict`, {}, "the last words"],
  ["20 conflicts meet two versions", `${repeated(10, conflicted)}, ${onNewer}`, changing, "between each of 20 reads"],
])("fails if %s", async (_, script, expected, words) => {
  const error = await failure(script);
  expect(error).toMatchObject(expected);
  expect(error.message).toContain(words);
});

const keys = { before: declared({ key: "old-key" }), after: declared({ key: "new-key" }) };
const secret = 'from "a" to "[secret]", while';
test.each<[string, live: string, change: Partial<Update>, more: Partial<StoredOperation>, words: string]>([
  ["names all values", "theirs", {}, {}, 'by somebody else from "a" to "theirs", while the program has "b". Run'],
  ["names an absent value of the program", "theirs", { after: declared({}) }, {}, "program has nothing. Run"],
  ["names an absent live value", "empty", {}, {}, 'displayName was changed by somebody else from "a" to nothing'],
  ["masks values of a secret path", "theirs", {}, { secretPaths: [["displayName"]] }, "to [secret], while"],
  ["masks secrets of the call", "theirs", {}, { call: { secrets: new Secrets(["theirs"]) } }, secret],
  ["masks the access key", "withAccessKey", {}, {}, 'to "with [secret]", while the program has "b"'],
  ["is reported about a secret that the server shows", "key", keys, {}, "key was changed"],
])("a conflict %s", async (_, found, change, more, words) => {
  const { message } = await failure(`GET ${found}`, change, more);
  expect(message).toContain(words);
  if (words.includes("[secret]")) expect(message).not.toContain("theirs");
});

test("19 conflicts are followed by a wait each, and then by a successful write", async () => {
  const { written, slept } = await updated(`${repeated(19, conflicted)}, GET a, PATCH b`);
  expect(await written).toMatchObject({ spec: b });
  expect(slept).toHaveLength(19);
  // Each wait is random and may be zero.
  expect(Math.max(...slept)).toBeGreaterThan(0);
});

test("conflicts do not extend the deadline", async () => {
  // Waits are a hundred times as long, so that only they reach the deadline.
  const random = jest.spyOn(Math, "random").mockReturnValue(100);
  try {
    const { written, slept } = await updated(repeated(11, conflicted), {}, {}, { seconds: 300 });
    expect((await rejection(written)).message).toContain("409 Conflict");
    expect(slept).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 50, 50].map((seconds) => seconds * 1000));
  } finally {
    random.mockRestore();
  }
});

test("there is no conflict about a secret that the server hides", async () => {
  await (await updated("GET empty, PATCH empty", keys)).written;
});

test("an ignored property keeps its live value", async () => {
  const { written } = await updated("GET theirs", {}, { ignored: [["displayName"]] });
  expect(await written).toMatchObject({ spec: theirs });
});

const known = { ...declared(a), metadata: { name: "ci", uid: "u1", resourceVersion: "7" } };

test.each<[isWritten: boolean, script: string, change: Partial<Update>]>([
  [false, "GET b", {}],
  [true, "GET a, PATCH b", {}],
  [true, "GET a, PATCH conflict, GET b", {}],
  [true, "PATCH newerB", { known }],
  [true, "PATCH unavailable, GET b", { known }],
])("whether the object may be written is %j after %s", async (isWritten, script, change) => {
  expect(await (await updated(script, change)).isWritten()).toBe(isWritten);
});
test.each<[string, first: string, others: string, change?: Partial<Update>]>([
  ["a conflict", "GET a, PATCH patientConflict", "GET a, PATCH b"],
  ["a conflict without a read", "PATCH patientConflict", "GET a, PATCH b", { known }],
  ["an unexplained refusal", "GET a, PATCH patientUnexplained", "GET newer, PATCH b"],
])("waits after %s as long as Retry-After asks, and fails if it has no time", async (_, first, others, change = {}) => {
  const { written, slept } = await updated(`${first}, ${others}`, change);
  expect(await written).toMatchObject({ spec: b });
  expect(slept[0]).toBe(7000);
  expect((await failure(first, change, {}, { seconds: 5 })).message).toContain("Not tried again");
  const { signal, clock } = cancelledSleep();
  const { message } = await failure(first, change, { call: { signal } }, { clock });
  expect(message).toMatch(/^GET ownedaccesskeys\/ci at \S+ was canceled\.$/);
});
