import { deleteObject, waitUntilGone } from "../../../provider/objects/deletion.js";
import { closeAll, connect, fakeClock, type Reply, rejection, serve, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const path = ["spacetemplates", "dev"];
const label = 'SpaceTemplate "dev"';
const live = (uid: string, metadata: object = {}): Reply => ({ body: { metadata: { name: "dev", uid, ...metadata } } });
const gone = status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found');
const conflict = status(409, "Conflict", "the uid in the precondition is another one");
const forbidden = status(403, "Forbidden", "no");
const done: Reply = { body: { kind: "Status", status: "Success" } };

/** An operation on a platform that answers with this script, and what is seen of it. */
async function operation(script: readonly Reply[], call: { milliseconds?: number; signal?: AbortSignal } = {}) {
  const server = await serve(script);
  const clock = fakeClock();
  const { milliseconds = 60_000, signal } = call;
  const limits = { deadline: clock.now() + milliseconds, signal };
  const sent = () => server.requests.map(({ method, body }) => `${method}${body.includes("uid") ? " by uid" : ""}`);
  return { ...contextOf(connect(server.url, { clock }), limits), clock, sent };
}

describe("a delete", () => {
  test("waits until the object is gone, and says what holds it", async () => {
    const held = live("u1", { finalizers: ["a.com/one", "b.com/two"] });
    const { context, clock, statuses, sent } = await operation([held, held, live("u1"), gone]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "GET", "GET"]);
    expect(statuses).toEqual([
      `${label}: waiting for a.com/one, b.com/two, 0 s`,
      `${label}: waiting for the platform to delete it, 0 s`,
    ]);
    expect(clock.slept).toEqual([100, 200]);
  });

  test("looks ever more seldom, every two seconds in the end", async () => {
    const { context, clock } = await operation([done, ...Array.from({ length: 7 }, () => live("u1")), gone]);
    await deleteObject(context, path, label, "u1");
    expect(clock.slept).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
  });

  test("of an object that is gone already asks nothing more", async () => {
    const { context, sent } = await operation([gone]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid"]);
  });

  test("that is forbidden fails, and is tried in no other way", async () => {
    const { context, sent } = await operation([forbidden]);
    expect(await rejection(deleteObject(context, path, label, "u1"))).toMatchObject({ status: 403 });
    expect(sent()).toEqual(["DELETE by uid"]);
  });

  const noBody = status(415, "UnsupportedMediaType", "no body");

  test("by name of an object that shows no uid fails: nobody can tell whose it is", async () => {
    const { context, sent } = await operation([noBody, { body: { metadata: { name: "dev" } } }]);
    const failure = await rejection(deleteObject(context, path, label, "u1"));
    expect(failure.message).toMatch(/without a uid.* Before that: DELETE .*no body/);
    expect(sent()).toEqual(["DELETE by uid", "GET"]);
  });

  test.each<[string, Reply, string[]]>([
    ["", conflict, ["DELETE by uid", "GET"]],
    [", also where it would be deleted by name", noBody, ["DELETE by uid", "GET", "GET"]],
  ])("leaves a newcomer under the name alone, and says so%s", async (_, refusal, requests) => {
    const { context, warnings, sent } = await operation([refusal, live("u2")]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(requests);
    expect(warnings).toEqual([
      `${label} was deleted and created again by somebody else; the new object is left alone.`,
    ]);
  });

  test("has nothing to say where no newcomer is there", async () => {
    const { context, warnings } = await operation([conflict, gone]);
    await deleteObject(context, path, label, "u1");
    expect(warnings).toEqual([]);
  });

  test("that is refused though the object is ours is an error", async () => {
    const { context } = await operation([conflict, live("u1")]);
    expect(await rejection(deleteObject(context, path, label, "u1"))).toMatchObject({ status: 409 });
  });

  test.each([400, 415, 422])("whose body is refused with %i goes by name, once the uid is compared", async (code) => {
    const { context, sent } = await operation([status(code, "Bad", "no body"), live("u1"), done, gone]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "DELETE", "GET"]);
  });

  test.each<[string, Reply]>([
    ["another object", live("u2")],
    ["no object", gone],
  ])("by name is not sent where %s has the name", async (_what, found) => {
    const { context, sent } = await operation([status(415, "Bad", "no body"), found]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "GET"]);
  });

  test.each<[string, Reply]>([
    ["is lost", { how: "reset" }],
    ["comes from a gateway", status(503, "Gateway", "not now")],
    ["asks for patience", status(429, "TooManyRequests", "not now")],
  ])("by name whose answer %s does not touch what somebody else created since", async (_what, lost) => {
    const { context, sent } = await operation([status(415, "Bad", "no body"), live("u1"), lost, live("u2")]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "DELETE", "GET", "GET"]);
  });

  test("by name whose answer is lost is sent again while the object is ours", async () => {
    const lost: Reply = { how: "reset" };
    const { context, clock, sent } = await operation([
      status(415, "Bad", "no body"),
      ...[live("u1"), lost, live("u1"), done],
      gone,
    ]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "DELETE", "GET", "DELETE", "GET"]);
    expect(clock.slept).toHaveLength(1);
  });

  test("by name waits as long as the platform asks before the other look", async () => {
    const busy = { ...status(429, "TooManyRequests", "not now"), headers: { "retry-after": "7" } };
    const { context, clock, sent } = await operation([
      status(415, "Bad", "no body"),
      ...[live("u1"), busy, live("u1"), done],
      gone,
    ]);
    await deleteObject(context, path, label, "u1");
    expect(sent()).toEqual(["DELETE by uid", "GET", "DELETE", "GET", "DELETE", "GET"]);
    expect(clock.slept[0]).toBe(7000);
  });

  test.each<[string, Reply, Reply[], string[]]>([
    ["a conflict", conflict, [gone], ["GET"]],
    ["a refused body", status(415, "Bad", "no body"), [live("u1"), done, gone], ["GET", "DELETE", "GET"]],
  ])("waits after %s as long as the platform asks, and goes no further where it has no time", async (_, ...rest) => {
    const [refusal, others, sentThen] = rest;
    const patient = { ...refusal, headers: { "retry-after": "7" } };
    const { context, clock, sent } = await operation([patient, ...others]);
    await deleteObject(context, path, label, "u1");
    expect([clock.slept[0], sent()]).toEqual([7000, ["DELETE by uid", ...sentThen]]);
    const hasty = await operation([patient, ...others], { milliseconds: 5000 });
    expect((await rejection(deleteObject(hasty.context, path, label, "u1"))).message).toContain("Not tried again");
    expect(hasty.sent()).toEqual(["DELETE by uid"]);
  });

  test.each<[string, Reply[]]>([
    ["by uid", [status(409, "Conflict", "words of the delete"), forbidden]],
    ["whose body is refused", [status(415, "Bad", "words of the delete"), forbidden]],
    ["by name", [status(415, "Bad", "no body"), live("u1"), status(503, "Gateway", "words of the delete"), forbidden]],
  ])("%s that fails is told with the look that fails after it", async (_what, script) => {
    const { context } = await operation(script);
    const failure = await rejection(deleteObject(context, path, label, "u1"));
    expect(failure).toMatchObject({ status: 403, method: "GET" });
    expect(failure.message).toMatch(/^GET .* 403 Forbidden: no\..* Before that: DELETE .* words of the delete\./);
  });

  test.each([429, 503])("by name is sent five times at most, each answered with %i", async (code) => {
    const tries = Array.from({ length: 6 }, () => [live("u1"), status(code, "Busy", "not now")]).flat();
    const { context, sent } = await operation([status(415, "Bad", "no body"), ...tries]);
    expect(await rejection(deleteObject(context, path, label, "u1"))).toMatchObject({ status: code });
    expect(sent().filter((each) => each === "DELETE")).toHaveLength(5);
  });

  test("that takes too long says what it waited for", async () => {
    const { context, clock } = await operation([done, live("u1", { finalizers: ["a.com/one"] })], {
      milliseconds: 5000,
    });
    expect((await rejection(deleteObject(context, path, label, "u1"))).message).toMatch(
      /^Cannot delete SpaceTemplate "dev" in time: it is still being deleted: waiting for a\.com\/one, \d s\./,
    );
    expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBeLessThan(5000);
  });

  test("whose time is over while the platform is asked says the same", async () => {
    const { context } = await operation([done, { how: "stall" }], { milliseconds: 1500 });
    expect((await rejection(deleteObject(context, path, label, "u1"))).message).toMatch(
      /^Cannot delete SpaceTemplate "dev" in time: .* waiting for the platform to delete it, \d s\./,
    );
  });

  test("that is cancelled while it waits says that the deletion goes on", async () => {
    const abort = new AbortController();
    const { context } = await operation([done, live("u1")], { signal: abort.signal });
    const error = await rejection(deleteObject({ ...context, status: () => abort.abort() }, path, label, "u1"));
    expect(error.message).toBe(
      `The wait for the end of ${label} was cancelled: waiting for the platform to delete it, 0 s. The deletion goes on at the platform; run the same command again.`,
    );
  });

  test("fails as the look at its object does", async () => {
    const { context } = await operation([done, forbidden]);
    expect(await rejection(deleteObject(context, path, label, "u1"))).toMatchObject({ status: 403 });
  });
});

describe("the wait for a name", () => {
  const terminating = live("u1", { deletionTimestamp: "2026-01-01T00:00:00Z" });

  test("ends at an object that is not on its way out", async () => {
    const { context, sent } = await operation([terminating, live("u2")]);
    await waitUntilGone(context, path, label);
    expect(sent()).toEqual(["GET", "GET"]);
  });

  test("for an object of a known uid ends at any other, also one on its way out", async () => {
    const { context, sent } = await operation([live("u2"), live("u2"), terminating]);
    await waitUntilGone(context, path, label, "u2");
    expect(sent()).toEqual(["GET", "GET", "GET"]);
  });

  test("that takes too long says that nothing was created", async () => {
    const { context } = await operation([terminating], { milliseconds: 1000 });
    expect((await rejection(waitUntilGone(context, path, label))).message).toContain("Nothing was created.");
  });
});
