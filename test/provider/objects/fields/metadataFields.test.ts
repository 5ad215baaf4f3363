import fc from "fast-check";
import { asDnsName, isAutonamed, withName } from "../../../../provider/objects/fields/autonaming";
import { rulesOf } from "../../../../provider/objects/fields/fieldRules";
import { metadataInputs, objectName, timestamp } from "../../../../provider/objects/fields/metadataFields";
import type { Naming } from "../../../../provider/objects/operation";
import { type Properties, unknown } from "../../../../provider/objects/values";

const naming = (more: Partial<Naming> = {}): Naming => ({ resourceName: "res", suffix: "x7k2p9q", ...more });

/** An RFC 1123 subdomain: labels of lower case letters, digits and dashes, joined by dots. */
function isSubdomain(name: unknown): boolean {
  const isAllowed = (character: string) => "abcdefghijklmnopqrstuvwxyz0123456789-".includes(character);
  const isLabel = (label: string) =>
    label !== "" && !label.startsWith("-") && !label.endsWith("-") && [...label].every(isAllowed);
  return typeof name === "string" && name.length <= 253 && name.split(".").every(isLabel);
}

const anyName = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."aZ0-. _/é日"), maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(..."abc-"), minLength: 240, maxLength: 260, size: "max" }),
);
const suffix = fc.stringMatching(/^[a-z0-9]{7}$/);

describe("a generated name", () => {
  test("is valid for any resource name, has the suffix and is recorded as generated", () => {
    fc.assert(
      fc.property(anyName, suffix, (resourceName, random) => {
        const inputs = withName({}, undefined, naming({ resourceName, suffix: random }));
        expect(isSubdomain(inputs.name)).toBe(true);
        expect(objectName.safeParse(inputs.name).success).toBe(true);
        expect(inputs.name).toMatch(new RegExp(`${random}$`));
        expect(isAutonamed(inputs)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("begins with generateName", () => {
    const prefix = fc.stringMatching(/^[a-z0-9][-a-z0-9.]{0,300}$/);
    fc.assert(
      fc.property(prefix, anyName, suffix, (generateName, resourceName, random) => {
        const { name } = withName({ generateName }, undefined, naming({ resourceName, suffix: random }));
        expect(name).toBe(generateName.slice(0, 253 - random.length) + random);
      }),
    );
  });
});

const made = { __defaults: ["name"] };
const before = { name: "before-1234567", ...made };
const proposal = (enforced: boolean) => ({ proposal: { name: "My Stack_res", enforced } });
const disabled = { proposal: "disabled" } as const;
const [none, g] = [undefined, { generateName: "g-" }];

test.each<[string, inputs: Properties, previous: Properties | undefined, Partial<Naming>, added: Properties]>([
  ["is made from the resource name", {}, none, { resourceName: "My App" }, { name: "my-app-x7k2p9q", ...made }],
  ["may be the suffix only", {}, none, { resourceName: "é" }, { name: "x7k2p9q", ...made }],
  [
    "keeps the beginning of a long resource name",
    {},
    none,
    { resourceName: `web-${"a".repeat(300)}` },
    { name: `web-${"a".repeat(241)}-x7k2p9q`, ...made },
  ],
  ["has no dash beside a dot", {}, none, { resourceName: "a-.-b" }, { name: "a.b-x7k2p9q", ...made }],
  ["is unknown if generateName is", { generateName: unknown }, none, {}, { name: unknown, ...made }],
  ["is unknown if the suffix is", g, none, { suffix: unknown }, { name: unknown, ...made }],
  ["of the program is kept", { name: "fixed", ...g }, before, {}, {}],
  ["of the program is kept if it is empty", { name: "", ...g }, before, {}, {}],
  ["of the program is kept if it is unknown", { name: unknown, ...g }, before, {}, {}],
  ["of the last run is kept", {}, before, {}, before],
  ["of the last run is kept if generateName changes", { generateName: "other-" }, before, {}, before],
  ["of the last run is not noted if the program fixed it", {}, { name: "fixed" }, {}, { name: "fixed" }],
  ["of the last run is ignored if it is unknown", {}, { name: unknown }, {}, { name: "res-x7k2p9q", ...made }],
  ["of the engine is made valid", {}, none, proposal(false), { name: "my-stack-res", ...made }],
  ["of the engine is kept if it is enforced", {}, none, proposal(true), { name: "My Stack_res", ...made }],
  ["is absent if the engine disables it", {}, none, disabled, {}],
  ["has its prefix if the engine disables it", g, none, disabled, { name: "g-x7k2p9q", ...made }],
  ["of the last run is kept if the engine disables it", {}, { name: "before" }, disabled, { name: "before" }],
])("the name %s", (_, inputs, previous, more, added) => {
  expect(withName(inputs, previous, naming(more))).toEqual({ ...inputs, ...added });
});

test.each([
  ["My & App", "my-app"],
  ["-.a--", "a"],
  ["///", "object"],
  [`${"a".repeat(244)}-bbbbbbbb`, `${"a".repeat(244)}-bbbbbbbb`],
  [`${"a".repeat(243)}---bbbbbbbb`, `${"a".repeat(243)}bbbbbbbb`],
])("%j as a DNS name is %s", (text, name) => {
  expect(asDnsName(text)).toBe(name);
});

/** The messages about a value of an input. */
const problemsOf = (inputs: object) =>
  metadataInputs.safeParse(inputs).error?.issues.map(({ message }) => message) ?? [];

test.each<[unknown, unknown, boolean]>([
  ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000Z", true],
  ["2026-01-01T10:00:00Z", "2026-01-01T12:00:00+02:00", true],
  ["2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z", false],
  ["2026", 2026, false],
  ["", undefined, true],
  ["no time", "another", false],
])("the times %j and %j are equal: %p", (one, other, expected) => {
  const { equal } = rulesOf(timestamp);
  expect(equal?.(one, other)).toBe(expected);
  expect(equal?.(other, one)).toBe(expected);
});

describe("owner references", () => {
  const owner = (uid: string, more: object = {}) => ({ apiVersion: "apps/v1", kind: "K", name: "n", uid, ...more });
  const [yes, no] = [{ controller: true }, { controller: false }];

  test.each<[string, object[], problems: (string | object)[]]>([
    ["one controller among others", [owner("1", yes), owner("2", no), owner("3")], []],
    ["two controllers", [owner("1", yes), owner("2", yes)], ["must not have more than one controller"]],
    ["an empty name", [owner("1", { name: "" })], [expect.any(String)]],
    ["a slash in a name", [owner("1", { name: "a/b" })], [expect.any(String)]],
  ])("with %s", (_, ownerReferences, problems) => {
    expect(problemsOf({ ownerReferences })).toEqual(problems);
  });

  test("are compared by uid, in any order", () => {
    const { equal, sharedBy } = rulesOf(metadataInputs.shape.ownerReferences);
    expect(equal?.([owner("1"), owner("2")], [owner("2"), owner("1")])).toBe(true);
    expect(equal?.([owner("1")], [owner("2")])).toBe(false);
    expect([sharedBy?.(owner("1")), sharedBy?.("no object")]).toEqual(["1", "no object"]);
  });
});

test("finalizers must be unique; another generateName is no change", () => {
  expect(problemsOf({ finalizers: ["a.test/b", "a.test/b"] })).toEqual(["must not have the same entry twice"]);
  expect(rulesOf(metadataInputs.shape.generateName).equal?.("a-", "b-")).toBe(true);
});

test.each(["labels", "annotations"])("%s have no reserved key", (field) => {
  const keysOf = (key: string) => metadataInputs.safeParse({ [field]: { [key]: "team-web" } }).error?.issues[0]?.path;
  expect(keysOf("pulumi-vcluster-platform/owner")).toEqual([field, "pulumi-vcluster-platform/owner"]);
  expect(keysOf("pulumi-vcluster-platform.example.com/owner")).toBeUndefined();
  expect(keysOf("pulumi-vcluster-platform")).toBeUndefined();
});

test.each([262_144, 262_145])("annotations have at most 256 KiB, keys included: %i", (bytes) => {
  const annotations = { k: "ü".repeat(131_000), l: "x".repeat(bytes - 262_002) };
  expect(problemsOf({ annotations })).toEqual(bytes > 262_144 ? ["must be no more than 262144 bytes in all"] : []);
});
