import type { ConflictPolicy } from "../../../provider/config/conflictPolicy";
import { type MergeRules, threeWayMerge } from "../../../provider/objects/merge";
import { type Path, type Properties, sameValue } from "../../../provider/objects/values";

const rulesOf = (policy: ConflictPolicy, ignored: readonly Path[] = []): MergeRules => ({
  same: (_, a, b) => sameValue(a, b),
  policy,
  ignored,
  shared: {},
});

describe("lists that several parties share", () => {
  const rules = (policy: ConflictPolicy) => ({ ...rulesOf(policy), shared: { list: (entry: unknown) => entry } });
  const version = (list: string[]): Properties => (list.length ? { list } : {});

  test.each<[ConflictPolicy, before: string[], after: string[], live: string[], expected: string[] | "conflict"]>([
    ["merge", ["a"], ["b"], ["x", "a"], ["x", "b"]],
    ["merge", ["a"], [], ["a"], []],
    ["merge", ["a"], [], ["a", "x"], ["x"]],
    ["merge", ["a"], ["a"], ["x"], ["x"]],
    ["overwrite", ["a"], ["a"], ["x"], ["x", "a"]],
    ["overwrite", ["a"], [], ["x"], ["x"]],
    ["fail", ["a"], ["a"], ["x"], "conflict"],
    ["fail", ["a"], ["b"], ["x", "a"], ["x", "b"]],
    ["fail", ["a"], [], ["x"], ["x"]],
  ])("with the policy %s: declared %j, then %j, on %j", (policy, before, after, live, expected) => {
    const versions = { before: version(before), after: version(after), recorded: version(before), live: version(live) };
    const { target, conflicts } = threeWayMerge(versions, rules(policy));
    if (expected === "conflict")
      expect(conflicts).toEqual([{ path: ["list"], recorded: before, theirs: live, ours: after }]);
    else expect({ target, conflicts }).toEqual({ target: version(expected), conflicts: [] });
  });

  test("an entry that somebody else changed is written again by the policy overwrite only", () => {
    const entry = (name: string) => [{ uid: "u1", name }];
    const shared = { list: (each: unknown) => (each as Properties).uid };
    const declared = { list: entry("ours") };
    const versions = { before: declared, after: declared, recorded: declared, live: { list: entry("theirs") } };
    const merged = (policy: ConflictPolicy) => threeWayMerge(versions, { ...rulesOf(policy), shared });
    expect(merged("merge")).toEqual({ target: versions.live, conflicts: [] });
    expect(merged("overwrite")).toEqual({ target: declared, conflicts: [] });
    expect(merged("fail").conflicts).toHaveLength(1);
  });

  test.each<[string, ConflictPolicy, before: string[], after: string[], recorded: string[], live: string[], string[]]>([
    ["that the server never took is nobody's change", "fail", ["a"], ["a"], [], [], []],
    ["that others have is not changed by who declares it, too", "fail", [], ["a"], ["a"], ["a"], ["a"]],
    [
      "that the program took away goes, though another is written again",
      "overwrite",
      ["a", "b"],
      ["a"],
      ["a", "b"],
      ["b"],
      ["a"],
    ],
    ["of others stays beside ours", "merge", ["a"], ["a"], ["a"], ["a", "x"], ["a", "x"]],
  ])("an entry %s", (_, policy, before, after, recorded, live, expected) => {
    const versions = {
      before: version(before),
      after: version(after),
      recorded: version(recorded),
      live: version(live),
    };
    expect(threeWayMerge(versions, rules(policy))).toEqual({ target: version(expected), conflicts: [] });
  });

  test("an entry that the program declares anew wins over what others made of it meanwhile", () => {
    const list = (name: string) => ({ list: [{ uid: "u1", name }] });
    const shared = { list: (each: unknown) => (each as Properties).uid };
    const versions = { before: {}, after: list("ours"), recorded: list("once"), live: list("theirs") };
    expect(threeWayMerge(versions, { ...rulesOf("fail"), shared })).toEqual({ target: list("ours"), conflicts: [] });
  });

  test("what somebody made of a list that is none is written as the program says", () => {
    const versions = { before: {}, after: version(["a"]), recorded: {}, live: { list: "text" } };
    expect(threeWayMerge(versions, rules("merge")).target).toEqual(version(["a"]));
  });
});

describe("what the program ignores", () => {
  const merged = (ignored: Path, before: Properties, after: Properties, live: Properties) =>
    threeWayMerge({ before, after, recorded: before, live }, rulesOf("fail", [ignored]));
  const access = (users: string, verbs: string) => ({ access: [{ users, verbs }] });

  test.each<[string, Path, before: Properties, after: Properties, live: Properties, target: Properties]>([
    ["a field is as it is", ["a"], { a: 1 }, { a: 2 }, { a: 3 }, { a: 3 }],
    ["a field that is gone stays gone", ["a"], { a: 1 }, { a: 2 }, {}, {}],
    ["all below a key is as it is", ["o"], { o: { a: 1 } }, { o: { a: 2 } }, { o: { a: 3 } }, { o: { a: 3 } }],
    [
      "below any key, others are written",
      ["*", "a"],
      { o: { a: 1, b: 1 } },
      { o: { a: 2, b: 2 } },
      { o: { a: 3, b: 1 } },
      { o: { a: 3, b: 2 } },
    ],
    [
      "a part of a list is as it is",
      ["access", 0, "users"],
      access("a", "x"),
      access("b", "y"),
      access("c", "x"),
      access("c", "y"),
    ],
    [
      "a part of each entry is as it is",
      ["access", "*", "users"],
      access("a", "x"),
      access("b", "y"),
      access("c", "x"),
      access("c", "y"),
    ],
    [
      "a part of another entry says nothing",
      ["access", 1, "users"],
      access("a", "x"),
      access("b", "x"),
      access("a", "x"),
      access("b", "x"),
    ],
  ])("%s", (_, ignored, before, after, live, target) => {
    expect(merged(ignored, before, after, live)).toEqual({ target, conflicts: [] });
  });

  test("does not hide what somebody changed beside it in a list", () => {
    const before = access("a", "x");
    const { conflicts } = merged(["access", 0, "users"], before, before, access("c", "theirs"));
    expect(conflicts).toEqual([
      {
        path: ["access"],
        recorded: access("c", "x").access,
        theirs: access("c", "theirs").access,
        ours: access("c", "x").access,
      },
    ]);
  });
});
