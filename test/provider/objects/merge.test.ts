import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { ConflictPolicy } from "../../../provider/config/conflictPolicy";
import {
  guardedPatch,
  type MergeConflict,
  type MergeRules,
  threeWayMerge,
  type Versions,
} from "../../../provider/objects/merge";
import { projectState } from "../../../provider/objects/projection";
import { isZero, type Properties, sameValue } from "../../../provider/objects/values";
import { applied } from "./jsonPatch";
import { leavesOf, meaningOf, saysSomething, tree } from "./trees";

const policies: readonly ConflictPolicy[] = ["merge", "overwrite", "fail"];
const rulesOf = (policy: ConflictPolicy): MergeRules => ({
  same: (_, a, b) => sameValue(a, b),
  policy,
  ignored: [],
  shared: {},
});
const merge = (versions: Versions, policy: ConflictPolicy = "merge") => threeWayMerge(versions, rulesOf(policy));

/** Four versions that mostly share their members, as they do in life. */
const versions: fc.Arbitrary<Versions> = fc
  .tuple(tree, tree, tree, tree, fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 3 }))))
  .map(([before, other, changed, foreign, [after, recorded, live]]) => ({
    before,
    after: [before, other, { ...before, ...other }, changed][after ?? 0] ?? {},
    recorded: [before, changed, { ...before, ...changed }, {}][recorded ?? 0] ?? {},
    live: [{ ...foreign, ...before }, { ...before, ...changed }, foreign, { ...foreign, ...other }][live ?? 0] ?? {},
  }));

type Decision = "ours" | "theirs";

/**
 * What happens to a field that is not on the server as the program wants it, by who changed it: the program against what it
 * declared before, somebody else against what was recorded.
 */
const decisions: Record<ConflictPolicy, Record<string, [Decision, "conflict"?]>> = {
  merge: { nobody: ["theirs"], program: ["ours"], other: ["theirs"], both: ["ours", "conflict"] },
  overwrite: { nobody: ["theirs"], program: ["ours"], other: ["ours"], both: ["ours"] },
  fail: { nobody: ["theirs"], program: ["ours"], other: ["theirs", "conflict"], both: ["ours", "conflict"] },
};

/** The merge by its definition: leaf by leaf, by a table. */
function reference({ before, after, recorded, live }: Versions, policy: ConflictPolicy) {
  const [was, wanted, known, is] = [before, after, recorded, live].map(leavesOf) as [Leaves, Leaves, Leaves, Leaves];
  const target = new Map(is);
  const conflicts: string[] = [];
  for (const path of new Set([...was.keys(), ...wanted.keys()])) {
    const differ = (one: Leaves, other: Leaves) => meaningOf(one.get(path)) !== meaningOf(other.get(path));
    const isNew = !was.has(path);
    // What is declared for the first time is written where nothing is, also when it says nothing.
    if (!differ(wanted, is) && !(isNew && !is.has(path))) continue;
    // Of a field that was not declared nothing was recorded; what still is as declared was changed by nobody.
    const changedBy = isNew ? "true/false" : `${differ(was, wanted)}/${differ(known, is) && differ(was, is)}`;
    const who = { "false/false": "nobody", "true/false": "program", "false/true": "other", "true/true": "both" };
    const [decision, conflict] = decisions[policy][who[changedBy as keyof typeof who]] ?? ["theirs"];
    if (conflict) conflicts.push(path);
    if (decision === "ours") target.set(path, wanted.get(path));
  }
  return { target: asSaid(target), conflicts: conflicts.sort() };
}

type Leaves = Map<string, unknown>;

const asSaid = (leaves: Leaves) =>
  Object.fromEntries([...leaves].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
const pathsOf = (conflicts: readonly MergeConflict[]) => conflicts.map(({ path }) => JSON.stringify(path)).sort();

describe("the merge of what the program changed onto the live object", () => {
  test.each(policies)("is the definition, field by field, with the policy %s", (policy) => {
    fc.assert(
      fc.property(versions, (given) => {
        const { target, conflicts } = merge(given, policy);
        const expected = reference(given, policy);
        expect(asSaid(leavesOf(target))).toEqual(expected.target);
        expect(pathsOf(conflicts)).toEqual(expected.conflicts);
      }),
      { numRuns: 500 },
    );
  });

  test("a conflict tells the recorded value, theirs and ours", () => {
    fc.assert(
      fc.property(versions, (given) => {
        for (const { path, recorded, theirs, ours } of merge(given, "fail").conflicts) {
          const key = JSON.stringify(path);
          expect(recorded).toEqual(leavesOf(given.recorded).get(key));
          expect(theirs).toEqual(leavesOf(given.live).get(key));
          expect(ours).toEqual(leavesOf(given.after).get(key));
        }
      }),
    );
  });

  test("keeps everything that the program never declared", () => {
    fc.assert(
      fc.property(versions, fc.constantFrom(...policies), (given, policy) => {
        const declared = new Set([...leavesOf(given.before).keys(), ...leavesOf(given.after).keys()]);
        const target = leavesOf(merge(given, policy).target);
        for (const [path, value] of leavesOf(given.live)) if (!declared.has(path)) expect(target.get(path)).toBe(value);
      }),
    );
  });

  test("changes no version that it was given", () => {
    fc.assert(
      fc.property(versions, (given) => {
        const copy = structuredClone(given);
        merge(given, "overwrite");
        expect(given).toEqual(copy);
      }),
    );
  });

  test("writes nothing for a program that changes nothing, whatever others made of the object", () => {
    const anything = fc.oneof(tree, fc.dictionary(fc.constantFrom("a", "o", "p/q", "toString"), fc.jsonValue()));
    fc.assert(
      fc.property(tree, tree, anything, (declared, recorded, live) => {
        const { target } = merge({ before: declared, after: declared, recorded, live: live as Properties });
        expect(target).toEqual(live);
      }),
      { numRuns: 500 },
    );
  });

  test("done a second time changes nothing", () => {
    fc.assert(
      fc.property(versions, fc.constantFrom(...policies), (given, policy) => {
        const { target, conflicts } = merge(given, policy);
        fc.pre(conflicts.length === 0);
        expect(merge({ ...given, live: target }, policy).target).toEqual(target);
        const settled = { before: given.after, after: given.after, recorded: projectState(given.after, target) };
        expect(merge({ ...settled, live: target }, policy)).toEqual({ target, conflicts: [] });
      }),
    );
  });
});

describe("objects inside the object", () => {
  test.each<[string, Properties, Properties, Properties, Properties]>([
    ["one that is no longer declared goes with its last field", { o: { a: 1 } }, {}, { o: { a: 1 } }, {}],
    ["one that others fill stays", { o: { a: 1 } }, {}, { o: { a: 1, b: 2 } }, { o: { b: 2 } }],
    ["one deep inside goes, and its parents with it", { o: { p: { a: 1 } } }, {}, { o: { p: { a: 1 } } }, {}],
    [
      "one deep inside goes, and what others have beside it stays",
      { o: { p: { a: 1 } } },
      {},
      { o: { p: { a: 1 }, q: 2 } },
      { o: { q: 2 } },
    ],
    ["one that is still declared stays when it becomes empty", { o: { a: 1 } }, { o: {} }, { o: { a: 1 } }, { o: {} }],
    ["an empty one is not added", {}, { o: {} }, {}, {}],
    ["one is added with its fields", {}, { o: { a: 1 } }, {}, { o: { a: 1 } }],
  ])("%s", (_, before, after, live, expected) => {
    expect(merge({ before, after, recorded: before, live })).toEqual({ target: expected, conflicts: [] });
  });

  test("one that somebody made a text of is theirs, and a conflict once the program changes it", () => {
    const before = { o: { a: 1 } };
    const live = { o: "text" };
    expect(merge({ before, after: before, recorded: before, live })).toEqual({ target: live, conflicts: [] });
    const { conflicts } = merge({ before, after: { o: { a: 2 } }, recorded: before, live });
    expect(conflicts).toEqual([{ path: ["o"], recorded: { a: 1 }, theirs: "text", ours: { a: 2 } }]);
  });

  test("one that somebody made null is merged member by member", () => {
    const [before, after] = [{ o: { a: 1 } }, { o: { a: 2, b: 1 } }];
    const { target, conflicts } = merge({ before, after, recorded: before, live: { o: null } });
    expect(target).toEqual(after);
    expect(conflicts).toEqual([{ path: ["o", "a"], recorded: 1, theirs: undefined, ours: 2 }]);
  });

  test("one that the program makes a text of is written as that text", () => {
    const before = { o: { a: 1 } };
    expect(merge({ before, after: { o: "x" }, recorded: before, live: before }).target).toEqual({ o: "x" });
  });

  test("one that somebody made of a text is a conflict once the program takes the text away", () => {
    const before = { o: "x" };
    const { conflicts } = merge({ before, after: {}, recorded: before, live: { o: { b: 1 } } });
    expect(conflicts).toEqual([{ path: ["o"], recorded: "x", theirs: { b: 1 }, ours: undefined }]);
  });
});

describe("the patch", () => {
  const withVersion = (object: Properties): Properties => ({ ...object, metadata: { resourceVersion: "7" } });

  test("makes of the live object the merged one, and of nothing else", () => {
    fc.assert(
      fc.property(versions, fc.constantFrom(...policies), (given, policy) => {
        const live = withVersion(given.live);
        const { target } = merge({ ...given, live }, policy);
        const operations = guardedPatch(live, target, "7");
        expect(applied(live, operations)).toEqual(target);
      }),
      { numRuns: 500 },
    );
  });

  test("begins with the version that was read, which is nowhere else in it", () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const operations = guardedPatch(withVersion(one), withVersion(other), "7");
        const guard = { op: "replace", path: "/metadata/resourceVersion", value: "7" };
        if (operations.length > 0) expect(operations[0]).toEqual(guard);
        expect(operations.slice(1).filter(({ path }) => path.startsWith("/metadata"))).toEqual([]);
        expect(operations.length > 0).toBe(!isDeepStrictEqual(one, other));
      }),
    );
  });

  test("is empty between equal objects", () => {
    fc.assert(fc.property(tree, (object) => expect(guardedPatch(object, structuredClone(object), "7")).toEqual([])));
  });

  test.each([
    ["a/b", "/a~1b"],
    ["c~d", "/c~0d"],
    ["~1", "/~01"],
    ["", "/"],
    ["__proto__", "/__proto__"],
  ])("writes the key %j as %j", (key, path) => {
    const { target } = merge({ before: {}, after: Object.fromEntries([[key, { x: 1 }]]), recorded: {}, live: {} });
    expect(guardedPatch({}, target, "7").slice(1)).toEqual([{ op: "add", path, value: { x: 1 } }]);
  });

  test("says the same of zero as the rest of the provider", () => {
    fc.assert(fc.property(tree, (value) => expect(isZero(value)).toBe(!saysSomething(value))));
  });
});
