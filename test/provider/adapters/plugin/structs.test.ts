import fc from "fast-check";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { structMembers, structOf } from "../../../../provider/adapters/plugin/structs";
import { answeredStruct, receivedStruct } from "../../../support/structsOnTheWire";

type Members = Record<string, JavaScriptValue>;

const members = fc
  .dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" }))
  // The library itself keeps no such key; test/parts/hostile/input/values.test.ts has it.
  .filter((value) => !JSON.stringify(value).includes("__proto__")) as fc.Arbitrary<Members>;

test("a struct from the generated code is read without a change", () => {
  fc.assert(
    fc.property(members, (sent) => {
      expect(structMembers(receivedStruct(Struct.fromJavaScript(sent).serializeBinary()))).toEqual(sent);
    }),
  );
});

test("the generated code reads a written struct without a change", () => {
  fc.assert(
    fc.property(members, (sent) => {
      expect(answeredStruct(structOf(sent))).toEqual(sent);
    }),
  );
});

// Encodings that only generated code of other languages writes: tags and lengths in hexadecimal.
test.each<[string, string, unknown]>([
  ["a value before its key", "0a08 12031a0176 0a016b", { k: "v" }],
  ["an entry without a key", "0a05 12031a0176", { "": "v" }],
  ["an entry without a value", "0a03 0a016b", { k: null }],
  ["a value that is nothing", "0a05 0a016b 1200", { k: null }],
  ["a key twice", "0a05 0a016b 1200 0a08 0a016b 12031a0176", { k: "v" }],
  ["an unknown text", "120178 0a08 0a016b 12031a0176", { k: "v" }],
  ["an unknown number", "10ac02 0a08 0a016b 12031a0176", { k: "v" }],
  ["an unknown number of eight bytes", "11ffffffffffffffff 0a08 0a016b 12031a0176", { k: "v" }],
  ["an unknown number of four bytes", "15ffffffff 0a08 0a016b 12031a0176", { k: "v" }],
  ["an unknown field of an entry", "0a0b 0a016b 1a0178 12031a0176", { k: "v" }],
  ["an unknown field of a value", "0a0b 0a016b 1206 3a0178 1a0176", { k: "v" }],
  ["an unknown field of a list", "0a0f 0a016b 120a 3208 120178 0a031a0176", { k: ["v"] }],
  ["an empty struct", "0a07 0a016b 12022a00", { k: {} }],
  ["an empty list", "0a07 0a016b 12023200", { k: [] }],
])("%s is read", (_, bytes, expected) => {
  expect(structMembers(receivedStruct(Buffer.from(bytes.replaceAll(" ", ""), "hex")))).toEqual(expected);
});

test("members come in the order of their keys, in whatever order they were sent", () => {
  const sent = ["0a08 0a0162 12031a0176", "0a08 0a0161 12031a0176", "0a13 0a0163 120e2a0c 0a05 0a017a1200 0a03 0a0179"];
  const orders = [sent, [...sent].reverse()].map((entries) => {
    const bytes = Buffer.from(entries.join("").replaceAll(" ", ""), "hex");
    return JSON.stringify(structMembers(receivedStruct(bytes)));
  });
  expect(orders).toEqual(Array(2).fill('{"a":"v","b":"v","c":{"y":null,"z":null}}'));
});

test.each([
  ["within a text", "0a08 0a016b 12031a05"],
  ["within a length", "0a80"],
  ["within a number", "0a08 0a016b 1203110000"],
  ["before the value of its last entry does", "0a07 0a016b 12031a0176"],
  ["inside a longer entry", "0a03 0a056b6b6b6b6b"],
])("a struct that ends %s is an error", (_, bytes) => {
  expect(() => receivedStruct(Buffer.from(bytes.replaceAll(" ", ""), "hex"))).toThrow(RangeError);
});

test("a field of an unknown kind is an error", () => {
  expect(() => receivedStruct(Buffer.from("1300", "hex"))).toThrow(
    new RangeError("A struct has a field of wire type 3."),
  );
});

test("half of a surrogate pair is written as the replacement character", () => {
  expect(answeredStruct(structOf({ "k\ud800": "v\udc00" }))).toEqual({ "k\ufffd": "v\ufffd" });
});
