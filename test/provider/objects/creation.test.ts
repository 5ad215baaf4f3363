import { createObject } from "../../../provider/objects/creation.js";
import { InitializationError } from "../../../provider/objects/operation.js";
import { ownerSelector } from "../../../provider/objects/ownership.js";
import type { StoredKind } from "../../../provider/objects/storedKind.js";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate.js";
import { closeAll, connect, fakeClock, type Reply, rejection, serve, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const inputs = { name: "dev" };
const object = { kind: "SpaceTemplate", metadata: { name: "dev" } };
const live = (metadata: object): Reply => ({ body: { ...object, metadata: { name: "dev", uid: "u1", ...metadata } } });
const ours = live({ annotations: { "pulumi-platform/create-nonce": "n1" } });
const foreign = live({});
const terminating = live({ deletionTimestamp: "2026-01-01T00:00:00Z" });
const gone = status(404, "NotFound", 'spacetemplates.management.loft.sh "dev" not found');
const taken = status(409, "AlreadyExists", 'spacetemplates "dev" already exists');
const forbidden = status(403, "Forbidden", "no");
const lost: Reply = { how: "reset" };

/** A create that goes on, so that its nonce is known, on a platform that answers with this script. */
async function creation(script: readonly Reply[], lostAnswer?: StoredKind["lostAnswer"], milliseconds = 60_000) {
  const server = await serve(script);
  const clock = fakeClock();
  const { context, warnings } = contextOf(connect(server.url, { clock }), { deadline: clock.now() + milliseconds });
  const kind = {
    kind: "SpaceTemplate",
    plural: "spacetemplates",
    inputs: spaceTemplate.inputs,
    ...(lostAnswer && { lostAnswer }),
  };
  const sent = () => server.requests.map(({ method }) => method);
  return { created: createObject(context, kind, object, inputs, "n1"), warnings, clock, sent };
}

test("a create that goes on finds the object that it made", async () => {
  const { created, sent } = await creation([ours]);
  expect(await created).toMatchObject({ object: { metadata: { uid: "u1" } }, isFound: true });
  expect(sent()).toEqual(["GET"]);
});

test("a create that never landed is sent", async () => {
  const { created, sent } = await creation([gone, ours]);
  expect(await created).toMatchObject({ object: { metadata: { uid: "u1" } }, isFound: false });
  expect(sent()).toEqual(["GET", "POST"]);
});

test.each<[string, Reply]>([
  ["no uid", { body: { metadata: { name: "dev", annotations: { "pulumi-platform/create-nonce": "n1" } } } }],
  ["an object without the nonce", foreign],
])("an answer to the create that is %s is not trusted: the object is looked for", async (_what, answer) => {
  const { created, sent } = await creation([gone, answer, ours]);
  expect(await created).toMatchObject({ isFound: true });
  expect(sent()).toEqual(["GET", "POST", "GET"]);
});

test("a create whose answer is lost is sent four times at most, each after a look", async () => {
  const { created, sent, clock } = await creation([gone, lost, gone, lost, gone, lost, gone, lost, gone]);
  const error = await rejection(created);
  expect(error).toBeInstanceOf(InitializationError);
  expect(error).toMatchObject({ stored: { id: "dev", inputs, state: inputs, nonce: "n1" } });
  expect(error.message).toMatch(
    /^SpaceTemplate "dev" may or may not have been created: POST spacetemplates .*closed without an answer/,
  );
  expect(sent()).toEqual(["GET", ...Array.from({ length: 4 }, () => ["POST", "GET"]).flat()]);
  expect(clock.slept).toHaveLength(4);
});

test("a server that said why it failed is not asked again", async () => {
  const { created, sent } = await creation([gone, status(500, "InternalError", "etcd is full"), gone]);
  expect(await rejection(created)).toMatchObject({ name: "ApiError", status: 500 });
  expect(sent()).toEqual(["GET", "POST", "GET"]);
});

test("a create that is forbidden is a plain error", async () => {
  const { created } = await creation([gone, forbidden]);
  expect(await rejection(created)).toMatchObject({ name: "ApiError", status: 403 });
});

test("of several failures the last one is told", async () => {
  const busy = status(503, "Gateway", "not now");
  const { created } = await creation([gone, lost, gone, lost, gone, lost, gone, busy, gone]);
  const error = await rejection(created);
  expect(error.message).toContain("503");
  expect(error.cause).toMatchObject({ status: 503 });
});

test("a create that is refused is in doubt only where an earlier one may still land", async () => {
  const { created: doubtful } = await creation([gone, lost, gone, forbidden]);
  expect(await rejection(doubtful)).toMatchObject({ name: "InitializationError", cause: { status: 403 } });
  const { created: settled } = await creation([gone, taken, gone, forbidden]);
  expect(await rejection(settled)).toMatchObject({ name: "ApiError", status: 403 });
});

test("when the look after a lost answer fails, both failures are told, once", async () => {
  const { created } = await creation([gone, lost, forbidden]);
  const error = await rejection(created);
  expect(error).toBeInstanceOf(InitializationError);
  expect(error.message).toMatch(
    /: POST spacetemplates at .* Looking for the object failed: GET spacetemplates\/dev at .*403/,
  );
  expect(error.message.match(/may or may not/g)).toHaveLength(1);
});

test("when the first look fails, that alone is told", async () => {
  const { created } = await creation([forbidden]);
  expect((await rejection(created)).message).toMatch(
    /^SpaceTemplate "dev" may or may not have been created: Looking for the object failed: GET spacetemplates\/dev at/,
  );
});

test("a name that is taken is a plain error when nobody can see by whom", async () => {
  const { created } = await creation([gone, taken, forbidden]);
  expect(await rejection(created)).toMatchObject({ name: "ApiError", status: 403 });
});

test("an object of somebody else is never taken, also after a lost answer", async () => {
  for (const script of [[foreign], [gone, taken, foreign], [gone, lost, foreign]]) {
    const { created } = await creation(script);
    const error = await rejection(created);
    expect(error).not.toBeInstanceOf(InitializationError);
    expect(error.message).toContain("exists already and was not made by this resource");
  }
});

test.each<[string, Reply[], string[]]>([
  ["seen at once", [terminating, terminating, gone, ours], ["GET", "GET", "GET", "POST"]],
  [
    "told by the refusal",
    [gone, status(409, "AlreadyExists", "object is being deleted: already exists"), terminating, gone, ours],
    ["GET", "POST", "GET", "GET", "POST"],
  ],
])("a name that is being given up, %s, is waited for", async (_what, script, requests) => {
  const { created, sent } = await creation(script);
  expect(await created).toMatchObject({ isFound: false });
  expect(sent()).toEqual(requests);
});

test("a create ends in doubt when the server asks for more time than there is", async () => {
  const busy = { ...status(503, "ServiceUnavailable", "later"), headers: { "retry-after": "100" } };
  const { created, sent } = await creation([gone, busy]);
  expect(await rejection(created)).toBeInstanceOf(InitializationError);
  expect(sent()).toEqual(["GET", "POST"]);
});

describe("an object whose create answered what no read shows", () => {
  test("is deleted and made again, which is told", async () => {
    const { created, warnings, sent } = await creation(
      [ours, { body: { kind: "Status", status: "Success" } }, gone, ours],
      () => "lost",
    );
    expect(await created).toMatchObject({ isFound: false });
    expect(sent()).toEqual(["GET", "DELETE", "GET", "POST"]);
    expect(warnings).toEqual([expect.stringContaining("is deleted and created again")]);
  });

  test("is left where it may not be deleted, and the create is in doubt", async () => {
    const { created } = await creation([ours, forbidden], () => "lost");
    expect(await rejection(created)).toMatchObject({
      name: "InitializationError",
      message: expect.stringMatching(/may or may not have been created: DELETE spacetemplates\/dev .*403/),
    });
  });

  test("is left alone where somebody uses it", async () => {
    const { created, sent } = await creation([ours], () => "in use");
    expect((await rejection(created)).message).toContain("it has been used since");
    expect(sent()).toEqual(["GET"]);
  });
});

describe("an answer without the annotations of a create, where the platform takes them away,", () => {
  const [label = "", owner = ""] = ownerSelector(contextOf({} as never).context).split("=");
  const ofStack = { labels: { [label]: owner } };
  const nonce = (value: string) => ({ annotations: { "pulumi-platform/create-nonce": value } });

  test.each<[string, Reply]>([
    ["so is what stands under the name", live(ofStack)],
    ["what stands under the name has them", live({ ...ofStack, ...nonce("n1") })],
  ])("is our object where %s", async (_, found) => {
    const { created, sent } = await creation([gone, live(ofStack), found]);
    expect(await created).toMatchObject({ object: { metadata: { uid: "u1" } }, isFound: false });
    expect(sent()).toEqual(["GET", "POST", "GET"]);
  });

  test.each<[string, Reply, Reply]>([
    ["it is of no stack", live({}), live({ ...ofStack })],
    ["it is of another create", live({ ...ofStack, ...nonce("n2") }), live(ofStack)],
    ["another object stands under the name", live(ofStack), live({ ...ofStack, uid: "u2" })],
    ["what stands under the name is of another create", live(ofStack), live({ ...ofStack, ...nonce("n2") })],
    ["what stands under the name is of no stack", live(ofStack), live({})],
  ])("is not trusted where %s", async (_, answer, found) => {
    const { created } = await creation([gone, answer, found, found]);
    expect((await rejection(created)).message).toMatch(/exists already|this stack made an object of this name before/);
  });

  test("is looked for as after any lost answer where nothing stands under the name", async () => {
    const nobody = await creation([gone, live(ofStack), gone, gone, ours]);
    expect(await nobody.created).toMatchObject({ isFound: false });
  });

  test("is kept, to be looked at by the next up, where nobody can look", async () => {
    const { created, sent } = await creation([gone, live(ofStack), forbidden]);
    const { message, stored } = (await rejection(created)) as InitializationError;
    expect(message).toMatch(/SpaceTemplate "dev" was created, but .* reading it back failed: GET .* 403 Forbidden/);
    expect(stored).toMatchObject({ id: "dev", state: { uid: "u1" } });
    expect(sent()).toEqual(["GET", "POST", "GET"]);
  });
});
