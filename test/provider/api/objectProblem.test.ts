import { objectProblem } from "../../../provider/api/objectProblem";

const longest = "x".repeat(1000);
const tooLong = "x".repeat(1001);

/** What is allowed for a part of each form, what is not, and the words for the latter. */
const forms = {
  name: { good: ["", "a", longest], bad: [1, true, {}, ["a"], tooLong], words: "text of at most 1000 characters" },
  number: { good: [0, 1.5], bad: ["1", true, {}, [1]], words: "number" },
  object: { good: [{}, { a: 1 }], bad: ["a", 1, true, []], words: "object" },
  textMap: {
    good: [{}, { a: "b", c: tooLong }],
    bad: ["a", 1, ["a"], [], { a: 1 }, { a: "b", c: null }],
    words: "map of texts",
  },
  texts: { good: [[], ["a", tooLong]], bad: ["a", {}, [1], ["a", 1]], words: "list of texts" },
  objects: { good: [[], [{}, { a: 1 }]], bad: [{}, "a", ["a"], [{}, null]], words: "list of objects" },
  managers: {
    good: [[], [{}, { manager: "kubectl", time: null, operation: "Update", fieldsV1: {} }]],
    bad: [{}, ["a"], [null], [{ manager: 1 }], [{ time: 1 }], [{ operation: {} }], [{}, { manager: tooLong }]],
    words: "list of objects with texts",
  },
} as const;

const ofObject: [part: string, form: keyof typeof forms][] = [
  ["apiVersion", "name"],
  ["kind", "name"],
  ["spec", "object"],
  ["status", "object"],
];

const ofMetadata: typeof ofObject = [
  ["name", "name"],
  ["generateName", "name"],
  ["namespace", "name"],
  ["uid", "name"],
  ["resourceVersion", "name"],
  ["creationTimestamp", "name"],
  ["deletionTimestamp", "name"],
  ["generation", "number"],
  ["deletionGracePeriodSeconds", "number"],
  ["labels", "textMap"],
  ["annotations", "textMap"],
  ["finalizers", "texts"],
  ["ownerReferences", "objects"],
  ["managedFields", "managers"],
];

const both: [part: string, form: keyof typeof forms, holding: (value: unknown) => Record<string, unknown>][] = [
  ...ofObject.map(([key, form]) => [key, form, (value: unknown) => ({ metadata: {}, [key]: value })] as const),
  ...ofMetadata.map(
    ([key, form]) => [`metadata.${key}`, form, (value: unknown) => ({ metadata: { [key]: value } })] as const,
  ),
].map((row) => [...row]);

test.each(both)("%s is a %s, null or absent", (part, form, holding) => {
  const { good, bad, words } = forms[form];
  for (const value of [...good, null, undefined]) expect(objectProblem(holding(value))).toBeUndefined();
  for (const value of bad) expect(objectProblem(holding(value))).toBe(`an object whose ${part} is no ${words}`);
});

test.each([[{}], [{ metadata: null }], [{ metadata: [] }], [{ metadata: "a" }]])("%j has no metadata", (answered) => {
  expect(objectProblem(answered)).toBe("an object without metadata");
});

test("an object may have any other part", () => {
  expect(objectProblem({ metadata: { selfLink: 1 }, auditPolicy: 1 })).toBeUndefined();
});
