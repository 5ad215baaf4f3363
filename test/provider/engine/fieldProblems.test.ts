import * as z from "zod";
import { check } from "../../../provider/engine/engine";
import { pluginOnly } from "../../../provider/objects/fields/fieldRules";
import type { Resource } from "../../../provider/objects/resource";
import type { Properties } from "../../../provider/objects/values";

const naming = { resourceName: "res", suffix: "x7k2p9q" };

/** The problems of a resource with one field. */
function problemsOf(field: z.ZodType, value: unknown): string[] {
  const resource = { type: "Test", inputs: z.strictObject({ field }), outputs: z.object({}) } as unknown as Resource;
  const inputs = value === undefined ? {} : { field: value };
  return check(resource, { inputs, naming }).problems.map(({ property, reason }) => `${property} ${reason}`);
}

test.each<[string, string]>([
  ["What it is: a text. More of it.", "What it is."],
  ["Version v1.2 is at http://x:1 say. More of it.", "Version v1.2 is at http://x:1 say."],
  ["No sentence at all", "No sentence at all"],
])("a problem has the first sentence of the description: %s", (description, hint) => {
  const field = z.string().describe(description);
  expect(problemsOf(field, 5)).toEqual([`field must be a string, not a number. ${hint}`]);
  expect(problemsOf(field, undefined)).toEqual([`field is required. ${hint}`]);
});

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "is required."],
  [z.string(), ["a"], "must be a string, not a list."],
  [z.string(), 1.5, "must be a string, not a fraction."],
  [z.string().min(1), "", "must not be empty."],
  [z.string().max(1), "ab", "is too large."],
  [z.string().min(1, "must have a name. Choose one"), "", "must have a name. Choose one."],
  [z.string().regex(/a/, "must be named too: Invalid is no name"), "b", "must be named too: Invalid is no name."],
  [z.union([z.string(), z.array(z.string())]), 1, "has the wrong type: it is a number."],
  [z.enum(["a", "b"]), "c", 'must be one of "a", "b".'],
])("a problem of a field without a description is a sentence: %#", (field, value, words) => {
  expect(problemsOf(field, value)).toEqual([`field ${words}`]);
});

class Instance {
  readonly a = "a";
}

test("no problem says that a value must be what it is", () => {
  const fields: z.ZodType[] = [
    ...[z.string(), z.number(), z.int(), z.boolean(), z.array(z.string()), z.strictObject({ a: z.string() })],
    z.record(z.string(), z.string()),
  ];
  const values = [null, [], {}, new Instance(), new Map(), "a", 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, true];
  const problems = values.flatMap((value) => fields.flatMap((field) => problemsOf(z.array(field), [value])));
  const plain = (type = "") => type.replace("a map", "an object").replace(/^a (whole number|fraction)$/, "a number");
  const contradictions = problems.filter((problem) => {
    const [, expected, given] = /^field\[0\] must be (.*), not (.*)\.$/.exec(problem) ?? [];
    return given !== undefined && plain(expected) === plain(given) && expected !== "a whole number";
  });
  expect(contradictions).toEqual([]);
});

test.each<[z.ZodType, unknown, string]>([
  [z.strictObject({}), null, "must be an object, not null."],
  [z.string(), null, "must be a string, not null."],
  [z.int(), Number.NaN, "must be a number, not NaN."],
  [z.int(), Number.NEGATIVE_INFINITY, "must be a number, not -Infinity."],
  [z.int(), -1e300, "is too small."],
  [z.record(z.string(), z.string()), new Instance(), "must be a map, not an instance of a class."],
  [z.string(), 10n, "must be a string, not a bigint."],
  [z.union([z.string(), z.array(z.string())]), null, "has the wrong type: it is null."],
])("an entry of a list with a value that JSON has not, or null, is named: %#", (field, value, words) => {
  expect(problemsOf(z.array(field), [value])).toContain(`field[0] ${words}`);
});

const alternatives = z.union([z.string(), z.strictObject({ a: z.string(), b: z.string() }), z.array(z.string())]);
const object = z.strictObject({ a: z.string(), b: z.string().optional() }).optional();
const unknownKey = "field.c is not a property. Known here: a, b. Correct the spelling or remove it.";

test.each<[string, z.ZodType, unknown, string]>([
  ["inside an object of a union", alternatives, { a: 1, b: "b" }, "field.a must be a string, not a number."],
  ["inside a list of a union", alternatives, ["a", 1], "field[1] must be a string, not a number."],
  ["of an unknown key names the known ones", object, { a: "a", c: 1 }, unknownKey],
])("a problem %s", (_, field, value, problem) => {
  expect(problemsOf(field, value)).toEqual([problem]);
});

test("a field for the plugin only is a problem of a dynamic resource that sets it", () => {
  const field = pluginOnly("the engine tells only that one")(z.string()).optional();
  const inputs = z.strictObject({ field, other: z.string() });
  const resource = { type: "Test", inputs, outputs: z.object({}) } as unknown as Resource;
  const problems = (inputs: Properties, isDynamic: boolean) => check(resource, { inputs, naming, isDynamic }).problems;
  const reason =
    "works with the plugin only, because the engine tells only that one. Import the class from " +
    "pulumi-vcluster-platform-plugin: see docs/classes-or-plugin.md.";
  expect(problems({ field: "a", other: "b" }, true)).toEqual([{ property: "field", reason }]);
  expect(problems({ other: "b" }, true)).toEqual([]);
  expect(problems({ field: "a", other: "b" }, false)).toEqual([]);
});
