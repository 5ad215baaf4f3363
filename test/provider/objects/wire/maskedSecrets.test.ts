import type { ApiObject } from "../../../../provider/api/client";
import { secretDetector } from "../../../../provider/objects/fields/publicMetadata";
import { textsAndKeysIn } from "../../../../provider/objects/values";
import { isMask, unmaskedSecret, withoutMasks } from "../../../../provider/objects/wire/objectShape";
import { ownedAccessKey } from "../../../../provider/resources/ownedAccessKey/ownedAccessKey";

const metadata = { name: "ci", uid: "u" };
const identity = { userId: "id", connectorData: "data" };

test.each<[string, spec: object, shown: object]>([
  ["a key", { key: "***", user: "ci" }, { user: "ci" }],
  ["a secret inside an object", { identity: { ...identity, connectorData: "" } }, { identity: { userId: "id" } }],
  ["both", { key: "", identity: { ...identity, connectorData: "**" }, ttl: 1 }, { identity: { userId: "id" }, ttl: 1 }],
  [
    "several secrets of which one is masked",
    { oidcLogin: { idToken: "***", accessToken: "text" }, ttl: 1 },
    { ttl: 1 },
  ],
  ["nothing", { key: "shown", identity }, { key: "shown", identity }],
  ["what is no secret", { user: "***", displayName: "" }, { user: "***", displayName: "" }],
])("an object without masks leaves out %s", (_, spec, shown) => {
  const object = { metadata, spec } as unknown as ApiObject;
  expect(
    withoutMasks(
      { resource: { type: "OwnedAccessKey", plural: "ownedaccesskeys", inputs: ownedAccessKey.inputs } },
      object,
    ),
  ).toEqual({
    metadata,
    spec: shown,
  });
  expect(object.spec).toBe(spec);
});

test("the texts in a value are those of its keys and members, numbers included", () => {
  const value = { a: "text", list: ["one", 2, { deep: null }], flag: true, nothing: undefined };
  const texts = ["a", "text", "list", "one", "2", "deep", "flag", "nothing"];
  expect(textsAndKeysIn(value)).toEqual(texts);
  expect(textsAndKeysIn(3)).toEqual(["3"]);
  expect(textsAndKeysIn(true)).toEqual([]);
});

test.each([
  ["key-0123", "key-0123"],
  ["key***", "key***"],
  ["***key", "***key"],
  ["", undefined],
  ["***", undefined],
  [7, undefined],
  [null, undefined],
])("an object with the secret %j shows %j", (value, shown) => {
  expect(unmaskedSecret(value)).toBe(shown);
});

test.each([
  ["", true],
  ["***", true],
  [null, true],
  ["key***", false],
  [7, false],
  [undefined, false],
  [[], false],
  [{}, false],
  [{ a: "", b: null }, false],
  [{ a: "key" }, false],
  [{ a: "key", b: "***" }, true],
  [{ a: { b: "***" } }, true],
])("%j stands in place of a secret: %s", (value, expected) => {
  expect(isMask(value)).toBe(expected);
});

test.each([
  ["s3cr3t-8", true],
  ["s3cr3t7", false],
  ["2026-01-01T00:00:00Z", false],
])("a text with the secret %j must be hidden: %p", (secret, expected) => {
  expect(secretDetector([secret])(`It is ${secret}.`)).toBe(expected);
});
