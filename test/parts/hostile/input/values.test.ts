import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { fromStruct } from "../../../../provider/faces/plugin/protocol";
import { decode } from "../../../../provider/faces/values";
import { onBothFaces } from "../../../support/faceUnderTest";
import type { Wire } from "../../../support/pluginDriver";
import { receivedStruct } from "../../../support/structsOnTheWire";
import { expectSafe } from "../names/badTexts";

/** A value so many levels deep, the innermost one included. */
const deep = (levels: number): Wire => {
  let value: Wire = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
};
const object = (data: unknown): Wire => ({ apiVersion: "v1", kind: "A", data });

const spots: readonly (readonly [property: string, inputs: (value: unknown) => Wire])[] = [
  ["extraSpec", (value) => ({ extraSpec: { value } })],
  ["template.objects", (value) => ({ template: { objects: [object("x"), object(value)] } })],
];

/** A value, where in it something is wrong, and what; undefined: nothing. */
const rows: readonly (readonly [label: string, value: unknown, path: string, problem: string | undefined])[] = [
  ["no number", Number.NaN, "", "is no number that JSON has"],
  ["infinity in a list", [1, Number.POSITIVE_INFINITY], "[1]", "is no number that JSON has"],
  [
    "minus infinity below odd keys",
    { "a.b": { "": Number.NEGATIVE_INFINITY } },
    '["a.b"][""]',
    "is no number that JSON has",
  ],
  ["a whole number that is not kept", 2 ** 53, "", "is a whole number of more digits than are kept"],
  ["a negative one", { a: -(2 ** 60) }, ".a", "is a whole number of more digits than are kept"],
  ["the largest that is kept", Number.MAX_SAFE_INTEGER, "", undefined],
  ["a number that has an exponent in JSON", 1e300, "", undefined],
  ["the smallest number there is", 5e-324, "", undefined],
  ["95 levels", deep(95), "", undefined],
  ["150 levels", deep(150), "", "is nested deeper than 100 levels"],
  ["400 levels", deep(400), "", "is nested deeper than 100 levels"],
  ["a key that escapes", { "\u001b[31m\n\u202e": Number.NaN }, "", "is no number that JSON has"],
  ["a key of 1 MiB", { ["k".repeat(1024 * 1024)]: Number.NaN }, "", "is no number that JSON has"],
  ["keys that objects inherit", { constructor: { prototype: "x" }, toString: "y", hasOwnProperty: "z" }, "", undefined],
];

onBothFaces(
  (face) => {
    describe.each(spots)("in %s", (property, inputs) => {
      test.each(rows.map(([label, value, path, problem]) => ({ label, value, path, problem })))(
        "$label",
        async ({ value, path, problem }) => {
          const { failures } = await face.driver.check("SpaceTemplate", inputs(value));
          if (problem === undefined) return expect(failures).toEqual([]);
          expect(failures).toEqual([expect.stringMatching(/^property "/)]);
          expect(failures[0]).toContain(`property "${property}`);
          expect(failures[0]).toContain(`${path}" ${problem}`.replace(/^" /, ""));
          failures.forEach(expectSafe);
          expect(face.sent()).toEqual([]);
        },
      );
    });

    test("many mistakes do not make a message of many pages, and hide no mistake of another kind", async () => {
      const { failures } = await face.driver.check("SpaceTemplate", {
        displayName: 1,
        extraSpec: { list: Array(10_000).fill(Number.NaN) },
      });
      expect(failures.length).toBe(11);
      expect(failures).toContainEqual(expect.stringContaining('property "displayName" must be a string'));
    });

    test("600 levels are refused before anything looks through them", async () => {
      await expect(face.driver.check("SpaceTemplate", { extraSpec: deep(600) })).rejects.toThrow(
        /nested deeper than 500 levels, or holds itself\. Make it flatter\./,
      );
      expect(face.sent()).toEqual([]);
    });

    test("annotations of more than 256 KiB together are refused, and of as much are not", async () => {
      const annotations = (bytes: number) => ({ a: "é".repeat(1000), b: "x".repeat(bytes - 2002) });
      const check = async (bytes: number) =>
        (await face.driver.check("SpaceTemplate", { annotations: annotations(bytes) })).failures;
      expect(await check(262_144)).toEqual([]);
      expect(await check(262_145)).toEqual([
        expect.stringContaining('property "annotations" must be no more than 262144 bytes'),
      ]);
    });
  },
  [{ omitEmpty: false }],
);

test("what holds itself is refused and not followed", () => {
  const cyclic: Wire = { a: 1 };
  cyclic.list = [cyclic];
  expect(() => decode(cyclic)).toThrow(/^Property "list\[0\]" is nested deeper than 500 levels, or holds itself/);
});

test("a struct of many levels is an error and no crash", () => {
  const struct = Struct.fromJavaScript(deep(800) as Parameters<typeof Struct.fromJavaScript>[0]);
  expect(() => fromStruct(receivedStruct(struct.serializeBinary()))).toThrow("nested deeper than 500 levels");
});
