import * as z from "zod";
import { check } from "../../../provider/engine/engine";
import { pluginOnly } from "../../../provider/objects/fields/fieldRules";
import type { Properties } from "../../../provider/objects/values";
import type { Resource } from "../../../provider/resources/resource";

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
  const reason = "works with the plugin only, because the engine tells only that one.";
  expect(problems({ field: "a", other: "b" }, true)).toEqual([{ property: "field", reason }]);
  expect(problems({ other: "b" }, true)).toEqual([]);
  expect(problems({ field: "a", other: "b" }, false)).toEqual([]);
});
