import fc from "fast-check";
import { objectName } from "../../../provider/objects/metadata";
import { asDnsName, isNameMadeUp, withName } from "../../../provider/objects/naming";
import type { Naming } from "../../../provider/objects/operation";
import { unknown } from "../../../provider/objects/values";

const naming = (more: Partial<Naming> = {}): Naming => ({ resourceName: "res", suffix: "x7k2p9q", ...more });

/** The rule of RFC 1123 for subdomains, in words: labels of lower case letters, digits and dashes, joined with dots. */
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
const suffix = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"),
  minLength: 7,
  maxLength: 7,
});

describe("a made-up name", () => {
  test("is valid for any resource name, keeps the suffix and is noted", () => {
    fc.assert(
      fc.property(anyName, suffix, (resourceName, random) => {
        const inputs = withName({}, undefined, naming({ resourceName, suffix: random }));
        expect(isSubdomain(inputs.name)).toBe(true);
        expect(objectName.safeParse(inputs.name).success).toBe(true);
        expect(inputs.name).toMatch(new RegExp(`${random}$`));
        expect(isNameMadeUp(inputs)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["web", "web-x7k2p9q"],
    ["My App", "my-app-x7k2p9q"],
    ["a_b/c", "a-b-c-x7k2p9q"],
    ["-.a", "a-x7k2p9q"],
    ["é", "x7k2p9q"],
    ["a..b", "a.b-x7k2p9q"],
    ["a-.-b", "a.b-x7k2p9q"],
  ])("of the resource %j is %j", (resourceName, name) => {
    expect(withName({}, undefined, naming({ resourceName })).name).toBe(name);
  });

  test("begins with generateName, whatever the resource is called", () => {
    const prefix = fc.stringMatching(/^[a-z0-9][-a-z0-9.]{0,300}$/);
    fc.assert(
      fc.property(prefix, anyName, suffix, (generateName, resourceName, random) => {
        const { name } = withName({ generateName }, undefined, naming({ resourceName, suffix: random }));
        expect(name).toBe(generateName.slice(0, 253 - random.length) + random);
      }),
    );
  });

  test("is unknown as long as generateName is", () => {
    expect(withName({ generateName: unknown }, undefined, naming())).toEqual({
      generateName: unknown,
      name: unknown,
      __defaults: ["name"],
    });
  });

  test("of nothing but signs is still a name", () => {
    expect(asDnsName("///")).toBe("object");
  });
});

describe("the program's own name", () => {
  test.each(["fixed", "Not Valid", "", unknown])("%p is kept as it is and not noted", (name) => {
    const previous = { name: "before", __defaults: ["name"] };
    const inputs = withName({ name, generateName: "g-" }, previous, naming());
    expect(inputs).toEqual({ name, generateName: "g-" });
  });
});

describe("the name of the last run", () => {
  test.each<[string, object]>([
    ["the resource's name", {}],
    ["generateName", { generateName: "other-" }],
  ])("is kept, with its note, although %s changed", (_, inputs) => {
    const previous = { name: "before-1234567", __defaults: ["name"] };
    expect(withName({ ...inputs }, previous, naming())).toEqual({ ...inputs, ...previous });
  });

  test("is kept without a note when the program fixed it", () => {
    expect(withName({}, { name: "fixed" }, naming())).toEqual({ name: "fixed" });
  });

  test("says nothing while it is unknown", () => {
    expect(withName({}, { name: unknown }, naming()).name).toBe("res-x7k2p9q");
  });
});

describe("the engine's autonaming settings", () => {
  test("propose a name, which is made valid", () => {
    const proposal = { name: "My Stack_res", enforced: false };
    expect(withName({}, undefined, naming({ proposal })).name).toBe("my-stack-res");
  });

  test("may demand a name, which is taken as it is", () => {
    const proposal = { name: "My Stack_res", enforced: true };
    expect(withName({}, undefined, naming({ proposal })).name).toBe("My Stack_res");
  });

  test("may forbid made-up names: then there is none", () => {
    expect(withName({}, undefined, naming({ proposal: "disabled" }))).toEqual({});
  });

  test("do not forbid a prefix, a name of the program or that of the last run", () => {
    const disabled = naming({ proposal: "disabled" });
    expect(withName({ generateName: "g-" }, undefined, disabled).name).toBe("g-x7k2p9q");
    expect(withName({ name: "mine" }, undefined, disabled).name).toBe("mine");
    expect(withName({}, { name: "before" }, disabled).name).toBe("before");
  });
});
