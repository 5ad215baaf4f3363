import * as z from "zod";
import { comparedBy, openObject } from "../../../provider/objects/fields";
import { sameInput } from "../../../provider/objects/sameness";
import { type Path, unknown } from "../../../provider/objects/values";

const caseless = comparedBy((a, b) => String(a).toLowerCase() === String(b).toLowerCase());
const inputs = z.object({
  text: z.string().optional(),
  any: z.unknown(),
  object: z.object({ a: z.string().optional(), word: caseless(z.string()).optional() }).optional(),
  map: z.record(z.string(), z.string()).optional(),
  open: openObject(z.record(z.string(), z.unknown())).optional(),
  list: z.array(z.object({ a: z.string().optional(), map: z.record(z.string(), z.string()).optional() })).optional(),
});
const same = sameInput(inputs);

test.each<[string, Path, unknown, unknown, boolean]>([
  ["a field that says nothing is one that is absent", ["text"], "", undefined, true],
  ["another text is another value", ["text"], "a", "b", false],
  ["what is not known yet is the same as itself only", ["text"], unknown, unknown, true],
  ["what is not known yet may be anything", ["text"], unknown, "", false],
  ["what is not known yet may be anything on either side", ["object"], {}, unknown, false],
  ["an empty object is an absent one", ["object"], { a: "" }, undefined, true],
  ["an object with a value is not an absent one", ["object"], { a: "x" }, undefined, false],
  ["an object is no text", ["object"], { a: "x" }, "x", false],
  ["an object is no text, be it empty", ["object"], {}, "x", false],
  ["a member of an object that says nothing is one that is absent", ["object"], { a: "" }, {}, true],
  ["a member has a rule of its own", ["object"], { word: "A" }, { word: "a" }, true],
  ["a member's own rule is asked at its path, too", ["object", "word"], "A", "a", true],
  ["a member whose rule says so is another", ["object", "word"], "A", "b", false],
  ["an absent map is an empty one", ["map"], {}, undefined, true],
  ["an empty entry of a map is there", ["map"], { a: "" }, {}, false],
  ["an empty entry of a map is there, at its path", ["map", "a"], "", undefined, false],
  ["an empty entry of a map is there, also where the map is not", ["map"], { a: "" }, undefined, false],
  ["entries of a map in another order are the same", ["map"], { a: "1", b: "2" }, { b: "2", a: "1" }, true],
  ["an entry of a map that is on neither side is the same", ["map", "a"], undefined, undefined, true],
  ["an empty entry of an open object is an absent field", ["open"], { a: "" }, {}, true],
  ["an empty entry of an open object is an absent field, at its path", ["open", "a"], "", undefined, true],
  ["an entry of an open object that says something is there", ["open"], { a: "x" }, {}, false],
  ["items of a list are compared as objects", ["list"], [{ a: "" }], [{}], true],
  ["items of a list are compared in their order", ["list"], [{ a: "x" }, {}], [{}, { a: "x" }], false],
  ["a list with another item is longer", ["list"], [{ a: "x" }], [{ a: "x" }, {}], false],
  ["an item of a list is there, be it empty", ["list", 0], {}, undefined, false],
  ["a map in a list has entries", ["list"], [{ map: { a: "" } }], [{ map: {} }], false],
  ["an absent list is an empty one", ["list"], [], undefined, true],
  ["a list is no object", ["list"], [], { a: "x" }, false],
  ["what no schema describes is compared by what it says", ["any"], { a: { b: 0 } }, {}, true],
  ["what is no field is compared by what it says", ["none", "deep"], "", undefined, true],
  ["what is no field may be an object", ["none"], { a: "" }, {}, true],
  ["what is not known yet may be anything in what is no field", ["none"], unknown, "", false],
  ["what is not known yet is no list", ["list"], unknown, [], false],
  ["what is no field may be another", ["none"], "a", "b", false],
  ["all of it is compared field by field", [], { map: { a: "" }, text: "" }, { map: { a: "" } }, true],
  ["all of it has the maps' entries", [], { map: { a: "" } }, { map: {} }, false],
])("%s", (_, path, one, other, expected) => {
  expect(same(path, one, other)).toBe(expected);
  expect(same(path, other, one)).toBe(expected);
});
