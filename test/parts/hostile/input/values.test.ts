import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { fromStruct } from "../../../../provider/adapters/plugin/structs";
import { decode } from "../../../../provider/adapters/shared/wireValues";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { filled, startDriver, struct, urnOf, type Wire } from "../../../support/pluginDriver";
import { receivedStruct } from "../../../support/structsOnTheWire";
import { expectSafe } from "../names/badTexts";

/** An object of so many levels. */
const deep = (levels: number): Wire => (levels === 1 ? {} : { a: deep(levels - 1) });
const object = (data: unknown): Wire => ({ apiVersion: "v1", kind: "A", data });

/** A value that Check refuses, and the message. The tests of jsonProblems cover every mistake. */
const refused: readonly (readonly [label: string, value: unknown, words: string])[] = [
  [
    "infinity below odd keys",
    { "a.b": { "": [Number.NEGATIVE_INFINITY] } },
    '["a.b"][""][0]" is not a number that JSON supports',
  ],
  ["a whole number of too many digits", 2 ** 53, "is a whole number that JSON readers may round"],
  ["400 levels", deep(400), "is nested deeper than 100 levels"],
  ["a key with control characters", { "\u001b[31m\n\u202e": Number.NaN }, "is not a number that JSON supports"],
  ["a key of 1 MiB", { ["k".repeat(1024 * 1024)]: Number.NaN }, "is not a number that JSON supports"],
];
const accepted = [Number.MAX_SAFE_INTEGER, 1e300, 5e-324, deep(95), { constructor: { prototype: "x" }, toString: "y" }];

onBothAdapters(
  (adapter) => {
    const failuresOf = async (inputs: Wire) => (await adapter.driver.check("SpaceTemplate", inputs)).failures;

    test.each<[property: string, inputs: (value: unknown) => Wire]>([
      ["extraSpec", (value) => ({ extraSpec: { value } })],
      ["template.objects", (value) => ({ template: { objects: [object("x"), object(value)] } })],
    ])("Check refuses odd values in %s, and names their places", async (property, inputs) => {
      for (const [label, value, words] of refused) {
        const failures = await failuresOf(inputs(value));
        expect([label, failures]).toEqual([label, [expect.stringContaining(words)]]);
        expect(failures[0]).toMatch(new RegExp(`^property "${property}`));
        expectSafe(failures[0] ?? "");
      }
      for (const value of accepted) expect(await failuresOf(inputs(value))).toEqual([]);
      expect(adapter.sent()).toEqual([]);
    });

    test("600 levels are refused before anything reads them", async () => {
      await expect(failuresOf({ extraSpec: deep(600) })).rejects.toThrow(
        /nested deeper than 500 levels, or contains itself\. Make it flatter\./,
      );
      expect(adapter.sent()).toEqual([]);
    });
  },
  [{ omitEmpty: false }],
);

test("a cyclic value and a struct of 800 levels are errors", () => {
  const cyclic: Wire = { a: 1 };
  cyclic.list = [cyclic];
  expect(() => decode(cyclic)).toThrow(/^Property "list\[0\]" is nested deeper than 500 levels, or contains itself/);
  const received = receivedStruct(struct(deep(800)).serializeBinary());
  expect(() => fromStruct(received)).toThrow("nested deeper than 500 levels");
});

describe("a key __proto__ from an engine that is not written in JavaScript", () => {
  // JavaScript cannot write the key, so it replaces one of the same length in the bytes.
  const standIn = "__pr0to__";
  const withProto = (bytes: Uint8Array) =>
    Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(standIn, "__proto__"), "latin1");

  test.each(["x", { polluted: "yes" }, ["x"], null])("is read as any other key: %j", (held) => {
    const sent = { a: 1, [standIn]: held, inside: [{ [standIn]: held }] };
    const { properties } = fromStruct(receivedStruct(withProto(struct(sent).serializeBinary())));
    const expected = JSON.parse(JSON.stringify(sent).replaceAll(standIn, "__proto__"));
    expect(JSON.parse(JSON.stringify(properties))).toEqual(expected);
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  const proto = { [standIn]: "x" };
  test.each<[string, Wire, string]>([
    ["__proto__", { [standIn]: { a: 1 } }, "SpaceTemplate"],
    ['extraSpec.list[1].__proto__"', { extraSpec: { list: [1, proto] } }, "SpaceTemplate"],
    ['labels.__proto__"', { labels: proto }, "SpaceTemplate"],
    ['template.objects[0].data.__proto__"', { template: { objects: [object(proto)] } }, "SpaceTemplate"],
    ['scope.__proto__"', { user: "ci", scope: { [standIn]: [] } }, "OwnedAccessKey"],
  ])("is the only mistake that Check finds: %s", async (property, inputs, type) => {
    const driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "nobody" });
    const request = filled(new rpc.CheckRequest(), { Urn: urnOf(type), News: struct(inputs) });
    const bytes = withProto(request.serializeBinary());
    request.serializeBinary = () => bytes;
    const failures = (await driver.plugin.client.check(request)).getFailuresList().map((each) => each.getReason());
    expect(failures).toEqual([expect.stringContaining(`property "${property}`)]);
    await driver.close();
  });
});
