import fc from "fast-check";
import { declaredIn, inputsKey, withDeclared } from "../../../../provider/adapters/dynamic/declaredCopy.js";

const fields = ["name", "labels", "access", "key", "ttl", "toString"];
const properties = fc.dictionary(
  fc.constantFrom(...fields, "__resource", "uid"),
  fc.oneof(fc.constantFrom("a", 1), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>),
);

test("declared inputs survive a round trip with any outputs", () => {
  fc.assert(
    fc.property(properties, properties, (inputs, outputs) => {
      const kept = JSON.parse(JSON.stringify(withDeclared(outputs, inputs, fields)));
      expect(declaredIn(kept, fields)).toEqual(JSON.parse(JSON.stringify(inputs)));
    }),
  );
});

test.each<[string, Record<string, unknown>, object]>([
  ["inputs equal to an output are stored by name", { name: "a", labels: {} }, { labels: {}, __same: ["name"] }],
  ["inputs that differ from outputs are stored as values", { name: "b", ttl: 1 }, { name: "b", __same: ["ttl"] }],
  [
    "inputs that all equal outputs are stored as one word",
    { name: "a", ttl: 1, labels: {} },
    { labels: {}, __same: true },
  ],
])("%s", (_what, inputs, copy) => {
  expect(withDeclared({ name: "a", ttl: 1, uid: "u" }, inputs, fields)[inputsKey]).toEqual(copy);
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["the whole copy of an older version", { [inputsKey]: { name: "a", ttl: 1 }, name: "b" }, { name: "a", ttl: 1 }],
  ["a name whose output is gone", { [inputsKey]: { ttl: 1, __same: ["name"] } }, { ttl: 1 }],
  ["names that are no list", { [inputsKey]: { ttl: 1, __same: "name" }, name: "b" }, { ttl: 1 }],
  ["no copy", { name: "b" }, {}],
  ["a copy that is none", { [inputsKey]: "text", name: "b" }, {}],
])("declared inputs are read from %s", (_what, outputs, declared) => {
  expect(declaredIn(outputs, fields)).toEqual(declared);
});
