import fc from "fast-check";
import * as projection from "../../../../provider/objects/state/drift";
import { formatPath, type Path, type Properties, semanticEqual, valueAt } from "../../../../provider/objects/values";
import { isNonZero, isTree, leavesOf, meaningOf, tree, withLeaf, withoutZeros } from "../wire/trees";

const { omitDefaults, projectInputs, projectState, projectUpdate } = projection;
const same = (_: unknown, a: unknown, b: unknown) => semanticEqual(a, b);

/** The inputs after a read of an object that changed since the write. */
const read = (declared: Properties, written: Properties, live: Properties) =>
  projectInputs({ declared, recorded: projectState(declared, written), live: projectState(declared, live) }, same);

const servers: [string, (object: Properties) => Properties][] = [
  ["keeps every value", (object) => object],
  ["drops zero values", (object) => withoutZeros(object) as Properties],
];

/** Adds members of others at the top and in every object; keeps existing members. */
function withForeign(value: Properties, foreign: Properties): Properties {
  const own = Object.entries(value).map(([key, member]) => [
    key,
    isTree(member) ? withForeign(member, foreign) : member,
  ]);
  return Object.fromEntries([...Object.entries(foreign), ...own]);
}

const foreignMembers = fc.dictionary(fc.constantFrom("theirs", "their/s", "valueOf", "isPrototypeOf"), fc.jsonValue());

describe.each(servers)("a server that %s", (_, store) => {
  test("shows the written inputs without members that others added", () => {
    fc.assert(
      fc.property(tree, foreignMembers, (declared, foreign) => {
        const live = store(declared);
        const crowded = withForeign(live, foreign);
        expect(read(declared, live, live)).toStrictEqual(declared);
        expect(read(declared, live, crowded)).toStrictEqual(declared);
        expect(read(declared, crowded, crowded)).toStrictEqual(declared);
        expect(projectState(declared, crowded)).toStrictEqual(projectState(declared, live));
      }),
    );
  });

  const values = fc.constantFrom<unknown>("changed", 99, ["changed"], undefined);
  test("shows a changed or removed field at every path, and nothing else", () => {
    fc.assert(
      fc.property(tree, values, fc.nat(), (declared, value, choice) => {
        const paths = [...leavesOf(declared).keys()];
        fc.pre(paths.length > 0);
        const path: string[] = JSON.parse(paths[choice % paths.length] ?? "");
        const live = store(declared);
        const seen = read(declared, live, withLeaf(live, path, value));
        const changed = withLeaf(declared, path, value);
        const isRemoved = isNonZero(leavesOf(declared).get(JSON.stringify(path)));
        if (value !== undefined) expect(seen).toEqual(changed);
        else expect(leavesOf(seen)).toEqual(leavesOf(isRemoved ? changed : declared));
      }),
    );
  });
});

describe("the state after an update", () => {
  test("has live values of changed fields and recorded values of the others", () => {
    fc.assert(
      fc.property(tree, tree, tree, tree, (common, changed, written, live) => {
        const after = { ...common, ...changed };
        const recorded = projectState(common, written);
        const [was, is] = [leavesOf(recorded), leavesOf(live)];
        const state = leavesOf(projectUpdate({ before: common, after, recorded, live }, same));
        // The leaves of both, to find values that the state should not have.
        for (const path of new Set([...leavesOf(after).keys(), ...state.keys()])) {
          const keys: string[] = JSON.parse(path);
          expect(state.get(path)).toBe((isLeft(common, after, keys) ? was : is).get(path));
        }
      }),
    );
  });

  test("still shows a change by others at the next refresh", () => {
    const before = { ours: 1, theirs: 1, map: { a: "1", b: "1" } };
    const after = { ...before, ours: 2, map: { a: "1", b: "2" } };
    const live = { ours: 2, theirs: 9, map: { a: "9", b: "2" } };
    const state = projectUpdate({ before, after, recorded: before, live }, same);
    expect(state).toEqual({ ours: 2, theirs: 1, map: { a: "1", b: "2" } });
    expect(projectInputs({ declared: after, recorded: state, live: projectState(after, live) }, same)).toEqual(live);
  });
});

test.each<[live: Properties, state: Properties]>([
  [{}, { map: { a: "1" } }],
  [{ map: "theirs" }, { map: "theirs" }],
])("an update of a map that somebody else replaced or removed: the object %j leaves the state %j", (live, state) => {
  const [before, after] = [{ map: { a: "1", b: "1" } }, { map: { a: "1", b: "2" } }];
  expect(projectUpdate({ before, after, recorded: before, live }, same)).toEqual(state);
});

/** Whether the program did not change a field: its declaration, or its parent's, is equal. */
function isLeft(before: Properties, after: Properties, path: readonly string[]): boolean {
  return path.some((_, index) => {
    const [old, now] = [before, after].map((each) => valueAt(each, path.slice(0, index + 1)));
    return old !== undefined && meaningOf(old) === meaningOf(now);
  });
}

describe("the declared fields of an object", () => {
  test("are all of the state, with the server's values", () => {
    fc.assert(
      fc.property(tree, tree, (declared, live) => {
        const wanted = leavesOf(declared);
        const expected = [...leavesOf(live)].filter(([path]) => wanted.has(path));
        expect(leavesOf(projectState(declared, live))).toEqual(new Map(expected));
      }),
    );
  });

  test("keep the declared spelling of a value that the server normalized", () => {
    const recorded = { ttl: "60s" };
    const declared = { ttl: "1m" };
    expect(projectInputs({ declared, recorded, live: { ttl: "60s" } }, same)).toEqual({ ttl: "1m" });
    expect(projectInputs({ declared, recorded, live: { ttl: "90s" } }, same)).toEqual({ ttl: "90s" });
  });

  test("are compared at their path, in a read and after an update", () => {
    const paths: string[] = [];
    const compared = (path: Path, one: unknown, other: unknown) =>
      paths.push(formatPath(path)) > 0 && semanticEqual(one, other);
    const [before, after] = [{ a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }];
    projectInputs({ declared: before, recorded: before, live: after }, compared);
    projectUpdate({ before, after, recorded: before, live: after }, compared);
    expect(paths).toEqual(["a", "a.b", "a.b.c", "a", "a.b", "a.b.c"]);
  });
});

test("an import has no empty values", () => {
  const live = { a: "", b: 0, c: false, d: {}, e: [], f: { g: "" }, h: "x", i: ["", 0], j: { k: "", l: 1 } };
  expect(omitDefaults(live, (_, one, other) => semanticEqual(one, other))).toEqual({
    h: "x",
    i: ["", 0],
    j: { k: "", l: 1 },
  });
});
