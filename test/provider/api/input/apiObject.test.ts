import fc from "fast-check";
import { apiObjectProblem, type ExpectedIdentity, identityProblem } from "../../../../provider/api/input/apiObject";
import { markerPlaceholder, readJson, signature, unknownSentinels } from "../../../../provider/api/input/untrustedJson";

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each([
  ["lists in 200 levels", lists(200), false],
  ["lists in 201 levels", lists(201), true],
  ["lists in a million levels", lists(1_000_000), true],
  ["objects in 200 levels", objects(200), false],
  ["objects in 201 levels", objects(201), true],
  ["300 lists side by side", `[${"[],".repeat(299)}[]]`, false],
  ["deep lists after others", `[[],{"a":[]},${lists(200)}]`, true],
  ["deep lists with an escape", `["\\u0061",${lists(200)}]`, true],
  ["brackets in a text", `["${"[{".repeat(300)}"]`, false],
])("JSON may have 200 levels of nesting: %s", (_what, text, isTooDeep) => {
  const problem = { problem: "JSON that is nested more than 200 levels deep" };
  expect(readJson(text)).toEqual(isTooDeep ? problem : { value: JSON.parse(text) });
});

const broken = "a text that is not valid Unicode";
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
])("a value that state cannot store is rejected: %s", (text, problem) => {
  expect(readJson(text)).toEqual(problem === undefined ? { value: JSON.parse(text) } : { problem: `${problem}` });
});

describe("markers of Pulumi in platform data", () => {
  const kinds = ["Asset", "Archive", "Output", "Resource"];
  const keys: string[] = [signature, unknownSentinels[1], ...kinds.map((kind) => `__pulumi${kind}`)];
  const markers = fc.oneof(
    fc.constantFrom(...unknownSentinels),
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
  /** Escapes each letter of the texts in JSON. */
  const escaped = (json: string) =>
    json.replace(/(?<=[\w-])[0-9a-f](?=[\w-])/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  const isMark = (text: string) => [...keys, ...unknownSentinels].includes(text);

  test("are removed at any depth, as a key or as a value, plain or escaped", () => {
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

  test("are replaced by a placeholder, and other data is kept", () => {
    const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", path: "/etc/passwd" };
    const text = JSON.stringify({ a: { b: [asset, 1] }, c: unknownSentinels[0], d: `x${unknownSentinels[0]}` });
    const { value } = readJson(text) as { value: unknown };
    expect(value).toEqual({
      a: { b: [{ path: "/etc/passwd", [markerPlaceholder]: "c44067f5952c0a294b673a41bacd8c17" }, 1] },
      c: markerPlaceholder,
      d: `x${unknownSentinels[0]}`,
    });
  });
});

describe("the identity of a response", () => {
  const apiVersion = "management.loft.sh/v1";
  const of = (...collection: string[]): ExpectedIdentity => ({ apiVersion, collection });
  const [templates, cluster] = [{ ...of("spacetemplates"), name: "dev" }, of("namespaces", "p-web", "spaceinstances")];
  const metadata = { name: "dev" };
  const [elsewhere, there] = [{ metadata: { namespace: "p-other" } }, { metadata: { namespace: "p-web" } }];
  const foreign = "management.example.com/v1";

  test.each<[what: string, answered: object, asked: ExpectedIdentity]>([
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
  ])("matches by %s", (_what, answered, asked) => {
    expect(identityProblem({ ...answered }, asked)).toBeUndefined();
  });

  test.each<[what: string, answered: object, asked: ExpectedIdentity, problem: string]>([
    ["another name", { metadata: { name: "prod" } }, templates, '"dev", but received "prod"'],
    ["no name", { metadata: {} }, templates, '"dev", but received nothing'],
    ["no metadata", {}, templates, '"dev", but received nothing'],
    ["another vendor", { apiVersion: foreign }, of("a"), `"${apiVersion}", but received "apiVersion ${foreign}"`],
    ["another kind", { kind: "Project", metadata }, templates, '"spacetemplates", but received "kind Project"'],
    ["another namespace", elsewhere, cluster, '"namespace p-web", but received "namespace p-other"'],
  ])("does not match with %s", (_what, answered, asked, problem) => {
    expect(identityProblem({ ...answered }, asked)).toBe(`requested ${problem}`);
  });
});

const tooLong = "x".repeat(1001);
const texts = "a text of at most 1000 characters";
const manager = { manager: "kubectl", time: null, operation: "Update", fieldsV1: {} };

/** Valid values of each form, and invalid ones with the path and the text of the error. */
const forms: Record<string, [good: unknown[], form: string, bad: unknown[], ...inside: [unknown, string][]]> = {
  name: [["", "a", "x".repeat(1000)], texts, [1, true, {}, ["a"], tooLong]],
  number: [[0, 1.5], "a number", ["1", true, {}, [1]]],
  object: [[{}, { a: 1 }], "an object", ["a", 1, true, []]],
  textMap: [
    [{}, { a: "b", c: tooLong }],
    "a map of texts",
    ["a", 1, ["a"], []],
    [{ a: "b", c: null }, ".c is not a text"],
  ],
  texts: [[[], ["a", tooLong]], "a list of texts", ["a", {}], [["a", 1], ".1 is not a text"]],
  objects: [[[], [{}, { a: 1 }]], "a list of objects", [{}, "a"], [[{}, null], ".1 is not an object"]],
  managers: [
    [[], [{}, manager]],
    "a list of objects",
    [{}, "a"],
    [[null], ".0 is not an object"],
    [[{ manager: 1 }], `.0.manager is not ${texts}`],
    [[{ time: 1 }], `.0.time is not ${texts}`],
    [[{}, { operation: tooLong }], `.1.operation is not ${texts}`],
  ],
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
)('%s has the form "%s", or is null or absent', (part, name) => {
  const [good, form, bad, ...inside] = forms[name] ?? [[], "", []];
  const [key = "", inMetadata] = part.split(".");
  const holding = (value: unknown) => ({ metadata: {}, [key]: inMetadata ? { [inMetadata]: value } : value });
  for (const value of [...good, null, undefined]) expect(apiObjectProblem(holding(value))).toBeUndefined();
  for (const value of bad) expect(apiObjectProblem(holding(value))).toBe(`an object whose ${part} is not ${form}`);
  for (const [value, words] of inside) expect(apiObjectProblem(holding(value))).toBe(`an object whose ${part}${words}`);
});

test("an object has metadata and may have any other field", () => {
  for (const answered of [{}, { metadata: null }, { metadata: [] }, { metadata: "a" }])
    expect(apiObjectProblem(answered)).toBe("an object without metadata");
  expect(apiObjectProblem({ metadata: { selfLink: 1 }, auditPolicy: 1 })).toBeUndefined();
});

test("validation stops at the first invalid label", () => {
  const read = jest.fn(() => 1);
  const labels = {};
  for (const key of ["first", "second"]) Object.defineProperty(labels, key, { get: read, enumerable: true });
  expect(apiObjectProblem({ metadata: { labels } })).toBe("an object whose metadata.labels.first is not a text");
  expect(read).toHaveBeenCalledTimes(1);
});
