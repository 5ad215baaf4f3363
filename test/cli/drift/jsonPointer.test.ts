import fc from "fast-check";
import { covers, keysOf } from "../../../cli/drift/jsonPointer";

/** The examples of RFC 6901, section 5, and texts that are no pointers. */
const pointers: [string, string[] | undefined][] = [
  ["", []],
  ["/foo", ["foo"]],
  ["/foo/0", ["foo", "0"]],
  ["/", [""]],
  ["/a~1b", ["a/b"]],
  ["/c%d", ["c%d"]],
  ["/e^f", ["e^f"]],
  ["/g|h", ["g|h"]],
  ["/i\\j", ["i\\j"]],
  ['/k"l', ['k"l']],
  ["/ ", [" "]],
  ["/m~0n", ["m~n"]],
  ["/~01", ["~1"]],
  ["foo", undefined],
  ["/~", undefined],
  ["/~2", undefined],
];

test.each(pointers)("%j leads along %j", (pointer, keys) => {
  expect(keysOf(pointer)).toEqual(keys);
});

const covered: [outer: string, inner: string, covers: boolean][] = [
  ["/labels", "/labels", true],
  ["/labels", "/labels/team", true],
  ["/labels", "/labels/team/0", true],
  ["/labels", "/labelsOfMine", false],
  ["/labels/team", "/labels", false],
  ["/labels/team", "/labels/other", false],
  ["/labels/team~1owner", "/labels/team~1owner", true],
  ["/labels/team", "/labels/team~1owner", false],
  ["", "/labels", true],
  ["", "", true],
  ["/labels", "", false],
  ["labels", "labels", false],
];

test.each(covered)("%j covers %j: %j", (outer, inner, expected) => {
  expect(covers(outer, inner)).toBe(expected);
});

const keys = fc.array(fc.string({ unit: fc.constantFrom("a", "~", "/", "0", "1", "#") }));
const pointerTo = (path: string[]) => path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

test("a pointer leads along the keys that it was made of", () => {
  fc.assert(fc.property(keys, (path) => expect(keysOf(pointerTo(path))).toEqual(path)));
});

test("a pointer covers all that is below it, and nothing beside it", () => {
  fc.assert(
    fc.property(keys, keys, fc.string(), (above, below, other) => {
      const outer = pointerTo([...above, "key"]);
      expect(covers(outer, pointerTo([...above, "key", ...below]))).toBe(true);
      expect(covers(outer, pointerTo([...above, `key${other}!`, ...below]))).toBe(false);
      expect(covers(outer, pointerTo(above))).toBe(false);
    }),
  );
});
