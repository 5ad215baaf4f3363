import fc from "fast-check";
import { mergeEntries, sameEntries } from "../../../provider/objects/entries";
import type { Properties } from "../../../provider/objects/values";

const itself = (entry: unknown) => entry;
const uidOf = (entry: unknown) => (entry as Properties).uid;

describe("a list that several parties share, merged", () => {
  const entries = fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c", "d", "e"));

  test("by value has what the program added and lacks what it took away, whoever has the others", () => {
    fc.assert(
      fc.property(entries, entries, entries, (before, after, live) => {
        const merged = mergeEntries(before, after, live, itself);
        const expected = ["a", "b", "c", "d", "e"].filter((entry) => {
          const [was, wanted, is] = [before, after, live].map((list) => list.includes(entry));
          return was === wanted ? is : wanted;
        });
        expect([...merged].sort()).toEqual(expected);
        expect(mergeEntries(before, after, merged, itself)).toEqual(merged);
        expect(merged.filter((entry) => live.includes(String(entry)))).toEqual(live.filter((e) => merged.includes(e)));
      }),
    );
  });

  const owner = fc.record({ uid: fc.constantFrom("u1", "u2", "u3", "u4"), name: fc.constantFrom("n1", "n2") });
  const owners = fc.uniqueArray(owner, { selector: ({ uid }) => uid });

  test("by uid has only those entries written that the program changed", () => {
    fc.assert(
      fc.property(owners, owners, owners, (before, after, live) => {
        const merged = mergeEntries(before, after, live, uidOf);
        const expected = ["u1", "u2", "u3", "u4"].flatMap((uid) => {
          const [was, wanted, is] = [before, after, live].map((list) => list.find((entry) => entry.uid === uid));
          const kept = was?.name === wanted?.name ? is : wanted;
          return kept ? [kept] : [];
        });
        const byUid = (list: unknown[]) => Object.fromEntries(list.map((entry) => [uidOf(entry), entry]));
        expect(byUid(merged)).toEqual(byUid(expected));
        expect(merged).toHaveLength(expected.length);
        expect(mergeEntries(before, after, merged, uidOf)).toEqual(merged);
      }),
    );
  });

  test("does not write again what a server shows without its false fields", () => {
    const declared = [{ uid: "u1", name: "n", controller: false }];
    const live = [{ uid: "u1", name: "n" }];
    expect(mergeEntries(declared, declared, live, uidOf)).toEqual(live);
    expect(sameEntries(declared, live, uidOf)).toBe(true);
  });
});

test.each<[unknown, unknown, boolean]>([
  [["a", "b"], ["b", "a"], true],
  [["a"], ["a", "b"], false],
  [[], undefined, true],
  [["a"], undefined, false],
  [["a"], ["b"], false],
])("the entries %j and %j are the same: %p", (a, b, expected) => {
  expect(sameEntries(a, b, itself)).toBe(expected);
  expect(sameEntries(b, a, itself)).toBe(expected);
});

test("an entry that is empty is another than one that is not there", () => {
  const [empty, other] = [{ uid: "u1" }, { uid: "u2" }];
  const always = () => undefined;
  expect(sameEntries([undefined], [null], itself)).toBe(false);
  expect(sameEntries([empty], [other], uidOf)).toBe(false);
  expect(sameEntries([empty], [other], always)).toBe(false);
});
