import fc from "fast-check";
import { type Excess, readJson } from "../../../provider/api/foreignJson";
import { type Identity, identityProblem } from "../../../provider/api/identityProblem";
import { objectProblem } from "../../../provider/api/objectProblem";
import { inPlaceOfMark, signature, unknownTexts } from "../../../provider/api/pulumiMarks";

describe("JSON may be nested 200 levels deep and have a million values", () => {
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const listOf = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(",")}]`;
  const deepText = "[{".repeat(300);

  test.each<[what: string, text: string, excess: Excess | undefined]>([
    ["lists in 200 levels", lists(200), undefined],
    ["lists in 201 levels", lists(201), "depth"],
    ["objects in 200 levels", objects(200), undefined],
    ["objects in 201 levels", objects(201), "depth"],
    ["300 lists side by side", listOf(300, "[]"), undefined],
    ["300 objects side by side", listOf(300, '{"a":1}'), undefined],
    ["a million values in a list", listOf(1_000_000, "1"), undefined],
    ["a value more", listOf(1_000_001, "1"), "values"],
    ["a million members", `{${'"a":1,'.repeat(1_000_000)}"a":1}`, "values"],
    ["brackets in a text", `["${deepText}"]`, undefined],
    ["brackets after an escaped quote", `["\\"${deepText}"]`, undefined],
    ["brackets after a backslash and an escaped quote", `["\\\\\\"${deepText}"]`, undefined],
    ["brackets after two escaped quotes", `["\\"\\"${deepText}"]`, undefined],
    ["deep lists after a text", `["a",${lists(200)}]`, "depth"],
    ["deep lists after a text that ends with a backslash", `["\\\\",${lists(200)}]`, "depth"],
    ["a text without an end", `["${deepText}`, undefined],
  ])("%s", (_what, text, excess) => {
    expect((readJson(text) as { excess?: Excess }).excess).toBe(excess);
  });
});

const broken = "a text that is no valid Unicode";
const tooLarge = "a number that is too large";

test.each<[text: string, problem: string | undefined]>([
  ['"\\ud800"', broken],
  ['"\\uDFFF and more"', broken],
  ['{"a":["ok",{"b":"\\udc00\\ud800"}]}', broken],
  ['{"a\\ud83d":1}', broken],
  ['"\\ud83d\\ude00"', undefined],
  ["1e400", tooLarge],
  ["-1E+400", tooLarge],
  ['{"a":[1,null,true,{"b":1e999}]}', tooLarge],
  [`[${"9".repeat(310)}]`, tooLarge],
  [`[${"9".repeat(305)}]`, undefined],
  ['{"toString":1,"a":1e400}', tooLarge],
  ["1e308", undefined],
  ["1e-999", undefined],
  [`[${"1".repeat(250)}e99]`, tooLarge],
  ['{"a":"1e999","b":[null,true,{}],"c":7}', undefined],
])("a value that state cannot hold is found in %s", (text, problem) => {
  expect(readJson(text)).toEqual(problem === undefined ? { value: JSON.parse(text) } : { problem: `${problem}` });
});

describe("no marker of Pulumi comes from a platform", () => {
  const keys = [signature, "__pulumiAsset", "__pulumiArchive", "__pulumiOutput", "__pulumiResource", unknownTexts[1]];
  const markers = fc.oneof(
    fc.constantFrom(...unknownTexts),
    fc.dictionary(fc.constantFrom(...keys), fc.string(), { minKeys: 1 }),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      markers,
      fc.string(),
      fc.array(tie("tree")),
      fc.dictionary(fc.string(), tie("tree")),
    ),
  }));
  /** JSON in which each letter of a text is escaped. */
  const escaped = (json: string) =>
    json.replace(/(?<=[\w-])[0-9a-f](?=[\w-])/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  const isMark = (text: string) => [...keys, ...unknownTexts].includes(text as (typeof unknownTexts)[number]);

  test("at any depth, as a key or as a value, plain or escaped", () => {
    fc.assert(
      fc.property(tree, (value) => {
        for (const text of [JSON.stringify(value), escaped(JSON.stringify(value))]) {
          const { value: read } = readJson(text) as { value: unknown };
          const seen: string[] = [];
          JSON.stringify(read, (key, member) => {
            seen.push(key, ...(typeof member === "string" ? [member] : []));
            return member;
          });
          expect(seen.filter(isMark)).toEqual([]);
        }
      }),
    );
  });

  test("a text stands in its place, and all else is kept", () => {
    const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/passwd" };
    const text = JSON.stringify({ a: { b: [asset, 1] }, c: unknownTexts[0], d: `x${unknownTexts[0]}` });
    const { value } = readJson(text) as { value: unknown };
    expect(value).toEqual({
      a: { b: [{ path: "/etc/passwd", [inPlaceOfMark]: "c44067f5952c0a294b673a41bacd8c17" }, 1] },
      c: inPlaceOfMark,
      d: `x${unknownTexts[0]}`,
    });
  });
});

describe("an answer has the identity that was asked for", () => {
  const apiVersion = "management.loft.sh/v1";
  const of = (...collection: string[]): Identity => ({ apiVersion, collection });
  const [templates, cluster] = [{ ...of("spacetemplates"), name: "dev" }, of("namespaces", "p-web", "spaceinstances")];
  const metadata = { name: "dev" };
  const [elsewhere, there] = [{ metadata: { namespace: "p-other" } }, { metadata: { namespace: "p-web" } }];
  const foreign = "management.example.com/v1";

  test.each<[what: string, answered: object, asked: Identity]>([
    ["all fields", { apiVersion, kind: "SpaceTemplate", metadata }, templates],
    ["a name only", { metadata }, templates],
    ["any name for none", { metadata: { name: "prod" } }, of("spacetemplates")],
    ["any kind for none", { kind: "Project", metadata }, { apiVersion, name: "dev" }],
    ["ClusterAccess of clusteraccesses", { kind: "ClusterAccess" }, of("clusteraccesses")],
    ["NetworkPolicy of networkpolicies", { kind: "NetworkPolicy" }, of("networkpolicies")],
    ["MoviesPolicy of moviespolicies", { kind: "MoviesPolicy" }, of("moviespolicies")],
    ["Config of config", { kind: "Config" }, of("config")],
    ["the namespace", there, cluster],
    ["no namespace", { metadata: {} }, cluster],
    ["a namespace for none", there, of("spacetemplates")],
    ["a namespace below another parent", there, of("projects", "web", "spacetemplates")],
    ["any namespace for no collection", there, { apiVersion }],
  ])("%s", (_what, answered, asked) => {
    expect(identityProblem({ ...answered }, asked)).toBeUndefined();
  });

  test.each<[what: string, answered: object, asked: Identity, problem: string]>([
    ["another name", { metadata: { name: "prod" } }, templates, '"dev", but answered "prod"'],
    ["no name", { metadata: {} }, templates, '"dev", but answered nothing'],
    ["no metadata", {}, templates, '"dev", but answered nothing'],
    ["another vendor", { apiVersion: foreign }, of("a"), `"${apiVersion}", but answered "apiVersion ${foreign}"`],
    ["another kind", { kind: "Project", metadata }, templates, '"spacetemplates", but answered "kind Project"'],
    ["another namespace", elsewhere, cluster, '"namespace p-web", but answered "namespace p-other"'],
  ])("not %s", (_what, answered, asked, problem) => {
    expect(identityProblem({ ...answered }, asked)).toBe(`asked for ${problem}`);
  });
});

const tooLong = "x".repeat(1001);
const texts = "text of at most 1000 characters";
const managers = [{}, { manager: "kubectl", time: null, operation: "Update", fieldsV1: {} }];
const badManagers = [{}, [null], [{ manager: 1 }], [{ time: 1 }], [{ operation: {} }], [{}, { manager: tooLong }]];

/** The good and bad values of each form, and how the error names the form. */
const forms: Record<string, [good: unknown[], bad: unknown[], form: string]> = {
  name: [["", "a", "x".repeat(1000)], [1, true, {}, ["a"], tooLong], texts],
  number: [[0, 1.5], ["1", true, {}, [1]], "number"],
  object: [[{}, { a: 1 }], ["a", 1, true, []], "object"],
  textMap: [[{}, { a: "b", c: tooLong }], ["a", 1, ["a"], [], { a: 1 }, { a: "b", c: null }], "map of texts"],
  texts: [[[], ["a", tooLong]], ["a", {}, [1], ["a", 1]], "list of texts"],
  objects: [[[], [{}, { a: 1 }]], [{}, "a", ["a"], [{}, null]], "list of objects"],
  managers: [[[], managers], badManagers, "list of objects with texts"],
};

test.each(
  Object.entries({
    name:
      "apiVersion kind metadata.name metadata.generateName metadata.namespace metadata.uid metadata.resourceVersion " +
      "metadata.creationTimestamp metadata.deletionTimestamp",
    number: "metadata.generation metadata.deletionGracePeriodSeconds",
    object: "spec status",
    textMap: "metadata.labels metadata.annotations",
    texts: "metadata.finalizers",
    objects: "metadata.ownerReferences",
    managers: "metadata.managedFields",
  }).flatMap(([form, parts]) => parts.split(" ").map((part) => [part, form] as const)),
)("%s is a %s, null or absent", (part, name) => {
  const [good, bad, form] = forms[name] ?? [[], [], ""];
  const [key = "", inMetadata] = part.split(".");
  const holding = (value: unknown) => ({ metadata: {}, [key]: inMetadata ? { [inMetadata]: value } : value });
  for (const value of [...good, null, undefined]) expect(objectProblem(holding(value))).toBeUndefined();
  for (const value of bad) expect(objectProblem(holding(value))).toBe(`an object whose ${part} is no ${form}`);
});

test("an object has metadata and may have any other part", () => {
  for (const answered of [{}, { metadata: null }, { metadata: [] }, { metadata: "a" }])
    expect(objectProblem(answered)).toBe("an object without metadata");
  expect(objectProblem({ metadata: { selfLink: 1 }, auditPolicy: 1 })).toBeUndefined();
});
