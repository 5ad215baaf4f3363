import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { fromStruct } from "../../../../provider/faces/plugin/protocol";
import { decode } from "../../../../provider/faces/values";
import { onBothFaces } from "../../../support/faceUnderTest";
import { startDriver, urnOf, type Wire } from "../../../support/pluginDriver";
import { receivedStruct } from "../../../support/structsOnTheWire";
import { expectSafe } from "../names/badTexts";

/** An object of so many levels. */
const deep = (levels: number): Wire => (levels === 1 ? {} : { a: deep(levels - 1) });
const object = (data: unknown): Wire => ({ apiVersion: "v1", kind: "A", data });
const struct = (inputs: Wire) => Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]);

const properties: readonly (readonly [property: string, inputs: (value: unknown) => Wire])[] = [
  ["extraSpec", (value) => ({ extraSpec: { value } })],
  ["template.objects", (value) => ({ template: { objects: [object("x"), object(value)] } })],
];

const noNumber = "is no number that JSON has";

/** A value, the path of its mistake, and the error; undefined: none. The tests of dataProblems have every kind of mistake. */
const rows: readonly (readonly [label: string, value: unknown, path: string, problem: string | undefined])[] = [
  ["infinity below odd keys", { "a.b": { "": [Number.NEGATIVE_INFINITY] } }, '["a.b"][""][0]', noNumber],
  ["a whole number beyond those that are kept", 2 ** 53, "", "is a whole number of more digits than are kept"],
  ["the largest whole number that is kept", Number.MAX_SAFE_INTEGER, "", undefined],
  ["a number that has an exponent in JSON", 1e300, "", undefined],
  ["the smallest number", 5e-324, "", undefined],
  ["95 levels", deep(95), "", undefined],
  ["400 levels", deep(400), "", "is nested deeper than 100 levels"],
  ["a key with control characters", { "\u001b[31m\n\u202e": Number.NaN }, "", noNumber],
  ["a key of 1 MiB", { ["k".repeat(1024 * 1024)]: Number.NaN }, "", noNumber],
  ["keys that objects inherit", { constructor: { prototype: "x" }, toString: "y", hasOwnProperty: "z" }, "", undefined],
];

onBothFaces(
  (face) => {
    const failuresOf = async (inputs: Wire) => (await face.driver.check("SpaceTemplate", inputs)).failures;

    describe.each(properties)("in %s", (property, inputs) => {
      test.each(rows)("%s", async (_, value, path, problem) => {
        const failures = await failuresOf(inputs(value));
        expect(failures).toHaveLength(problem === undefined ? 0 : 1);
        failures.forEach(expectSafe);
        for (const failure of failures) {
          expect(failure).toMatch(/^property "/);
          expect(failure).toContain(`property "${property}`);
          expect(failure).toContain(path === "" ? problem : `${path}" ${problem}`);
        }
        expect(face.sent()).toEqual([]);
      });
    });

    test("of many mistakes of one kind ten are shown, and mistakes of another kind as well", async () => {
      const failures = await failuresOf({ displayName: 1, extraSpec: { list: Array(10_000).fill(Number.NaN) } });
      expect(failures).toHaveLength(11);
      expect(failures).toContainEqual(expect.stringContaining('property "displayName" must be a string'));
    });

    test("600 levels are refused before anything walks them", async () => {
      await expect(failuresOf({ extraSpec: deep(600) })).rejects.toThrow(
        /nested deeper than 500 levels, or holds itself\. Make it flatter\./,
      );
      expect(face.sent()).toEqual([]);
    });

    test.each([
      [262_144, []],
      [262_145, [expect.stringContaining('property "annotations" must be no more than 262144 bytes')]],
    ])("annotations of %i bytes in all", async (bytes, failures) => {
      const annotations = { a: "é".repeat(1000), b: "x".repeat(bytes - 2002) };
      expect(await failuresOf({ annotations })).toEqual(failures);
    });
  },
  [{ omitEmpty: false }],
);

test("a value that holds itself is refused", () => {
  const cyclic: Wire = { a: 1 };
  cyclic.list = [cyclic];
  expect(() => decode(cyclic)).toThrow(/^Property "list\[0\]" is nested deeper than 500 levels, or holds itself/);
});

test("a struct of 800 levels is an error, not a crash", () => {
  const received = receivedStruct(struct(deep(800)).serializeBinary());
  expect(() => fromStruct(received)).toThrow("nested deeper than 500 levels");
});

describe("a key __proto__ from an engine that is not written in JavaScript", () => {
  // No writer in JavaScript can write the key, so it replaces one of the same length in the bytes.
  const standIn = "__pr0to__";
  const withProto = (bytes: Uint8Array) =>
    Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(standIn, "__proto__"), "latin1");

  test.each(["x", 1, true, { polluted: "yes" }, ["x"], null])("is read as any other key: %j", (held) => {
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
    ['extraSpec.__proto__"', { extraSpec: { [standIn]: { a: 1 } } }, "SpaceTemplate"],
    ['extraSpec.list[1].__proto__"', { extraSpec: { list: [1, proto] } }, "SpaceTemplate"],
    ['labels.__proto__"', { labels: proto }, "SpaceTemplate"],
    ['annotations.__proto__"', { annotations: proto }, "SpaceTemplate"],
    ['template.objects[0].data.__proto__"', { template: { objects: [object(proto)] } }, "SpaceTemplate"],
    ['scope.__proto__"', { user: "ci", scope: { [standIn]: [] } }, "OwnedAccessKey"],
  ])("is the only mistake that Check finds: %s", async (property, inputs, type) => {
    const driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "nobody" });
    const request = new rpc.CheckRequest();
    request.setUrn(urnOf(type));
    request.setNews(struct(inputs));
    const bytes = withProto(request.serializeBinary());
    request.serializeBinary = () => bytes;
    const failures = (await driver.plugin.client.check(request)).getFailuresList().map((each) => each.getReason());
    expect(failures).toEqual([expect.stringContaining(`property "${property}`)]);
    await driver.close();
  });
});
