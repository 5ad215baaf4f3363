import { rulesOf } from "../../../provider/objects/fields.js";
import { metadataInputs, timestamp } from "../../../provider/objects/metadata.js";

/** What is wrong with a value of an input, in the words of its field. */
const problemsOf = (inputs: object) =>
  metadataInputs.safeParse(inputs).error?.issues.map(({ message }) => message) ?? [];

test.each<[unknown, unknown, boolean]>([
  ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000Z", true],
  ["2026-01-01T10:00:00Z", "2026-01-01T12:00:00+02:00", true],
  ["2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z", false],
  ["2026-01-01T10:00:00Z", undefined, false],
  [1767261600000, "2026-01-01T10:00:00Z", false],
  ["2026", 2026, false],
  ["", undefined, true],
  ["no time", "no time", true],
  ["no time", "another", false],
])("the times %j and %j are the same moment: %p", (one, other, expected) => {
  const { same } = rulesOf(timestamp);
  expect(same?.(one, other)).toBe(expected);
  expect(same?.(other, one)).toBe(expected);
});

describe("owner references", () => {
  const owner = (uid: string, controller?: boolean) => ({
    apiVersion: "apps/v1",
    kind: "K",
    name: "n",
    uid,
    controller,
  });

  test.each<[string, object[], string[]]>([
    ["one controller", [owner("1", true)], []],
    ["one controller among others", [owner("1", true), owner("2", false), owner("3")], []],
    ["no controller", [owner("1"), owner("2")], []],
    ["two controllers", [owner("1", true), owner("2", true)], ["must not have more than one controller"]],
  ])("with %s", (_, ownerReferences, problems) => {
    expect(problemsOf({ ownerReferences })).toEqual(problems);
  });

  test.each(["", "a/b", ".."])("cannot lead to an object called %j", (name) => {
    expect(problemsOf({ ownerReferences: [{ ...owner("1"), name }] })).toHaveLength(1);
  });

  test("are the same whatever their order, by uid", () => {
    const { same, sharedBy } = rulesOf(metadataInputs.shape.ownerReferences);
    expect(same?.([owner("1"), owner("2")], [owner("2"), owner("1")])).toBe(true);
    expect(same?.([owner("1")], [owner("2")])).toBe(false);
    expect([sharedBy?.(owner("1")), sharedBy?.("no object")]).toEqual(["1", "no object"]);
  });
});

test.each(["labels", "annotations"])("%s of a program have no key of the provider's own", (field) => {
  const keysOf = (key: string) => metadataInputs.safeParse({ [field]: { [key]: "team-web" } }).error?.issues[0]?.path;
  expect(keysOf("pulumi-platform/owner")).toEqual([field, "pulumi-platform/owner"]);
  expect(keysOf("pulumi-platform.example.com/owner")).toBeUndefined();
  expect(keysOf("pulumi-platform")).toBeUndefined();
});

test.each([262_144, 262_145])("annotations may be 256 KiB in all, keys and bytes counted: %i", (bytes) => {
  const annotations = { k: "ü".repeat(131_000), l: "x".repeat(bytes - 262_002) };
  expect(problemsOf({ annotations })).toEqual(bytes > 262_144 ? ["must be no more than 262144 bytes in all"] : []);
});
