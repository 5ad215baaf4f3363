import { deleteObject, waitUntilGone } from "../../../../provider/objects/lifecycle/deletion";
import type { Context, RecordedPlatform } from "../../../../provider/objects/operation";
import { closeAll, connect, fakeClock, type Reply, serve, status } from "../../api/scriptedServer";
import { contextOf, scriptOf } from "../contextOf";

afterEach(closeAll);

const path = ["spacetemplates", "dev"];
const label = 'SpaceTemplate "dev"';
const live = (uid?: string, metadata: object = {}): Reply => ({
  body: { metadata: { name: "dev", uid, ...metadata } },
});
const nonDeletable = (value: string) => ({ annotations: { "loft.sh/non-deletable": value } });
const patient = (reply: Reply): Reply => ({ ...reply, headers: { "retry-after": "7" } });
const words = "words of the delete";
const answers = {
  ours: live("u1"),
  other: live("u2"),
  anonymous: live(undefined),
  held: live("u1", { finalizers: ["a.com/one", "b.com/two\n"] }),
  protected: live("u1", nonDeletable("true")),
  unprotected: live("u1", nonDeletable("false")),
  otherProtected: live("u2", nonDeletable("true")),
  refusedKey: status(401, "Unauthorized", "no"),
  failed: status(500, "InternalError", "no"),
  terminating: live("u1", { deletionTimestamp: "2026-01-01T00:00:00Z" }),
  gone: status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found'),
  conflict: status(409, "Conflict", words),
  forbidden: status(403, "Forbidden", "no"),
  400: status(400, "Bad", words),
  415: status(415, "Bad", words),
  422: status(422, "Bad", words),
  503: status(503, "Busy", words),
  patientConflict: patient(status(409, "Conflict", words)),
  patient415: patient(status(415, "Bad", words)),
  deleted: { body: { kind: "Status", status: "Success" } },
  success: { body: { kind: "Status", status: "Success", details: { uid: "u1" } } },
  successOfOther: { body: { kind: "Status", status: "Success", details: { uid: "u2" } } },
  failure: { body: { kind: "Status", status: "Failure", details: { uid: "u1" } } },
  hidden: status(403, "Forbidden", "no projects for you"),
  busy: status(503, "Busy", "not now"),
  lost: { how: "reset" },
  stalled: { how: "stall" },
} satisfies Record<string, Reply>;

type Limits = Partial<Pick<Context, "status" | "recorded">> & {
  milliseconds?: number;
  where?: readonly string[];
  signal?: AbortSignal;
  clock?: ReturnType<typeof fakeClock>;
};

/** A delete, or a wait with its own uid, on a platform with scripted responses. */
async function run(script: string, limits: Limits = {}, wait?: { uid?: string }) {
  const { milliseconds = 60_000, where = path, signal, clock = fakeClock(), ...more } = limits;
  const { replies, requests } = scriptOf(answers, script);
  const server = await serve(replies);
  const { context: given, ...output } = contextOf(connect(server.url, { clock }), {
    ...{ deadline: clock.now() + milliseconds, signal },
  });
  const context = { ...given, ...more };
  const running = wait
    ? waitUntilGone(context, { path, label, uid: wait.uid })
    : deleteObject(context, { path: where, label, uid: "u1" });
  const error = await running.then(
    () => undefined,
    (failure) => failure,
  );
  const sent = server.requests.map(({ method, body }) => `${method}${body.includes("uid") ? "(uid)" : ""}`);
  expect(sent).toEqual(requests);
  return { ...output, error, slept: clock.slept };
}
const repeated = (count: number, steps: string) => Array.from({ length: count }, () => steps).join(", ");

const recreated = `${label} was deleted and created again by somebody else; the new object is left alone.`;
const nothing = `${label} is not on the platform at https://platform.test; nothing was deleted there. If it is on another platform, it is still there.`;
const byName = "DELETE(uid) 415, GET ours";

test.each<[string, script: string, warnings?: string[]]>([
  ["whose answer says that the object is gone asks nothing more", "DELETE(uid) success"],
  ["whose answer names another object looks", "DELETE(uid) successOfOther, GET gone"],
  ["whose answer names no object looks", "DELETE(uid) deleted, GET gone"],
  ["whose answer is no success looks", "DELETE(uid) failure, GET gone"],
  ["of an object that is gone asks nothing more, with a warning", "DELETE(uid) gone", [nothing]],
  ["whose answer was lost is done if the object is gone then", "DELETE(uid) lost, DELETE(uid) gone"],
  ["leaves a new object alone, with a warning", "DELETE(uid) conflict, GET other", [recreated]],
  ["by name leaves a new object alone", "DELETE(uid) 415, GET other", [recreated]],
  ["warns of no new object if there is none", "DELETE(uid) conflict, GET gone", [nothing]],
  ...[400, 415, 422].map((code): [string, string] => [
    `whose body is refused with ${code} compares the uid and deletes by name`,
    `DELETE(uid) ${code}, GET ours, DELETE deleted, GET gone`,
  ]),
  ["by name asks nothing more either", "DELETE(uid) 415, GET ours, DELETE success"],
  ["by name is not sent if no object has the name", "DELETE(uid) 415, GET gone", [nothing]],
  ["by name is done if the object is gone meanwhile", `${byName}, DELETE gone, GET gone`],
])("a delete %s", async (_, script, expected = []) => {
  const { error, warnings, slept } = await run(script);
  expect(error).toBeUndefined();
  expect(warnings).toEqual(expected);
  expect(slept.length).toBeLessThanOrEqual(1);
});

test.each<[string, script: string, RecordedPlatform, words: string]>([
  ["while the platform is busy", "DELETE(uid) gone, GET busy", { project: "p2" }, "not now"],
  [
    "and everything is hidden",
    "DELETE(uid) gone, GET hidden, POST forbidden",
    { project: "p1" },
    `Cannot delete ${label}: it is not on the platform at https://platform.test, and no identifier shows whether it was made there.`,
  ],
])("a delete fails if the object is not there %s", async (_, script, platform, words) => {
  const { error, warnings } = await run(script, { recorded: { inputs: {}, state: {}, platform } });
  expect(error.message).toContain(words);
  expect(warnings).toEqual([]);
});

const doubled = [100, 200, 400, 800, 1600, 2000, 2000];
const held = "DELETE(uid) deleted";

test.each<[string, script: string, slept: number[], statuses?: string[]]>([
  [
    "waits until the object is gone, and shows its finalizers",
    "DELETE(uid) held, GET held, GET ours, GET gone",
    [100, 200],
    [`${label}: waiting for a.com/one, b.com/two\\n, 0 s`, `${label}: waiting for the platform to delete it, 0 s`],
  ],
  ["waits twice as long each time, at most two seconds", `${held}, ${repeated(7, "GET ours")}, GET gone`, doubled],
])("a delete %s", async (_, script, expected, progress = undefined) => {
  const { error, slept, statuses } = await run(script);
  expect(error).toBeUndefined();
  expect(slept).toEqual(expected);
  if (progress) expect(statuses).toEqual(progress);
});

test.each([
  ["a conflict", "DELETE(uid) patientConflict", "GET gone"],
  ["a refused body", "DELETE(uid) patient415", "GET ours, DELETE deleted, GET gone"],
])("after %s a delete waits as long as Retry-After asks, and fails if it has no time", async (_, first, others) => {
  expect(await run(`${first}, ${others}`)).toMatchObject({ error: undefined, slept: [7000] });
  expect((await run(first, { milliseconds: 5000 })).error.message).toContain("Not tried again");
});

const after = /^GET .* 403 Forbidden: no\..* Before that: DELETE .* words of the delete\./;
const nameless = new RegExp(`without a uid.* Before that: DELETE .*${words}`);

test.each<[string, script: string, code: number | undefined, message?: RegExp]>([
  ["that is forbidden is not repeated by name", "DELETE(uid) forbidden, GET ours", 403],
  ["by name needs an object with a uid", "DELETE(uid) 415, GET anonymous", 200, nameless],
  ["that conflicts with our object", "DELETE(uid) conflict, GET ours", 409],
  ["reports a failed GET after a conflict too", "DELETE(uid) conflict, GET forbidden", 403, after],
  ["by name is not repeated after 503", `${byName}, DELETE 503`, 503],
  ["by name is not repeated after a lost answer", `${byName}, DELETE lost`, undefined, /closed without a response/],
  ["fails like the GET after it", "DELETE(uid) deleted, GET forbidden", 403],
])("a failed delete %s", async (_, script, code, message = /./) => {
  const { error } = await run(script);
  expect(error.status).toBe(code);
  expect(error.message).toMatch(message);
  if (message === after) expect(error.method).toBe("GET");
});

const annotated = `vCluster Platform refuses to delete ${label}: it has the annotation loft.sh/non-deletable.`;
const annotateCommand = "`kubectl annotate spacetemplates.management.loft.sh dev loft.sh/non-deletable-`";

test.each<[string, script: string, isNamed: boolean]>([
  ["403", "DELETE(uid) forbidden, GET protected", true],
  ["500", "DELETE(uid) failed, GET protected", true],
  ["422, also by name", "DELETE(uid) 422, GET protected, DELETE 422, GET protected", true],
  ["400, also by name", "DELETE(uid) 400, GET protected, DELETE forbidden, GET protected", true],
  ["403, whose annotation is off", "DELETE(uid) forbidden, GET unprotected", false],
  ["403, with the annotation on another object of the name", "DELETE(uid) forbidden, GET otherProtected", false],
  ["403, and then the object is gone", "DELETE(uid) forbidden, GET gone", false],
  ["403, and the object cannot be read", "DELETE(uid) forbidden, GET hidden", false],
  ["401, which refuses the key", "DELETE(uid) refusedKey", false],
  ["503, which does not refuse", "DELETE(uid) 415, GET protected, DELETE 503", false],
  ["409, which is no refusal", "DELETE(uid) conflict, GET protected", false],
])("an annotation that blocks a deletion is named if the platform refuses it: %s", async (_, script, isNamed) => {
  const { error } = await run(script);
  expect(error.message).toMatch(/^DELETE spacetemplates\/dev /);
  expect(error.message.includes(annotated)).toBe(isNamed);
  expect(error.message.includes(annotateCommand)).toBe(isNamed);
});

test("the command that removes such an annotation names the namespace of the object", async () => {
  const where = ["namespaces", "p-web", "virtualclusterinstances", "dev"];
  const { error } = await run("DELETE(uid) forbidden, GET protected", { where });
  const target = "virtualclusterinstances.management.loft.sh --namespace p-web dev";
  expect(error.message).toContain(`kubectl annotate ${target} loft.sh/non-deletable-`);
});

test("a canceled GET after a failed delete does not report the delete", async () => {
  const abort = new AbortController();
  const clock = { ...fakeClock(), sleep: async () => abort.abort() };
  const { error } = await run("DELETE(uid) patientConflict", { clock, signal: abort.signal });
  expect(error.message).toMatch(/^GET spacetemplates\/dev at \S+ was canceled\.$/);
});

describe("a delete that takes too long", () => {
  const late = (cause: string) =>
    new RegExp(`^Cannot delete SpaceTemplate "dev" in time: .* waiting for ${cause}, \\d s\\.`);

  test.each([
    ["waits for a finalizer", `DELETE(uid) deleted, ${repeated(6, "GET held")}`, 5000, "a\\.com/one, b\\.com/two\\\\n"],
    ["waits for an answer", "DELETE(uid) deleted, GET stalled", 1500, "the platform to delete it"],
  ])("says that it %s", async (_, script, milliseconds, cause) => {
    const { error, slept } = await run(script, { milliseconds });
    expect(error.message).toMatch(late(cause));
    expect(slept.reduce((sum, each) => sum + each, 0)).toBeLessThan(5000);
  });

  test("and is canceled says that the deletion continues", async () => {
    const abort = new AbortController();
    const limits = { signal: abort.signal, status: () => abort.abort() };
    const waiting = `The wait for the end of ${label} was canceled: waiting for the platform to delete it, 0 s.`;
    const { error } = await run("DELETE(uid) deleted, GET ours", limits);
    expect(error.message).toContain(waiting);
    expect(error.cause.name).toBe("CancelledError");
  });
});

test.each<[string, script: string, uid?: string]>([
  ["ends at an object that is not being deleted", "GET terminating, GET other"],
  ["for a uid ends at another object, even one that is being deleted", "GET other, GET other, GET terminating", "u2"],
])("the wait for a name %s", async (_, script, uid = undefined) => {
  expect((await run(script, {}, uid === undefined ? {} : { uid })).error).toBeUndefined();
});

test("a wait for a name that takes too long says that nothing was created", async () => {
  const { error } = await run(repeated(4, "GET terminating"), { milliseconds: 1000 }, {});
  expect(error.message).toContain("Nothing was created.");
});
