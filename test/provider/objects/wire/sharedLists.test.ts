import fc from "fast-check";
import * as z from "zod";
import type { ConflictPolicy } from "../../../../provider/config/config";
import { sharedBy } from "../../../../provider/objects/fields/fieldRules";
import { equalEntries } from "../../../../provider/objects/sharedEntries";
import { declaredState, updatedState } from "../../../../provider/objects/state/storedState";
import type { Path, Properties } from "../../../../provider/objects/values";
import { threeWayMerge } from "../../../../provider/objects/wire/merge";
import { spaceTemplate } from "../../../../provider/resources/spaceTemplate";

type List = string[];
const itself = (entry: unknown) => entry;
const uidOf = (entry: unknown) => (entry as Properties).uid;

const version = (list: List): Properties => (list.length ? { list } : {});
const merged = (policy: ConflictPolicy, lists: [Properties, Properties, Properties, Properties], identity = itself) => {
  const [before, after, recorded, live] = lists;
  const schema = z.object({ list: sharedBy(identity)(z.array(z.unknown())) });
  const rules = { schema, policy, ignored: [], propertyOf: (path: Path) => path, masked: [] };
  return threeWayMerge({ before, after, recorded, live }, rules);
};

describe("a merge of a shared list", () => {
  const owner = fc.record({ uid: fc.constantFrom("u1", "u2", "u3", "u4"), name: fc.constantFrom("n1", "n2") });
  const owners = fc.uniqueArray(owner, { selector: ({ uid }) => uid });
  const mergedOwners = (before: object[], after: object[], live: object[]) =>
    (merged("merge", [{ list: before }, { list: after }, { list: before }, { list: live }], uidOf).target.list ??
      []) as object[];

  test("by uid writes only entries that the program changed, in the server's order", () => {
    fc.assert(
      fc.property(owners, owners, owners, (before, after, live) => {
        const target = mergedOwners(before, after, live);
        const expected = ["u1", "u2", "u3", "u4"].flatMap((uid) => {
          const [was, wanted, is] = [before, after, live].map((list) => list.find((entry) => entry.uid === uid));
          const kept = was?.name === wanted?.name ? is : wanted;
          return kept ? [kept] : [];
        });
        const byUid = (list: unknown[]) => Object.fromEntries(list.map((entry) => [uidOf(entry), entry]));
        expect(byUid(target)).toEqual(byUid(expected));
        expect(target).toHaveLength(expected.length);
        const uids = (list: unknown[], among: unknown[]) =>
          list.map(uidOf).filter((uid) => among.map(uidOf).includes(uid));
        expect(uids(target, live)).toEqual(uids(live, target));
        expect(mergedOwners(before, after, target)).toEqual(target);
      }),
    );
  });

  test("by uid does not rewrite an entry from which the server dropped false fields", () => {
    const declared = [{ uid: "u1", name: "n", controller: false }];
    const live = [{ uid: "u1", name: "n" }];
    expect(mergedOwners(declared, declared, live)).toEqual(live);
    expect(equalEntries(declared, live, uidOf)).toBe(true);
  });

  test("by uid does not rewrite a new entry to which the server added empty members", () => {
    const live = [{ uid: "u1", name: "n", verbs: null }];
    expect(mergedOwners([], [{ uid: "u1", name: "n" }], live)).toEqual(live);
  });
});

test.each<[unknown, unknown, identity: (entry: unknown) => unknown, boolean]>([
  [["a", "b"], ["b", "a"], itself, true],
  [["a"], ["a", "b"], itself, false],
  [[], undefined, itself, true],
  [["a"], ["b"], itself, false],
  [[undefined], [null], itself, false],
  [[{ uid: "u1" }], [{ uid: "u2" }], uidOf, false],
  [[{ uid: "u1" }], [{ uid: "u2" }], () => undefined, false],
])("the entries %j and %j, identified by %p, are equal: %p", (a, b, identity, expected) => {
  expect(equalEntries(a, b, identity)).toBe(expected);
  expect(equalEntries(b, a, identity)).toBe(expected);
});

describe("a three-way merge of a shared list", () => {
  test.each<[ConflictPolicy, before: List, after: List, recorded: List, live: List, expected: List | "conflict"]>([
    ["merge", ["a"], ["b"], ["a"], ["x", "a"], ["x", "b"]],
    ["merge", ["a"], [], ["a"], ["a"], []],
    ["merge", ["a"], ["a"], ["a"], ["x"], ["x"]],
    ["overwrite", ["a"], ["a"], ["a"], ["x"], ["x", "a"]],
    ["overwrite", ["a"], [], ["a"], ["x"], ["x"]],
    ["overwrite", ["a", "b"], ["a"], ["a", "b"], ["b"], ["a"]],
    ["fail", ["a"], ["a"], ["a"], ["x"], "conflict"],
    ["fail", ["a"], [], ["a"], ["x"], ["x"]],
    // The server never accepted the entry.
    ["fail", ["a"], ["a"], [], [], []],
    // Another client already added the entry.
    ["fail", [], ["a"], ["a"], ["a"], ["a"]],
  ])("%s: declared %j, then %j, recorded %j, live %j", (policy, before, after, recorded, live, expected) => {
    const all = [before, after, recorded, live].map(version) as [Properties, Properties, Properties, Properties];
    const { target, conflicts } = merged(policy, all);
    if (expected === "conflict") expect(conflicts).toEqual([{ path: ["list"], recorded, theirs: live, ours: after }]);
    else expect({ target, conflicts }).toEqual({ target: version(expected), conflicts: [] });
  });

  const named = (name: string) => ({ list: [{ uid: "u1", name }] });
  const [ours, theirs] = [named("ours"), named("theirs")];

  test("writes an entry that others changed with the policy overwrite only", () => {
    const lists: Parameters<typeof merged>[1] = [ours, ours, ours, theirs];
    expect(merged("merge", lists, uidOf)).toEqual({ target: theirs, conflicts: [] });
    expect(merged("overwrite", lists, uidOf)).toEqual({ target: ours, conflicts: [] });
    expect(merged("fail", lists, uidOf).conflicts).toHaveLength(1);
  });

  test.each<[string, after: Properties, recorded: Properties, live: Properties, conflicts: number]>([
    ["changed", named("new"), ours, theirs, 1],
    ["removed", {}, ours, theirs, 1],
    ["changed to the live value", theirs, ours, theirs, 0],
    ["removed and gone", {}, ours, {}, 0],
    ["changed and gone", named("new"), ours, {}, 1],
    ["changed, and the server never had the old value", named("new"), theirs, theirs, 0],
  ])("reports a conflict in an entry that others changed and the program %s", (_, after, recorded, live, conflicts) => {
    const lists: Parameters<typeof merged>[1] = [ours, after, recorded, live];
    for (const policy of ["merge", "fail"] as const)
      expect(merged(policy, lists, uidOf).conflicts).toHaveLength(conflicts);
    expect(merged("overwrite", lists, uidOf)).toEqual({ target: after, conflicts: [] });
  });

  test("overwrites a newly declared entry", () => {
    expect(merged("fail", [{}, ours, named("once"), theirs], uidOf)).toEqual({ target: ours, conflicts: [] });
  });

  test("writes the declared list over a live value that is no list", () => {
    expect(merged("merge", [{}, version(["a"]), {}, { list: "text" }]).target).toEqual(version(["a"]));
  });
});

describe("a shared list in the state", () => {
  const shape = { type: "SpaceTemplate", plural: "spacetemplates", inputs: spaceTemplate.inputs };

  test.each<[string, List | undefined, List | undefined, List | undefined]>([
    ["has only declared entries, in the declared order", ["b", "a"], ["a", "x", "b"], ["b", "a"]],
    ["does not have a declared entry that was removed", ["b", "a"], ["a", "x"], ["a"]],
    ["is empty if the server has no list", ["a"], undefined, []],
    ["has an entry twice that is declared twice", ["a", "a"], ["a", "a"], ["a", "a"]],
    ["is absent if none is declared", undefined, ["x"], undefined],
  ])("%s", (_, declared, live, expected) => {
    const state = declaredState(shape, declared ? { finalizers: declared } : {}, { finalizers: live });
    expect(state.finalizers).toEqual(expected);
  });

  const owner = (uid: string, name: string, more = {}) => ({ uid, name, kind: "K", ...more });
  const owners = (...ownerReferences: object[]): Properties => ({ ownerReferences });

  test("has the server's value of each entry, by identity", () => {
    const live = owners(owner("2", "theirs"), owner("1", "changed", { controller: true }));
    const state = declaredState(shape, owners(owner("1", "ours")), live);
    expect(state).toEqual(owners(owner("1", "changed", { controller: true })));
  });

  test.each([
    ["a b", "x b c", "a b c"],
    ["b", "x b c", "b c"],
    ["a b", "a", "a b"],
  ])("has recorded entries %s and, of live entries %s, the new one: %s", (...lists) => {
    const [recorded, live, finalizers] = lists.map((list) => list.split(" "));
    const declared = { before: { finalizers: ["a", "b"] }, after: { finalizers: ["a", "b", "c"] } };
    const state = updatedState(shape, {
      ...declared,
      recorded: { finalizers: recorded },
      live: { finalizers: live },
    });
    expect(state).toEqual({ finalizers });
  });

  test("has the server's value of an owner reference that the program changed", () => {
    const before = owners(owner("1", "a"), owner("2", "b"));
    const after = owners(owner("1", "new"), owner("2", "b"));
    const live = owners(owner("1", "new"), owner("2", "theirs"));
    expect(updatedState(shape, { before, after, recorded: before, live })).toEqual(after);
  });
});
