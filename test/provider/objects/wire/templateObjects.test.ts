import fc from "fast-check";
import { loadAll } from "js-yaml";
import { parseYaml, yamlSchema } from "../../../../emulator/text/yaml";
import { unknown } from "../../../../provider/objects/values";
import { equalManifests, manifestText } from "../../../../provider/objects/wire/templateObjects";
import { treacherousTexts } from "../../../support/treacherousTexts";

test.each<[string, unknown, unknown]>([
  ["white space and comments", "a: 1\nb: [x, y]\n", "# note\nb:\n  - x\n  - y\n\na:   1"],
  ["the order of keys", "a: 1\nb: 2", "b: 2\na: 1"],
  ["quotes", 'a: "x"', "a: 'x'"],
  ["empty documents", "---\na: 1\n---\n---\nb: 2\n---\n", "a: 1\n---\nb: 2"],
  ["their form as text and list", "a: {b: [1]}\n---\nc: 'yes'", [{ a: { b: [1] } }, { c: "yes" }]],
  ["an alias that is written out", "a: &x {k: 1}\nb: *x", "a: {k: 1}\nb: {k: 1}"],
  ["white space beside a number of many digits", "a: 9007199254740993", "a:   9007199254740993"],
  ["white space beside a number of Go", "a: 0X1F", "a:   0X1F"],
  ["comments, where there is nothing", "\n# nothing\n", undefined],
  ["a comment of the maximum length", "#".repeat(1_500_000), ""],
  ["the form, with an action and the text of the list", [{ a: "{{ b }}" }], "a: '{{ b }}'\n"],
  ["nothing, and are no YAML", "a: [", "a: ["],
])("manifests that differ in %s are equal", (_, one, other) => {
  expect(equalManifests(one, other)).toBe(true);
  expect(equalManifests(other, one)).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ["a value", "a: 1", "a: 2"],
  // Other YAML parsers than js-yaml return other objects here.
  ["a merge key", "kind: a", "kind: a\n<<: {kind: b}"],
  ["a line separator in a comment", "a: 1 # b", "a: 1 # b\u2028c: 2"],
  ["a carriage return", "a: 1\n---\nb: 2", "a: 1\r---\rb: 2"],
  ["the end of a document", "a: 1\n---\nb: 2", "a: 1\n...\nb: 2"],
  ["a directive", "a: 1", "%YAML 1.2\n---\na: 1"],
  ["content beside a marker", "---\na", "--- a"],
  ["a type", "a: 1", "a: '1'"],
  ["the order of documents", "a: 1\n---\nb: 2", "b: 2\n---\na: 1"],
  ["quotes round a version", "a: 1.2.3", "a: '1.2.3'"],
  ["the digits of a fraction", "a: 1.50", "a: 1.5"],
  ["a key with a zero value", "a: 1", "a: 1\nb: ''"],
  ["text that is no YAML", "a: [", "b: ["],
  ["quotes round what YAML 1.1 takes for a truth value", "a: no", "a: 'no'"],
  ["a zero that makes an octal number of YAML 1.1", "a: 0777", "a: 777"],
  ["their form, and YAML 1.1 reads the text otherwise", "a: on", [{ a: "on" }]],
  ["a comment beside an action", "a: '{{ b }}'", "# note\na: '{{ b }}'"],
  ["what no action can read", "a: 1 # }} {{", "a: 2 # }} {{"],
  ["where an action ends", "a: 1\n# {{ end }}\nb: 2", "a: 1\nb: 2\n# {{ end }}"],
  ["an action in a comment", "a: b", "# {{ if .Values.c }}\na: b"],
  ["their form, and the text has an action in a comment", [{ a: "b" }], "# {{ if .Values.c }}\na: b"],
  ["a digit beyond those of a double", "a: 9007199254740993", "a: 9007199254740992"],
  ["a digit of a large number that is a key", "9007199254740993: a", "9007199254740992: a"],
  ["their form, and a list cannot have the number", "a: 9007199254740993", [{ a: 9007199254740992 }]],
  ["quotes round what Go takes for a hexadecimal number", "a: 0X1F", "a: '0X1F'"],
  ["quotes round what Go takes for a number with underscores", "a: -_1", "a: '-_1'"],
  ["their form, and Go reads the text otherwise", "a: 0X1F", [{ a: "0X1F" }]],
  ["a key named __proto__", "a: 1", "a: 1\n__proto__: {b: 2}"],
  ["text that is no YAML, and nothing", "a: [", undefined],
  ["that one is unknown and the other empty", unknown, ""],
  ["that one is a list unknown in part", [{ a: unknown }], "a: 1"],
])("manifests that differ in %s are not equal", (_, one, other) => {
  expect(equalManifests(one, other)).toBe(false);
  expect(equalManifests(other, one)).toBe(false);
});

describe("a list of plain objects as text", () => {
  const text = fc.oneof(
    fc.constantFrom(...treacherousTexts),
    fc.string({ unit: "binary" }).filter((each) => each.isWellFormed()),
  );
  // JSON parsers lose the precision of integers beyond the safe range.
  const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each));
  const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fraction);
  const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));
  // js-yaml does not quote a top-level key such as "--- a", which no Kubernetes object has.
  const topKey = text.filter((key) => !/^(---|\.\.\.)/.test(key));
  const object = fc.dictionary(topKey, value, { maxKeys: 4, noNullPrototype: true });

  /** The objects as the platform parses the text, with YAML 1.1 booleans and numbers. */
  const asPlatform = (written: unknown) => loadAll(String(written), { schema: yamlSchema, json: true });

  test.each(treacherousTexts)("keeps %j a string, as a value and as a key", (word) => {
    const given = { list: [word], map: Object.fromEntries([[word, word]]) };
    const written = manifestText([given]);
    expect(parseYaml(String(written)).value).toEqual(given);
    expect(loadAll(String(written))).toEqual([given]);
  });

  test("is parsed to the same objects by the platform, by YAML 1.2 and by the provider", () => {
    fc.assert(
      fc.property(fc.array(object, { maxLength: 3 }), (objects) => {
        const written = manifestText(objects);
        expect(asPlatform(written)).toEqual(objects);
        expect(loadAll(String(written))).toEqual(objects);
        expect(equalManifests(written, objects)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  const shared = { k: 1 };
  const longLine = "word ".repeat(100).trim();
  test.each<[string, unknown, string | undefined]>([
    ["is one document for each object", [{ a: 1 }, { b: "x\ny\n" }], "a: 1\n---\nb: |\n  x\n  y\n"],
    ["is a text as it is", "a:   1 # as written", "a:   1 # as written"],
    ["is nothing without objects", undefined, undefined],
    ["has no aliases", [{ a: shared, b: shared }], "a:\n  k: 1\nb:\n  k: 1\n"],
    ["has a marker in quotes", [{ a: "--- a", b: "..." }], "a: '--- a'\nb: '...'\n"],
    ["has what some reader takes for a number in quotes", [{ a: "0X1F", b: "1.2.3" }], "a: '0X1F'\nb: '1.2.3'\n"],
    ["has other text without quotes", [{ a: "x--- a", b: "v1.2", c: "0X1G" }], "a: x--- a\nb: v1.2\nc: 0X1G\n"],
    ["has long lines", [{ a: longLine }], `a: ${longLine}\n`],
  ])("%s", (_, objects, text) => {
    expect(manifestText(objects)).toBe(text);
  });
});
