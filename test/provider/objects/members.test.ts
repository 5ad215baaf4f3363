import fc from "fast-check";
import { leaveOut, mapMembers } from "../../../provider/objects/members.js";

const object = fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), fc.integer({ min: 0, max: 3 }), {
  noNullPrototype: true,
});
const list = fc.array(fc.integer({ min: 0, max: 3 }));
const change = (member: unknown) => (member === 3 ? { was: 3 } : member);
const isLeftOut = (member: unknown) => member === 0;

test("the members of an object are changed, also one that is called __proto__; without a change it is the same object", () => {
  fc.assert(
    fc.property(object, (whole) => {
      const entries = Object.entries(whole);
      const mapped = mapMembers(whole, change);
      expect(Object.entries(mapped)).toEqual(entries.map(([key, member]) => [key, change(member)]));
      expect(mapped === whole).toBe(!entries.some(([, member]) => member === 3));
    }),
  );
});

test("the items of a list are changed; without a change it is the same list", () => {
  fc.assert(
    fc.property(list, (whole) => {
      const mapped = mapMembers(whole, change);
      expect(mapped).toEqual(whole.map(change));
      expect(mapped === whole).toBe(!whole.includes(3));
    }),
  );
});

test("each member is put through with its key", () => {
  const seen: unknown[] = [];
  const look = (member: unknown, key: string | number) => seen.push([key, member]);
  mapMembers({ a: "x", b: "y" }, look);
  mapMembers(["z"], look);
  expect(seen).toEqual([
    ["a", "x"],
    ["b", "y"],
    [0, "z"],
  ]);
});

test("members are left out of an object; where there is none of them it is the same object", () => {
  fc.assert(
    fc.property(object, (whole) => {
      const entries = Object.entries(whole);
      const left = leaveOut(whole, isLeftOut);
      expect(Object.entries(left)).toEqual(entries.filter(([, member]) => member !== 0));
      expect(left === whole).toBe(!entries.some(([, member]) => member === 0));
    }),
  );
});
