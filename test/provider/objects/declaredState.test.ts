import { declaredState, updatedState } from "../../../provider/objects/declaredState";
import { spaceTemplate } from "../../../provider/resources/spaceTemplate";

const shape = { kind: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };

describe("a list that several parties share, in the state", () => {
  const stateOf = (declared: string[] | undefined, live: string[] | undefined) =>
    declaredState(shape, declared ? { finalizers: declared } : {}, { finalizers: live }).finalizers;

  test.each<[string, string[] | undefined, string[] | undefined, string[] | undefined]>([
    ["shows only declared entries, in the declared order", ["b", "a"], ["a", "x", "b"], ["b", "a"]],
    ["shows a declared entry that is gone as gone", ["b", "a"], ["a", "x"], ["a"]],
    ["shows none where the server has no list", ["a"], undefined, []],
    ["shows an entry twice that is declared twice", ["a", "a"], ["a", "a"], ["a", "a"]],
    ["is not there where none is declared", undefined, ["x"], undefined],
  ])("%s", (_, declared, live, expected) => {
    expect(stateOf(declared, live)).toEqual(expected);
  });

  test("finds its entries by identity and shows the server's form of them", () => {
    const ownerReferences = [
      { uid: "2", name: "theirs" },
      { uid: "1", name: "changed", controller: true },
    ];
    const state = declaredState(shape, { ownerReferences: [{ uid: "1", name: "ours" }] }, { ownerReferences });
    expect(state.ownerReferences).toEqual([{ uid: "1", name: "changed", controller: true }]);
  });

  test("after an update has new entries as the server has them and the others as they were recorded", () => {
    const [before, after] = [{ finalizers: ["a", "b"] }, { finalizers: ["a", "b", "c"] }];
    const live = { finalizers: ["x", "b", "c"] };
    expect(updatedState(shape, { before, after }, before, live)).toEqual({ finalizers: ["a", "b", "c"] });
    expect(updatedState(shape, { before, after }, { finalizers: ["b"] }, live)).toEqual({ finalizers: ["b", "c"] });
    expect(updatedState(shape, { before, after }, before, { finalizers: ["a"] })).toEqual(before);
  });

  test("after an update has a changed owner reference as the server has it", () => {
    const owner = (uid: string, name: string) => ({ uid, name, kind: "K", apiVersion: "v1" });
    const [before, after] = [
      [owner("1", "a"), owner("2", "b")],
      [owner("1", "new"), owner("2", "b")],
    ].map((list) => ({
      ownerReferences: list,
    }));
    const live = { ownerReferences: [owner("1", "new"), owner("2", "theirs")] };
    const declared = { before: before ?? {}, after: after ?? {} };
    expect(updatedState(shape, declared, before ?? {}, live)).toEqual({
      ownerReferences: [owner("1", "new"), owner("2", "b")],
    });
  });
});
