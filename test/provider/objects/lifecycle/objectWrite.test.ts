import type { ApiObject, JsonPatchOperation } from "../../../../provider/api/client";
import { type ObjectWrite, write } from "../../../../provider/objects/lifecycle/objectWrite";
import type { Properties } from "../../../../provider/objects/values";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";
import { against, closeAll, type Reply, rejection, status } from "../../api/scriptedServer";
import { contextOf } from "../contextOf";

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
  const given = {
    id: "ci",
    operations: [change],
    target: objectOf({}),
    live: objectOf({}),
    shown: objectOf({}),
    before,
    after,
    recorded,
    ...own,
  };
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
    const words = `the last known value of ${warned}`;
    expect(result.warnings).toEqual(warned ? [expect.stringContaining(words)] : []);
  });
});

test.each<[string, shown: object, Versions]>([
  ["a secret", { key: "***" }, {}],
  ["a member of an object", { oidcProvider: { clientId: "c", nonce: "*" } }, {}],
  ["an object", { oidcLogin: { idToken: "***" } }, { before: { oidcLogin: undefined } }],
])("a write as a whole that would remove what another client set is refused: %s", async (_, shown, versions) => {
  const whole = writing({ shown: objectOf(shown) }, versions, [noPatch, written]);
  await expect(whole).rejects.toThrow("which the program does not declare. Nothing was written");
});

describe("the whole object has the numbers that the server showed", () => {
  const numbers = '{"a":9007199254740993,"b":[{"c":-9223372036854775807}],"d":0.1,"e":"9007199254740993","f":1}';
  const textOf = (spec: string) => JSON.stringify(objectOf({})).replace("{}", spec);

  test.each<[string, target: (live: Properties) => Properties, spec: string]>([
    ["as they are", (live) => live, numbers],
    ["beside other changes", (live) => ({ ...live, f: 2 }), numbers.replace('"f":1', '"f":2')],
    ["and large numbers of the program", () => ({ a: 1e30 }), '{"a":1e+30}'],
    [
      "but not where another number is meant",
      () => ({ a: 9007199254740996, b: [1] }),
      '{"a":9007199254740996,"b":[1]}',
    ],
  ])("%s", async (_, targetOf, spec) => {
    const { client, server } = await against([{ body: textOf(numbers) }, noPatch, written]);
    const { context } = contextOf(client);
    const live = await client.get([shape.plural, "ci"]);
    const target = { ...live, spec: targetOf(live.spec ?? {}) };
    const versions = { before: objectOf({}), after: objectOf({}), recorded: objectOf({}) };
    await write(context, shape, { id: "ci", operations: [change], target, live, shown: live, ...versions });
    expect(server.requests.at(-1)).toMatchObject({ method: "PUT", body: textOf(spec) });
  });
});
