import { externalChanges, externalChangesIn } from "../../../provider/objects/externalChange.js";

test("what an externalChange tells of is read from its words, several in one", () => {
  expect(externalChangesIn(`${externalChanges.recreated}: uid was 1, is 2; ${externalChanges.rotated}`)).toEqual([
    "recreated",
    "rotated",
  ]);
  expect(externalChangesIn("being deleted since 2026-01-01T00:00:00Z, waiting for a.test/b")).toEqual(["terminating"]);
});

test.each([undefined, null, 1, "", "words of nobody", ["being deleted since"]])("%j tells of nothing", (words) => {
  expect(externalChangesIn(words)).toEqual([]);
});
