import fc from "fast-check";
import type { Config } from "../../../provider/config/config";
import { type CheckResult, check } from "../../../provider/engine/engine";
import type { Resource } from "../../../provider/objects/resource";
import { type Properties, parsePath, unknown } from "../../../provider/objects/values";
import { specKeys } from "../../../provider/objects/wire/objectShape";
import { resources } from "../../../provider/resources/registry";
import { fullInputs } from "../../support/fullInputs";

const [templates, keys] = ["SpaceTemplate", "OwnedAccessKey"];
const byType = Object.fromEntries(resources.map((resource) => [resource.type, resource]));
const resourceOf = (type: string) => byType[type] as Resource;
const config = { cliScopeField: "allowAcmeCli" } as Config;
const careful = { name: "n", ttl: 3600, groups: ["g"] };

function checked(type: string, inputs: Properties, secrets: string[] = []): CheckResult {
  const secretPaths = secrets.map(parsePath);
  const naming = { resourceName: "res", suffix: "x" };
  return check(resourceOf(type), { inputs: { name: "n", ...inputs }, naming, secretPaths, config });
}

/** The warnings about fields of `extraSpec`. */
const warned = ({ warnings }: CheckResult) =>
  warnings.filter(({ property }) => property.startsWith("extraSpec")).map(({ property }) => property);

type Row = [type: string, inputs: Properties, expected: Properties, warned: string[]];

describe("a field of extraSpec that has a property of its own", () => {
  test.each<Row>([
    [templates, { extraSpec: { displayName: "d" } }, { displayName: "d" }, ["displayName"]],
    [templates, { extraSpec: { displayName: "d", x: 1 } }, { displayName: "d", extraSpec: { x: 1 } }, ["displayName"]],
    [
      templates,
      { extraSpec: { owner: { user: "u", more: 1 }, versions: [], more: [{ owner: 1 }] } },
      { owner: { user: "u" }, versions: [], extraSpec: { owner: { more: 1 }, more: [{ owner: 1 }] } },
      ["owner.user", "versions"],
    ],
    [
      templates,
      { template: { objects: "" }, extraSpec: { template: { metadata: { labels: { a: "b" } } } } },
      { template: { objects: "", metadata: { labels: { a: "b" } } } },
      ["template.metadata.labels"],
    ],
    [keys, { extraSpec: { user: "u", key: "k" } }, { user: "u", key: "k" }, ["user", "key"]],
    [keys, { extraSpec: { ttl: 0, disabled: false } }, { ttl: 0, disabled: false }, ["ttl", "disabled"]],
    [keys, { user: null, extraSpec: { user: "u" } }, { user: "u" }, ["user"]],
    [keys, { scope: null, extraSpec: { scope: { rules: [] } } }, { scope: { rules: [] } }, ["scope.rules"]],
  ])("moves to it with one warning: %s %j", (type, inputs, expected, fields) => {
    const result = checked(type, inputs);
    expect(result.problems).toEqual([]);
    expect(result.inputs).toEqual({ name: "n", ...expected });
    expect(warned(result)).toEqual(fields.map((field) => `extraSpec.${field}`));
  });

  test("is found by its name on the wire, which contains the vendor", () => {
    const result = checked(keys, { extraSpec: { scope: { allowAcmeCli: true, allowLoftCli: true } } });
    expect(result.inputs).toEqual({
      name: "n",
      scope: { allowCli: true },
      extraSpec: { scope: { allowLoftCli: true } },
    });
    expect(result.warnings).toContainEqual({
      property: "extraSpec.scope.allowAcmeCli",
      reason:
        "has a property of its own, to which the value is moved. Set `scope.allowCli` on the resource, not in `extraSpec`.",
    });
  });

  test.each<Row>([
    [templates, { displayName: "ours", extraSpec: { displayName: "x" } }, { displayName: "ours" }, ["displayName"]],
    [
      templates,
      { displayName: "", extraSpec: { displayName: "x", y: 1 } },
      { displayName: "", extraSpec: { y: 1 } },
      ["displayName"],
    ],
    [templates, { displayName: unknown, extraSpec: { displayName: "x" } }, { displayName: unknown }, ["displayName"]],
    [
      keys,
      { scope: { projects: [] }, extraSpec: { scope: { projects: [{ project: "p" }], spaces: [] } } },
      { scope: { projects: [], spaces: [] } },
      ["scope.projects", "scope.spaces"],
    ],
  ])("loses to a declared property, with a warning: %s %p", (type, inputs, expected, fields) => {
    const result = checked(type, inputs);
    expect(result.inputs).toEqual({ name: "n", ...expected });
    expect(warned(result)).toEqual(fields.map((field) => `extraSpec.${field}`));
    expect(result.warnings.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^is ignored, because the property `[\w.]+` is declared\. Remove it from `extraSpec`\.$/),
    );
  });

  test("obeys the rules of its property, whose name problems have", () => {
    const { problems, warnings } = checked(keys, { extraSpec: { ttl: -1, subject: "s", user: "u", rules: [] } });
    expect(problems.map(({ property }) => property)).toEqual(["ttl", "subject"]);
    expect(warnings.map(({ property }) => property)).toEqual(expect.arrayContaining(["rules", "extraSpec.rules"]));
  });

  test.each<[Properties, string]>([
    [{ oidcLogin: { idToken: "aWQ=" } }, "oidcLogin.idToken"],
    [{ identity: { connectorData: "aWQ=" } }, "identity.connectorData"],
  ])("stays an error where the platform holds bytes: %j", (extraSpec, field) => {
    const { problems, inputs } = checked(keys, { ...careful, extraSpec });
    expect(problems).toEqual([
      {
        property: `extraSpec.${field}`,
        reason: `has a property of its own: set \`${field}\` on the resource, not in \`extraSpec\`.`,
      },
    ]);
    expect(inputs).toEqual({ ...careful, extraSpec });
  });
});

test.each<[string, Properties]>([
  [templates, { name: "a", labels: {}, generateName: "g", conflictPolicy: "x", apiVersion: 1, future: { user: "u" } }],
  [keys, { rotationTriggers: {}, allowSelfLockout: true, key2: "k", scope: { future: [] } }],
  [keys, { scope: {} }],
  [keys, {}],
])("fields of extraSpec without a property stay: %s %j", (type, extraSpec) => {
  const result = checked(type, { ...careful, ttl: undefined, groups: undefined, extraSpec });
  expect(result.problems).toEqual([]);
  expect(result.inputs).toEqual({ name: "n", extraSpec });
  expect(warned(result)).toEqual([]);
});

test("a kind without extraSpec has none", () => {
  const sourceVirtualCluster = { cluster: "c", namespace: "ns", name: "vc" };
  const { problems } = checked("VirtualClusterImport", {
    ...{ project: "p", sourceVirtualCluster },
    extraSpec: { project: "x" },
  });
  expect(problems.map(({ property }) => property)).toEqual(["extraSpec"]);
});

describe("unknown values in a preview", () => {
  test.each<[what: string, inputs: Properties, expected: Properties]>([
    ["an unknown extraSpec stays", { extraSpec: unknown }, { extraSpec: unknown }],
    ["an unknown field moves", { extraSpec: { user: unknown } }, { user: unknown }],
    ["an unknown object moves", { extraSpec: { scope: unknown } }, { scope: unknown }],
    ["an unknown field without a property stays", { extraSpec: { x: unknown } }, { extraSpec: { x: unknown } }],
    [
      "a field of an unknown object stays, because the object may declare it",
      { scope: unknown, extraSpec: { scope: { projects: [] } } },
      { scope: unknown, extraSpec: { scope: { projects: [] } } },
    ],
    [
      "an unknown object stays beside a declared one, because both may be merged",
      { scope: { projects: [] }, extraSpec: { scope: unknown } },
      { scope: { projects: [] }, extraSpec: { scope: unknown } },
    ],
  ])("%s", (_, inputs, expected) => {
    const result = checked(keys, { ...careful, ...inputs });
    expect(result.problems).toEqual([]);
    expect(result.inputs).toEqual({ ...careful, ...expected });
  });
});

describe("secrets", () => {
  test.each<[marked: string, extraSpec: Properties, found: string[]]>([
    ["extraSpec", { displayName: "d", x: 1, scope: { projects: [] } }, ["extraSpec", "displayName", "scope.projects"]],
    ["extraSpec.scope", { scope: { projects: [] }, user: "u" }, ["extraSpec.scope", "scope.projects"]],
    ["extraSpec.user", { user: "u", team: "t" }, ["extraSpec.user", "user"]],
    ["extraSpec.groups[*]", { groups: ["a"] }, ["extraSpec.groups[*]", "groups[*]"]],
    ["extraSpec.x", { user: "u", x: 1 }, ["extraSpec.x"]],
    ["displayName", { user: "u" }, ["displayName"]],
  ])("marked at %s stay secret in %j", (marked, extraSpec, found) => {
    expect(checked(keys, { extraSpec }, [marked]).secrets).toEqual(found.map(parsePath));
  });

  test("are shown by no warning and no problem", () => {
    const secret = "canary-0123456789";
    const extraSpec = { key: `${secret} `, displayName: secret, ttl: secret, user: secret, [secret]: 1 };
    for (const marks of [["key"], ["key", "extraSpec"]]) {
      const { problems, warnings } = checked(keys, { user: "u", extraSpec: { ...extraSpec } }, marks);
      expect(JSON.stringify([problems, warnings])).not.toContain(secret);
    }
  });
});

describe.each([templates, keys])("every %s", (type) => {
  const resource = resourceOf(type);
  const known = specKeys(resource.inputs);
  const full = (fullInputs()[type]?.[0] ?? {}) as Properties;
  // A platform may hold bytes where these have text.
  const bytes = ["oidcLogin", "identity"];
  const movable = known.filter((key) => full[key] !== undefined && !bytes.includes(key));
  const { inputs: declared } = checked(type, full);

  test("equals one that declares the same fields as properties", () => {
    fc.assert(
      fc.property(fc.subarray(movable), (moved) => {
        const inside = Object.fromEntries(moved.map((key) => [key, full[key]]));
        const others = Object.fromEntries(Object.entries(full).filter(([key]) => !moved.includes(key)));
        const result = checked(type, { ...others, extraSpec: { ...inside, ...(full.extraSpec as Properties) } });
        expect(result.problems).toEqual([]);
        expect(result.inputs).toEqual(declared);
        expect(warned(result).length >= moved.length).toBe(true);
      }),
    );
  });

  test("that was checked has nothing to move, and checks do not change what they are given", () => {
    fc.assert(
      fc.property(fc.subarray(movable), (moved) => {
        const given = { extraSpec: Object.fromEntries(moved.map((key) => [key, full[key]])) };
        const copy = structuredClone(given);
        const { inputs } = checked(type, given);
        expect(given).toEqual(copy);
        const again = checked(type, inputs);
        expect(again.inputs).toEqual(inputs);
        expect(warned(again)).toEqual([]);
      }),
    );
  });
});
