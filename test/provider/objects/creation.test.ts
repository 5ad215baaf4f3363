import { createObject } from "../../../provider/objects/creation";
import type { InitializationError } from "../../../provider/objects/operation";
import { ownerSelector } from "../../../provider/objects/ownership";
import { rehearse, rehearseCreation } from "../../../provider/objects/rehearsal";
import type { StoredKind } from "../../../provider/objects/storedKind";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";
import { against, closeAll, connect, fakeClock, type Reply, rejection, serve, status } from "../api/scriptedServer";
import { contextOf } from "./contextOf";

afterEach(closeAll);

const inputs = { name: "dev" };
const object = { kind: "SpaceTemplate", metadata: { name: "dev" } };
const live = (metadata: object): Reply => ({ body: { ...object, metadata: { name: "dev", uid: "u1", ...metadata } } });
const nonce = (value: string) => ({ annotations: { "pulumi-platform/create-nonce": value } });
const [label = "", owner = ""] = ownerSelector(contextOf({} as never).context).split("=");
const ofStack = { labels: { [label]: owner } };

const ours = live(nonce("n1"));
const foreign = live({});
const terminating = live({ deletionTimestamp: "2026-01-01T00:00:00Z" });
const gone = status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found');
const taken = status(409, "AlreadyExists", 'spacetemplates "dev" already exists');
const beingDeleted = status(409, "AlreadyExists", "object is being deleted: already exists");
const forbidden = status(403, "Forbidden", "no");
const failed = status(500, "InternalError", "etcd is full");
const busy = status(503, "Gateway", "not now");
const later: Reply = { ...status(503, "ServiceUnavailable", "later"), headers: { "retry-after": "100" } };
const deleted: Reply = { body: { kind: "Status", status: "Success" } };
const lost: Reply = { how: "reset" };

/** A resumed create, so that its nonce is known, on a platform that answers with this script. */
async function creation(script: readonly Reply[], lostAnswer?: ReturnType<NonNullable<StoredKind["lostAnswer"]>>) {
  const server = await serve(script);
  const clock = fakeClock();
  const { context, warnings } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + 60_000 });
  const shape = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };
  const kind: StoredKind = { ...shape, ...(lostAnswer && { lostAnswer: () => lostAnswer }) };
  const sent = () => server.requests.map(({ method }) => method).join(" ");
  return { created: createObject(context, kind, object, inputs, "n1"), warnings, clock, sent };
}

const withoutUid: Reply = { body: { metadata: { name: "dev", ...nonce("n1") } } };
const stripped = live(ofStack);

test.each<[string, Reply[], sent: string, isFound: boolean]>([
  ["finds the object that it made", [ours], "GET", true],
  ["is sent if the object is not there", [gone, ours], "GET POST", false],
  ["looks for its object after an answer without a uid", [gone, withoutUid, ours], "GET POST GET", true],
  ["looks for its object after an answer without the nonce", [gone, foreign, ours], "GET POST GET", true],
  ["waits for a name that is being released", [terminating, terminating, gone, ours], "GET GET GET POST", false],
  ["waits if it is refused for that", [gone, beingDeleted, terminating, gone, ours], "GET POST GET GET POST", false],
  ["trusts an answer without annotations if the object has none", [gone, stripped, stripped], "GET POST GET", false],
  [
    "trusts an answer without annotations if the object has its nonce",
    [gone, stripped, live({ ...ofStack, ...nonce("n1") })],
    "GET POST GET",
    false,
  ],
  [
    "looks again after an answer without annotations if no object is there",
    [gone, stripped, gone, gone, ours],
    "GET POST GET GET POST",
    false,
  ],
])("a create %s", async (_, script, requests, isFound) => {
  const { created, sent } = await creation(script);
  expect(await created).toMatchObject({ object: { metadata: { uid: "u1" } }, isFound });
  expect(sent()).toBe(requests);
});

const mayBeCreated = 'SpaceTemplate "dev" may or may not have been created: ';
const unanswered = { name: "InitializationError", stored: { id: "dev", inputs, state: inputs, nonce: "n1" } };

test.each<[string, Reply[], sent: string, error: object, message: RegExp]>([
  [
    "without an answer is sent four times, each after a look",
    [gone, ...Array.from({ length: 4 }, () => [lost, gone]).flat()],
    "GET POST GET POST GET POST GET POST GET",
    unanswered,
    new RegExp(`^${mayBeCreated}POST spacetemplates .*closed without an answer`),
  ],
  [
    "is reported with its last failure",
    [gone, lost, gone, lost, gone, lost, gone, busy, gone],
    "GET POST GET POST GET POST GET POST GET",
    { ...unanswered, cause: { status: 503 } },
    /503/,
  ],
  ["is not sent again after an error of the server", [gone, failed, gone], "GET POST GET", { status: 500 }, /etcd/],
  ["that is forbidden is a plain error", [gone, forbidden], "GET POST", { name: "ApiError", status: 403 }, /no/],
  [
    "that is forbidden is uncertain if an earlier one may still succeed",
    [gone, lost, gone, forbidden],
    "GET POST GET POST",
    { name: "InitializationError", cause: { status: 403 } },
    /may or may not/,
  ],
  [
    "that is forbidden is certain after a refusal",
    [gone, taken, gone, forbidden],
    "GET POST GET POST",
    { name: "ApiError", status: 403 },
    /no/,
  ],
  [
    "reports both the lost answer and the failed look after it, once",
    [gone, lost, forbidden],
    "GET POST GET",
    { name: "InitializationError" },
    /^((?!may or may not).)*may or may not((?!may or may not).)*: POST spacetemplates at .* Looking for the object failed: GET spacetemplates\/dev at .*403((?!may or may not).)*$/s,
  ],
  [
    "reports a failed first look alone",
    [forbidden],
    "GET",
    { name: "InitializationError" },
    new RegExp(`^${mayBeCreated}Looking for the object failed: GET spacetemplates/dev at`),
  ],
  [
    "of a taken name is a plain error if the holder cannot be read",
    [gone, taken, forbidden],
    "GET POST GET",
    { name: "ApiError", status: 403 },
    /no/,
  ],
  [
    "is uncertain if the server asks for more time than is left",
    [gone, later],
    "GET POST",
    { name: "InitializationError" },
    /may or may not/,
  ],
  ...[[foreign], [gone, taken, foreign], [gone, lost, foreign]].map(
    (script): [string, Reply[], string, object, RegExp] => [
      `does not adopt an object of others after ${script.length} answers`,
      script,
      script.length === 1 ? "GET" : "GET POST GET",
      { name: "ResourceError" },
      /exists already and was not made by this resource/,
    ],
  ),
])("a create %s", async (_, script, requests, expected, message) => {
  const { created, sent, clock } = await creation(script);
  const error = await rejection(created);
  expect(error).toMatchObject(expected);
  expect(error.message).toMatch(message);
  expect(sent()).toBe(requests);
  // Every repeated create waits first.
  if (expected === unanswered) expect(clock.slept).toHaveLength(4);
});

describe("an object whose create answered what no read shows", () => {
  test("is deleted and created again, with a warning", async () => {
    const { created, warnings, sent } = await creation([ours, deleted, gone, ours], "lost");
    expect(await created).toMatchObject({ isFound: false });
    expect(sent()).toBe("GET DELETE GET POST");
    expect(warnings).toEqual([expect.stringContaining("is deleted and created again")]);
  });

  test.each<[string, "lost" | "in use", Reply[], string, name: string, RegExp]>([
    [
      "stays if it cannot be deleted, and the create is uncertain",
      "lost",
      [ours, forbidden],
      "GET DELETE",
      "InitializationError",
      /may or may not have been created: DELETE spacetemplates\/dev .*403/,
    ],
    ["stays if it is in use", "in use", [ours], "GET", "ResourceError", /it has been used since/],
  ])("%s", async (_, answer, script, requests, name, message) => {
    const { created, sent } = await creation(script, answer);
    expect(await rejection(created)).toMatchObject({ name, message: expect.stringMatching(message) });
    expect(sent()).toBe(requests);
  });
});

describe("an answer without the annotations of the create", () => {
  test.each<[string, Reply, Reply]>([
    ["it has no stack", foreign, stripped],
    ["it is of another create", live({ ...ofStack, ...nonce("n2") }), stripped],
    ["another object has the name", stripped, live({ ...ofStack, uid: "u2" })],
    ["the object with the name is of another create", stripped, live({ ...ofStack, ...nonce("n2") })],
    ["the object with the name has no stack", stripped, foreign],
  ])("is not trusted if %s", async (_, answer, found) => {
    const { created } = await creation([gone, answer, found, found]);
    expect((await rejection(created)).message).toMatch(/exists already|this stack made an object of this name before/);
  });

  test("is kept for the next up if the object cannot be read", async () => {
    const { created, sent } = await creation([gone, stripped, forbidden]);
    const { message, stored } = (await rejection(created)) as InitializationError;
    expect(message).toMatch(/SpaceTemplate "dev" was created, but .* reading it back failed: GET .* 403 Forbidden/);
    expect(stored).toMatchObject({ id: "dev", state: { uid: "u1" } });
    expect(sent()).toBe("GET POST GET");
  });
});

describe("a dry run of a create", () => {
  async function dryRun(script: Reply[]) {
    const { client, server } = await against(script);
    const { context } = contextOf(client, { dryRun: "All" });
    const shape = { kind: "SpaceTemplate", plural: "spacetemplates" } as never;
    const sent = () =>
      server.requests.map(({ method, url }) => `${method} ${new URL(url, "http://a").searchParams.get("dryRun")}`);
    return { result: rehearseCreation(context, shape, object), sent };
  }

  test.each<[string, Reply[], string[]]>([
    ["succeeds", [live({ uid: "another in each dry run" })], ["POST All"]],
    ["has a taken name that is free by now", [taken, gone], ["POST All", "GET null"]],
    ["has a taken name of an object that is being deleted", [taken, terminating], ["POST All", "GET null"]],
    ["has a taken name of this stack, which may be replaced", [taken, stripped], ["POST All", "GET null"]],
    ["has a name that is being released, as the refusal says", [beingDeleted], ["POST All"]],
  ])("returns what would be sent if it %s", async (_, script, requests) => {
    const { result, sent } = await dryRun(script);
    expect(await result).toBe(object);
    expect(sent()).toEqual(requests);
  });

  test.each<[string, Reply[], object, string]>([
    ["as the create would", [forbidden], { status: 403 }, "no"],
    [
      "with a name of others",
      [taken, foreign],
      { name: "ResourceError", cause: { status: 409 } },
      'Cannot create SpaceTemplate "dev": an object of this name exists already',
    ],
  ])("fails %s", async (_, script, expected, words) => {
    const error = await rejection((await dryRun(script)).result);
    expect(error).toMatchObject(expected);
    expect(error.message).toContain(words);
  });

  test.each<[string, Reply, isDone: boolean, string[]]>([
    [
      "runs with dry calls",
      status(422, "Invalid", "dryRun", { causes: [{ field: "dryRun", message: 'Unsupported value: "bogus"' }] }),
      true,
      [],
    ],
    [
      "is left out with a warning on a platform that ignores dryRun",
      status(404, "NotFound", "No_Object_Has_This_Name not found"),
      false,
      ["it does not read dryRun"],
    ],
  ])("%s", async (_, answer, isDone, warned) => {
    const { client } = await against([answer]);
    const { context, warnings } = contextOf(client, { deadline: Date.now() + 60_000 });
    const calls: unknown[] = [];
    await rehearse(context, "spacetemplates", async ({ call }) => calls.push(call));
    expect(calls).toEqual(isDone ? [{ ...context.call, dryRun: "All" }] : []);
    expect(warnings).toEqual(warned.map((words) => expect.stringContaining(words)));
  });
});
