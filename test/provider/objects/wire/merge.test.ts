import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import * as z from "zod";
import { applyJsonPatch } from "../../../../emulator/patches/jsonPatch";
import type { ConflictPolicy } from "../../../../provider/config/config";
import { projectState } from "../../../../provider/objects/state/drift";
import { type Path, type Properties, parsePath } from "../../../../provider/objects/values";
import { guardedPatch } from "../../../../provider/objects/wire/jsonPatch";
import { type MergeRules, threeWayMerge, type Versions } from "../../../../provider/objects/wire/merge";
import { leavesOf, meaningOf, tree } from "./trees";

const policies: readonly ConflictPolicy[] = ["merge", "overwrite", "fail"];
const rulesOf = (policy: ConflictPolicy, ignored: readonly Path[] = []): MergeRules => ({
  schema: z.object({}),
  policy,
  ignored,
  propertyOf: (path) => path,
  masked: [],
});
const merge = (versions: Versions, policy: ConflictPolicy = "merge") => threeWayMerge(versions, rulesOf(policy));

/** Four versions that share most members, as in practice. */
const versions: fc.Arbitrary<Versions> = fc
  .tuple(tree, tree, tree, tree, fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 3 }))))
  .map(([before, other, changed, foreign, [after, recorded, live]]) => ({
    before,
    after: [before, other, { ...before, ...other }, changed][after ?? 0] ?? {},
    recorded: [before, changed, { ...before, ...changed }, {}][recorded ?? 0] ?? {},
    live: [{ ...foreign, ...before }, { ...before, ...changed }, foreign, { ...foreign, ...other }][live ?? 0] ?? {},
  }));

type Decision = "ours" | "theirs";

/** The outcome for a field that differs from its declared value, by who changed it. */
const decisions: Record<ConflictPolicy, Record<string, [Decision, "conflict"?]>> = {
  merge: { nobody: ["theirs"], program: ["ours"], other: ["theirs"], both: ["ours", "conflict"] },
  overwrite: { nobody: ["theirs"], program: ["ours"], other: ["ours"], both: ["ours"] },
  fail: { nobody: ["theirs"], program: ["ours"], other: ["theirs", "conflict"], both: ["ours", "conflict"] },
};

/** The specification of the merge: leaf by leaf, by a table. */
function reference({ before, after, recorded, live }: Versions, policy: ConflictPolicy) {
  const [was, wanted, known, is] = [before, after, recorded, live].map(leavesOf) as [Leaves, Leaves, Leaves, Leaves];
  const target = new Map(is);
  const conflicts = new Map<string, object>();
  for (const path of new Set([...was.keys(), ...wanted.keys()])) {
    const differ = (one: Leaves, other: Leaves) => meaningOf(one.get(path)) !== meaningOf(other.get(path));
    const isNew = !was.has(path);
    // A newly declared field is written if the server has none, even a zero value.
    if (!differ(wanted, is) && !(isNew && !is.has(path))) continue;
    // An undeclared field has no recorded value. A field with its declared value did not change.
    const changedBy = isNew ? "true/false" : `${differ(was, wanted)}/${differ(known, is) && differ(was, is)}`;
    const who = { "false/false": "nobody", "true/false": "program", "false/true": "other", "true/true": "both" };
    const [decision, conflict] = decisions[policy][who[changedBy as keyof typeof who]] ?? ["theirs"];
    const [recorded, theirs, ours] = [known.get(path), is.get(path), wanted.get(path)];
    if (conflict) conflicts.set(path, { path: JSON.parse(path), recorded, theirs, ours });
    if (decision === "ours") target.set(path, wanted.get(path));
  }
  return { target: asSaid(target), conflicts: asSaid(conflicts) };
}

type Leaves = Map<string, unknown>;

const asSaid = (leaves: Leaves | Map<string, object>) =>
  Object.fromEntries([...leaves].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));

describe("a three-way merge", () => {
  test.each(policies)("matches the specification for each field, with the policy %s", (policy) => {
    fc.assert(
      fc.property(versions, (given) => {
        const copy = structuredClone(given);
        const { target, conflicts } = merge(given, policy);
        const expected = reference(given, policy);
        expect(asSaid(leavesOf(target))).toEqual(expected.target);
        const byPath = conflicts.map((conflict) => [JSON.stringify(conflict.path), conflict] as const);
        expect(asSaid(new Map(byPath))).toEqual(expected.conflicts);
        expect(conflicts).toHaveLength(Object.keys(expected.conflicts).length);
        expect(given).toEqual(copy);
      }),
      { numRuns: 500 },
    );
  });

  test("writes nothing if the program changes nothing, for any live object", () => {
    const anything = fc.oneof(tree, fc.dictionary(fc.constantFrom("a", "o", "p/q", "toString"), fc.jsonValue()));
    fc.assert(
      fc.property(tree, tree, anything, (declared, recorded, live) => {
        const { target } = merge({ before: declared, after: declared, recorded, live: live as Properties });
        expect(target).toEqual(live);
      }),
      { numRuns: 500 },
    );
  });

  test("is idempotent", () => {
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

describe("a nested object", () => {
  test.each<[string, Properties, Properties, Properties, Properties]>([
    ["is removed with its last declared field", { o: { a: 1 } }, {}, { o: { a: 1 } }, {}],
    ["stays if others set fields in it", { o: { a: 1 } }, {}, { o: { a: 1, b: 2 } }, { o: { b: 2 } }],
    ["is removed beside fields of others", { o: { p: { a: 1 } } }, {}, { o: { p: { a: 1 }, q: 2 } }, { o: { q: 2 } }],
    ["stays if it is declared empty", { o: { a: 1 } }, { o: {} }, { o: { a: 1 } }, { o: {} }],
    ["is not added if it is empty", {}, { o: {} }, {}, {}],
    ["stays replaced by the text of others", { o: { a: 1 } }, { o: { a: 1 } }, { o: "text" }, { o: "text" }],
    ["is replaced by a text of the program", { o: { a: 1 } }, { o: "x" }, { o: { a: 1 } }, { o: "x" }],
  ])("%s", (_, before, after, live, expected) => {
    expect(merge({ before, after, recorded: before, live })).toEqual({ target: expected, conflicts: [] });
  });

  const one = { a: 1 };
  test.each<[string, Properties, Properties, Properties, Path, recorded: unknown, theirs: unknown, ours: unknown]>([
    ["text", { o: one }, { o: { a: 2 } }, { o: "text" }, ["o"], one, "text", { a: 2 }],
    ["null", { o: one }, { o: { a: 2, b: 1 } }, { o: null }, ["o", "a"], 1, undefined, 2],
    ["an object", { o: "x" }, {}, { o: { b: 1 } }, ["o"], "x", { b: 1 }, undefined],
  ])("conflicts if others changed it to %s", (_, before, after, live, path, recorded, theirs, ours) => {
    const { target, conflicts } = merge({ before, after, recorded: before, live });
    expect(conflicts).toEqual([{ path, recorded, theirs, ours }]);
    if (live.o === null) expect(target).toEqual(after);
  });
});

describe("the patch", () => {
  const withVersion = (object: Properties): Properties => ({ ...object, metadata: { resourceVersion: "7" } });

  test("turns the live object into the merged object", () => {
    fc.assert(
      fc.property(versions, fc.constantFrom(...policies), (given, policy) => {
        const live = withVersion(given.live);
        const { target } = merge({ ...given, live }, policy);
        const operations = guardedPatch(live, target, "7");
        expect(applyJsonPatch(JSON.parse(JSON.stringify(live)), JSON.stringify(operations))).toEqual(target);
      }),
      { numRuns: 500 },
    );
  });

  test("begins with the version that was read, and nothing else changes metadata", () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        const operations = guardedPatch(withVersion(one), withVersion(other), "7");
        const guard = { op: "replace", path: "/metadata/resourceVersion", value: "7" };
        if (operations.length > 0) expect(operations[0]).toEqual(guard);
        expect(operations.slice(1).filter(({ path }) => path.startsWith("/metadata"))).toEqual([]);
        expect(operations.length > 0).toBe(!isDeepStrictEqual(one, other));
        expect(guardedPatch(one, structuredClone(one), "7")).toEqual([]);
      }),
    );
  });
});

describe("ignored paths", () => {
  const merged = (ignored: string, before: Properties, after: Properties, live: Properties) =>
    threeWayMerge({ before, after, recorded: before, live }, rulesOf("fail", [parsePath(ignored)]));
  const access = (users: string, verbs: string) => ({ access: [{ users, verbs }] });
  const lists = (...of: string[]) => ({ list: of.map((each) => ({ of: [each], verbs: ["get"] })) });
  const o = (a: number, b?: number) => ({ o: { a, ...(b && { b }) } });

  test.each<[string, before: Properties, after: Properties, live: Properties, target: Properties]>([
    ["a", { a: 1 }, { a: 2 }, { a: 3 }, { a: 3 }],
    ["a", { a: 1 }, { a: 2 }, {}, {}],
    ["o", o(1), o(2), o(3), o(3)],
    ["*.a", o(1, 1), o(2, 2), o(3, 1), o(3, 2)],
    ["access[0].users", access("a", "x"), access("b", "y"), access("c", "x"), access("c", "y")],
    ["access[*].users", access("a", "x"), access("b", "y"), access("c", "x"), access("c", "y")],
    ["access[1].users", access("a", "x"), access("b", "x"), access("a", "x"), access("b", "x")],
    ["list[0].of[0]", lists("a", "b"), lists("a", "c"), lists("theirs", "b"), lists("theirs", "c")],
  ])("keep the live value at %s only: %j, then %j, on %j", (ignored, before, after, live, target) => {
    expect(merged(ignored, before, after, live)).toEqual({ target, conflicts: [] });
  });

  test("do not keep other live values if the policy overwrites", () => {
    const of = (a: string, b: string): Properties => ({ map: { a, b } });
    const given = { before: of("1", "1"), after: of("1", "1"), recorded: of("1", "1"), live: of("x", "x") };
    const { target } = threeWayMerge(given, rulesOf("overwrite", [["map", "a"]]));
    expect(target).toEqual(of("x", "1"));
  });

  test("do not hide another change in the same list", () => {
    const before = access("a", "x");
    const [recorded, theirs] = [access("c", "x").access, access("c", "theirs").access];
    const { conflicts } = merged("access[0].users", before, before, access("c", "theirs"));
    expect(conflicts).toEqual([{ path: ["access"], recorded, theirs, ours: recorded }]);
  });
});
