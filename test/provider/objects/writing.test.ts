import type { ApiObject, JsonPatchOperation } from "../../../provider/api/client.js";
import type { OperationContext } from "../../../provider/objects/operation.js";
import { type ObjectWrite, write } from "../../../provider/objects/writing.js";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey.js";
import { against, closeAll, type Reply, rejection, status } from "../api/scriptedServer.js";
import { contextOf } from "./contextOf.js";

afterEach(closeAll);

const shape = { kind: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs };
const objectOf = (spec: object): ApiObject => ({
  kind: "OwnedAccessKey",
  metadata: { name: "ci", uid: "u1" },
  spec: { ...spec },
});
const written: Reply = { body: objectOf({}) };
const noPatch = status(415, "UnsupportedMediaType", "no JSON Patch");
const change: JsonPatchOperation = { op: "replace", path: "/spec/displayName", value: "b" };

/** A write of a target to a server that takes no patches, where the versions have these specs. */
async function put(target: object, versions: { before?: object; after?: object; recorded?: object } = {}) {
  return writing({ target: { ...objectOf(target) } }, versions, [noPatch, written]);
}

async function writing(
  own: Partial<ObjectWrite>,
  { before = {}, after = {}, recorded = {} }: { before?: object; after?: object; recorded?: object },
  script: Reply[],
) {
  const { client, server } = await against(script);
  const { context, warnings } = contextOf(client);
  const versions = { before: objectOf(before), after: objectOf(after), recorded: objectOf(recorded) };
  const given = { id: "ci", operations: [change], target: { ...objectOf({}) }, ...versions, ...own };
  await write(context as OperationContext, shape, given);
  const sent = server.requests.map(({ method }) => method);
  return { sent, spec: JSON.parse(server.requests.at(-1)?.body ?? "{}").spec, warnings };
}

test("where the server takes patches nothing else is sent", async () => {
  expect((await writing({}, {}, [written])).sent).toEqual(["PATCH"]);
});

test("where the server takes no patches the whole object is sent", async () => {
  const { sent, spec, warnings } = await put({ displayName: "b" });
  expect(sent).toEqual(["PATCH", "PUT"]);
  expect(spec).toEqual({ displayName: "b" });
  expect(warnings).toEqual([]);
});

test.each([
  [10_000, ["PATCH"]],
  [10_001, ["PUT"]],
])("a patch of %i changes is sent as %j", async (count, sent) => {
  const operations = Array.from({ length: count }, () => change);
  expect((await writing({ operations }, {}, [written])).sent).toEqual(sent);
});

test("another refusal of a patch is none of its form", async () => {
  expect(await rejection(writing({}, {}, [status(403, "Forbidden", "no")]))).toMatchObject({ status: 403 });
});

describe("a secret that the server keeps to itself", () => {
  const [old, own] = [{ key: "old" }, { key: "own" }];

  test.each<[string, object, object, object, object, object, string[]]>([
    ["is the declared one", {}, old, own, old, own, []],
    ["is the declared one also where it is declared first", {}, {}, own, old, own, []],
    ["is what the state knows where none is declared", {}, {}, {}, old, old, ["key"]],
    ["is gone where the program takes it out", {}, old, {}, old, {}, []],
    ["is nothing where nobody knows it", {}, {}, {}, {}, {}, []],
    ["is left as the server shows it", { key: "shown" }, old, own, old, { key: "shown" }, []],
  ])("%s", async (_, target, before, after, recorded, spec, told) => {
    const result = await put(target, { before, after, recorded });
    expect(result.spec).toEqual(spec);
    expect(result.warnings).toEqual(
      told.map((name) => expect.stringContaining(`the value of ${name} that state knows`)),
    );
  });

  const login = (secret: object) => ({ oidcProvider: { clientId: "c", ...secret } });

  test("stands inside of what holds it", async () => {
    const secret = login({ nonce: "s" });
    expect((await put(login({}), { after: secret })).spec).toEqual(secret);
  });

  test.each<[string, object]>([
    ["that is gone", {}],
    ["that somebody made a text of", { oidcProvider: "x" }],
  ])("does not bring back a holder %s", async (_, target) => {
    expect((await put(target, { after: login({ nonce: "s" }) })).spec).toEqual(target);
  });
});

describe("a number that lost digits when it was read", () => {
  test.each<[string, object]>([
    ["at the top", { number: 2 ** 53 }],
    ["in a list", { list: [1, { number: -(2 ** 60) }] }],
  ])("keeps the whole object from being written: %s", async (_, target) => {
    const words = "the server takes no JSON Patch, and the object holds a whole number beyond 2^53";
    expect((await rejection(put(target))).message).toContain(words);
  });

  test("is none that is exact, or no whole one", async () => {
    const target = { a: 2 ** 53 - 1, b: 0.1, c: "9007199254740993", d: null, e: [true] };
    expect((await put(target)).spec).toEqual(target);
  });

  test("is told of a patch that is too long, too", async () => {
    const given = { operations: Array.from({ length: 10_001 }, () => change), target: { ...objectOf({ a: 2 ** 53 }) } };
    const words = "a JSON Patch holds 10000 changes at most, and these are more, and the object holds a whole number";
    expect((await rejection(writing(given, {}, [written]))).message).toContain(words);
  });
});
