import * as z from "zod";
import { check } from "../../../provider/engine";
import { pluginOnly } from "../../../provider/objects/fields";
import type { Properties } from "../../../provider/objects/values";
import type { Resource } from "../../../provider/resources/resource";

const naming = { resourceName: "res", suffix: "x7k2p9q" };

/** What is said of the one field of a resource. */
function saidOf(field: z.ZodType, value: unknown): string[] {
  const resource = { type: "Test", inputs: z.strictObject({ field }) } as unknown as Resource;
  const inputs = value === undefined ? {} : { field: value };
  return check(resource, { inputs, naming }).problems.map(({ property, reason }) => `${property} ${reason}`);
}

test.each<[string, string]>([
  ["What it is: a text. More of it.", "What it is."],
  ["Version v1.2 of it. More of it.", "Version v1.2 of it."],
  ["Where it is, http://x:1 say. More of it.", "Where it is, http://x:1 say."],
  ["One sentence only.", "One sentence only."],
  ["No sentence at all", "No sentence at all"],
])("a mistake is told with the first sentence on the field: %s", (description, hint) => {
  const field = z.string().describe(description);
  expect(saidOf(field, 5)).toEqual([`field must be a string, not a number. ${hint}`]);
  expect(saidOf(field, undefined)).toEqual([`field is required. ${hint}`]);
});

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "is required."],
  [z.string(), ["a"], "must be a string, not a list."],
  [z.string(), 1.5, "must be a string, not a fraction."],
  [z.string(), true, "must be a string, not true or false."],
  [z.array(z.string()), "a", "must be a list, not a string."],
  [z.string().min(1), "", "must not be empty."],
  [z.string().max(1), "ab", "is too large."],
  [z.string().min(1, "must have a name. Choose one"), "", "must have a name. Choose one."],
  [z.string().regex(/a/, "must be named too: Invalid is no name"), "b", "must be named too: Invalid is no name."],
  [z.union([z.string(), z.array(z.string())]), 1, "has the wrong type: it is a number."],
  [z.enum(["a", "b"]), "c", 'must be one of "a", "b".'],
])("a mistake on a field without a description is told in a sentence: %#", (field, value, words) => {
  expect(saidOf(field, value)).toEqual([`field ${words}`]);
});

test("of a field that may be several things, the mistake is told that lies inside of the one that was meant", () => {
  const field = z.union([z.string(), z.strictObject({ a: z.string(), b: z.string() }), z.array(z.string())]);
  expect(saidOf(field, { a: 1, b: "b" })).toEqual(["field.a must be a string, not a number."]);
  expect(saidOf(field, ["a", 1])).toEqual(["field[1] must be a string, not a number."]);
});

test("a property of no name that is known is told with those that are", () => {
  const field = z.strictObject({ a: z.string(), b: z.string().optional() }).optional();
  expect(saidOf(field, { a: "a", c: 1 })).toEqual([
    "field.c is not a property. Known here: a, b. Correct the spelling or remove it.",
  ]);
});

test("dynamic resources are told why a field works with the plugin only, where it is set", () => {
  const field = pluginOnly("the engine tells only that one")(z.string()).optional();
  const resource = { type: "Test", inputs: z.strictObject({ field, other: z.string() }) } as unknown as Resource;
  const problems = (inputs: Properties, isDynamic: boolean) => check(resource, { inputs, naming, isDynamic }).problems;
  const reason = "works with the plugin only, since the engine tells only that one.";
  expect(problems({ field: "a", other: "b" }, true)).toEqual([{ property: "field", reason }]);
  expect(problems({ other: "b" }, true)).toEqual([]);
  expect(problems({ field: "a", other: "b" }, false)).toEqual([]);
});
