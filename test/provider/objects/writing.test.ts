import type { ApiObject, JsonPatchOperation } from "../../../provider/api/client";
import { type ObjectWrite, write } from "../../../provider/objects/writing";
import { ownedAccessKey } from "../../../provider/resources/ownedAccessKey";
import { against, closeAll, type Reply, rejection, status } from "../api/scriptedServer";
import { contextOf } from "./contextOf";

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

interface Versions {
  before?: object;
  after?: object;
  recorded?: object;
}

/** A write of a target to a server that takes no patches, where the versions have these specs. */
const put = (target: object, versions: Versions = {}) =>
  writing({ target: objectOf(target) }, versions, [noPatch, written]);

async function writing(own: Partial<ObjectWrite>, versions: Versions = {}, script: Reply[] = [written]) {
  const { client, server } = await against(script);
  const { context, warnings } = contextOf(client);
  const [before, after, recorded] = [versions.before, versions.after, versions.recorded].map((spec) =>
    objectOf(spec ?? {}),
  ) as [ApiObject, ApiObject, ApiObject];
  const given = { id: "ci", operations: [change], target: objectOf({}), before, after, recorded, ...own };
  await write(context, shape, given);
  const sent = server.requests.map(({ method }) => method);
  return { sent, spec: JSON.parse(server.requests.at(-1)?.body ?? "{}").spec, warnings };
}

test.each([
  [1, ["PATCH"]],
  [10_000, ["PATCH"]],
  [10_001, ["PUT"]],
])("a patch of %i changes is sent as %j", async (count, sent) => {
  expect((await writing({ operations: new Array(count).fill(change) })).sent).toEqual(sent);
});

test("a patch that is refused for another reason fails", async () => {
  expect(await rejection(writing({}, {}, [status(403, "Forbidden", "no")]))).toMatchObject({ status: 403 });
});

describe("a secret that the server hides", () => {
  const [old, own, shown] = [{ key: "old" }, { key: "own" }, { key: "shown" }];
  const login = (secret: object) => ({ oidcProvider: { clientId: "c", ...secret } });
  const nonce = login({ nonce: "s" });

  test.each<[string, target: object, Versions, spec: object, warned?: string]>([
    ["has the declared value", {}, { before: old, after: own, recorded: old }, own],
    ["has a newly declared value", {}, { after: own, recorded: old }, own],
    ["has the recorded value if none is declared, with a warning", {}, { recorded: old }, old, "key"],
    ["is absent if the program removes it", {}, { before: old, recorded: old }, {}],
    ["is absent if no value is known", {}, {}, {}],
    ["keeps a value that the server shows", shown, { before: old, after: own, recorded: old }, shown],
    ["is added to its parent", login({}), { after: nonce }, nonce],
    ["is not added to an absent parent", {}, { after: nonce }, {}],
    ["is not added to a parent of another type", { oidcProvider: "x" }, { after: nonce }, { oidcProvider: "x" }],
  ])("%s", async (_, target, versions, spec, warned = undefined) => {
    const result = await put(target, versions);
    expect(result.spec).toEqual(spec);
    const words = `the value of ${warned} that state knows`;
    expect(result.warnings).toEqual(warned ? [expect.stringContaining(words)] : []);
  });
});

describe("a number that lost digits when it was read", () => {
  const holds = "and the object holds a whole number";

  test.each([{ number: 2 ** 53 }, { list: [1, { number: -(2 ** 60) }] }])(
    "prevents a write of the whole object: %j",
    async (target) => {
      expect((await rejection(put(target))).message).toContain(`the server takes no JSON Patch, ${holds} beyond 2^53`);
    },
  );

  test("is a whole number beyond 2^53 only", async () => {
    const target = { a: 2 ** 53 - 1, b: 0.1, c: "9007199254740993", d: null, e: [true] };
    expect((await put(target)).spec).toEqual(target);
  });

  test("is reported if a patch has too many changes", async () => {
    const given = { operations: new Array(10_001).fill(change), target: objectOf({ a: 2 ** 53 }) };
    const words = `a JSON Patch holds 10000 changes at most, and these are more, ${holds}`;
    expect((await rejection(writing(given))).message).toContain(words);
  });
});
