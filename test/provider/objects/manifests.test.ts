import fc from "fast-check";
import { loadAll } from "js-yaml";
import { parseYaml } from "../../../emulator/text/parseYaml";
import { yamlSchema } from "../../../emulator/text/yamlSchema";
import { manifestProblem, manifestText, sameManifests } from "../../../provider/objects/manifests";
import { unknown } from "../../../provider/objects/values";
import { treacherousTexts } from "../../support/treacherousTexts";

const quota = "apiVersion: v1\nkind: ResourceQuota\n";

describe("two forms of the objects mean the same when they", () => {
  test.each<[string, unknown, unknown]>([
    ["differ in white space and comments", "a: 1\nb: [x, y]\n", "# note\nb:\n  - x\n  - y\n\na:   1"],
    ["differ in the order of keys", "a: 1\nb: 2", "b: 2\na: 1"],
    ["differ in quotes", 'a: "x"', "a: 'x'"],
    ["differ in empty documents", "---\na: 1\n---\n---\nb: 2\n---\n", "a: 1\n---\nb: 2"],
    ["are text and list", "a: {b: [1]}\n---\nc: 'yes'", [{ a: { b: [1] } }, { c: "yes" }]],
    ["differ in an alias that is written out", "a: &x {k: 1}\nb: *x", "a: {k: 1}\nb: {k: 1}"],
    ["differ in a merge key that is written out", "a: &x {k: 1}\nb: {<<: *x, l: 2}", "a: {k: 1}\nb: {k: 1, l: 2}"],
    ["differ in white space beside a number of many digits", "a: 9007199254740993", "a:   9007199254740993"],
    ["differ in white space beside a number of Go", "a: 0X1F", "a:   0X1F"],
    ["differ in how a number of few digits is written", "a: 1.50", "a: 1.5"],
    ["are text and list with a fraction of many digits", "a: 0.30000000000000004", [{ a: 0.1 + 0.2 }]],
    ["differ in quotes round a version", "a: 1.2.3", "a: '1.2.3'"],
    ["differ in quotes round a date", "a: 2001-01-01", "a: '2001-01-01'"],
    ["are empty in different ways", "", "\n# nothing\n"],
    ["are empty text and nothing", "", undefined],
    ["are the same text that is no YAML", "a: [", "a: ["],
    ["are the same text with actions", "a: {{ .Values.b }}", "a: {{ .Values.b }}"],
    ["are list and text with the same action", [{ a: "{{ .Values.b }}" }], "# note\na: '{{ .Values.b }}'"],
  ])("%s", (_, one, other) => {
    expect(sameManifests(one, other)).toBe(true);
    expect(sameManifests(other, one)).toBe(true);
  });

  test.each<[string, unknown, unknown]>([
    ["differ in a value", "a: 1", "a: 2"],
    ["differ in a type", "a: 1", "a: '1'"],
    ["differ in the order of documents", "a: 1\n---\nb: 2", "b: 2\n---\na: 1"],
    ["differ in the order of a list", "a: [1, 2]", "a: [2, 1]"],
    ["differ in a key that says nothing", "a: 1", "a: 1\nb: ''"],
    ["are two texts that are no YAML", "a: [", "b: ["],
    ["are text and no YAML", "a: 1", "a: ["],
    ["are known and unknown", "a: 1", unknown],
    ["are unknown in part", [{ a: 1 }], [{ a: unknown }]],
    ["differ in quotes round what YAML 1.1 takes for a truth value", "a: no", "a: 'no'"],
    ["differ in quotes round what YAML 1.1 takes for a number", "a: 1_000", "a: '1_000'"],
    ["differ in a zero that makes an octal number of YAML 1.1", "a: 0777", "a: 777"],
    ["differ in a zero that says nothing in YAML 1.2", "a: 012", "a: 10"],
    ["are text and list, and YAML 1.1 reads the text otherwise", "a: on", [{ a: "on" }]],
    ["are texts with other actions", "a: {{ .Values.b }}", "a: {{ .Values.c }}"],
    ["differ in an action in a comment", "# {{ if .Values.b }}\na: 1", "# {{ if .Values.c }}\na: 1"],
    ["differ in where an action ends", "a: 1\n# {{ end }}\nb: 2", "a: 1\nb: 2\n# {{ end }}"],
    ["differ in quotes round an action", 'a: "{{ .Values.b }}"', "a: '{{ .Values.b }}'"],
    ["are list and text, and the text has an action in a comment", [{ a: "b" }], "# {{ if .Values.c }}\na: b"],
    ["differ in a digit beyond those of a double", "a: 9007199254740993", "a: 9007199254740992"],
    ["differ in the last digit of a large number", "a: 12345678901234567890", "a: 12345678901234567891"],
    ["differ in a digit of a large number that is a key", "9007199254740993: a", "9007199254740992: a"],
    ["differ in a digit of a large hexadecimal number", "a: 0xFFFFFFFFFFFFFFFF", "a: 0xFFFFFFFFFFFFFFFE"],
    ["differ in a digit of a large number with underscores", "a: 9_007199254740993", "a: 9_007199254740992"],
    ["differ in a digit of a large fraction", "a: 0.12345678901234567891", "a: 0.12345678901234567892"],
    ["are text and list, and the list cannot have the number", "a: 9007199254740993", [{ a: 9007199254740992 }]],
    ["differ in quotes round what Go takes for a hexadecimal number", "a: 0X1F", "a: '0X1F'"],
    ["differ in quotes round what Go takes for an octal number", "a: 0O777", "a: '0O777'"],
    ["differ in quotes round what Go takes for a binary number", "a: 0B11", "a: '0B11'"],
    ["differ in quotes round what Go takes for a number with underscores", "a: -_1", "a: '-_1'"],
    ["are text and list, and Go reads the text otherwise", "a: 0X1F", [{ a: "0X1F" }]],
    ["differ in a key named __proto__", "a: 1", "a: 1\n__proto__: {b: 2}"],
  ])("do not when they %s", (_, one, other) => {
    expect(sameManifests(one, other)).toBe(false);
    expect(sameManifests(other, one)).toBe(false);
  });
});

describe("the problem of a text", () => {
  test.each<[string, string, string]>([
    ["no YAML", `${quota}---\n${quota}spec: [`, "is not valid YAML: document 2, line 6: "],
    ["a doubled key", `${quota}kind: Other\n`, "is not valid YAML: document 1, line 3: duplicated mapping key"],
    ["no object", `${quota}---\njust text\n`, "document 2 is no object: each document must be a Kubernetes object"],
    ["a list", "- apiVersion: v1\n", "document 1 is no object"],
    ["no kind", "apiVersion: v1\n", "document 1 has no kind"],
    ["no version", "kind: Pod\n", "document 1 has no apiVersion"],
    ["neither", `${quota}---\na: 1\n`, "document 2 has no apiVersion and no kind"],
    ["a kind that is no text", "apiVersion: v1\nkind: 1\n", "document 1 has no kind"],
    ["an unknown anchor", `${quota}spec: *missing\n`, "is not valid YAML: document 1, line 3: "],
    ["an unknown tag", `${quota}spec: !!js/function x\n`, "is not valid YAML: document 1, line 3: "],
    ["a kind below a key named __proto__", "__proto__: {apiVersion: v1, kind: Pod}\n", "document 1 has no apiVersion"],
  ])("with %s names it and where it is", (_, text, problem) => {
    expect(manifestProblem(text)).toContain(problem);
  });

  test.each<[string, unknown]>([
    ["one object", quota],
    ["several objects, with markers and comments", `# first\n---\n${quota}---\n# second\n${quota}...\n`],
    ["nothing", ""],
    ["only comments", "# to be written\n---\n"],
    ["a list of plain objects", [{ apiVersion: "v1", kind: "Pod" }]],
    ["a few aliases", `${quota}a: &x {k: 1}\nb: *x\nc: *x\n`],
    ["Windows line ends", quota.replaceAll("\n", "\r\n")],
    ["an object that is not known yet", [{ apiVersion: "v1", kind: "Pod" }, unknown, { kind: unknown }]],
  ])("with %s is none", (_, objects) => {
    expect(manifestProblem(objects)).toBeUndefined();
  });

  test("in a list of plain objects names the object by its number", () => {
    const objects = [{ apiVersion: "v1", kind: "Pod" }, { kind: "Pod" }];
    expect(manifestProblem(objects)).toBe("document 2 has no apiVersion");
  });
});

/** Texts that the platform fills in before anybody reads them as YAML. */
const filledIn: readonly [label: string, text: string][] = [
  ["an action as a value", `${quota}metadata:\n  name: {{ .Values.name }}\n`],
  ["an action as a part of a value", `${quota}metadata:\n  name: {{ .Values.name }}-quota\n`],
  ["an action as the kind", "apiVersion: v1\nkind: {{ .Values.kind }}\n"],
  ["actions as apiVersion and kind, in quotes", "apiVersion: \"{{ .Values.version }}\"\nkind: '{{ .Values.kind }}'\n"],
  ["a condition round an object", `{{- if .Values.quota }}\n${quota}{{- end }}\n`],
  ["a loop", `{{ range .Values.names }}\n---\n${quota}metadata:\n  name: {{ . }}\n{{ end }}`],
  ["two branches with the same key", `${quota}# {{ if .Values.a }}\nspec: 1\n# {{ else }}\nspec: 2\n# {{ end }}\n`],
  ["an action over several lines", `${quota}spec: {{\n  .Values.spec\n}}\n`],
  ["nothing but an action", '{{ include "all" . }}'],
  ["all of YAML beside it", `${quota}spec: {a: "{{ .Values.b }}"}\n`],
];

describe("a text with actions of Go's templates", () => {
  test.each(filledIn)("has no problem with %s", (_, text) => {
    expect(manifestProblem(text)).toBeUndefined();
    expect(sameManifests(text, text)).toBe(true);
    expect(sameManifests(text, `${text} `)).toBe(false);
  });

  test.each<[string, string, string]>([
    ["in a text that can be read and has no kind", 'apiVersion: "{{ .Values.a }}"\n', "document 1 has no kind"],
    ["in a text that can be read and is no object", "some {{ .Values.text }}", "document 1 is no object"],
    ["that is not closed", `${quota}spec: {{ .Values.a\n`, "is not valid YAML: document 1, line 4: "],
    ["that is not opened", `${quota}spec: .Values.a }}\nspec: 2`, "is not valid YAML: document 1, line 4: "],
    [
      "before a character that YAML has not",
      `a: {{ b }}\r\nc: \u0000`,
      "line 2: the stream contains non-printable characters",
    ],
    ["before half of a character", "a: {{ b }}\nc: \ud800", "line 2: the stream contains non-printable characters"],
    ["in too deep a text", `${quota}a: ${"[".repeat(101)}{{ b }}`, "nesting exceeded"],
    ["in a text of too many aliases", `${quota}a: &a "{{ b }}"\nb: [${"*a,".repeat(31)}]`, "aliases exceeded"],
    ["in a text whose alias holds itself", `${quota}a: &a ["{{ b }}", *a]`, "the aliases of document 1"],
    ["in too long a text", `a: {{ b }}${"x".repeat(1_500_000)}`, "is 1500010 characters long"],
  ])("%s is judged as any other", (_, text, problem) => {
    expect(manifestProblem(text)).toContain(problem);
  });

  test.each(["{{", "}}", "{{}}", "}}{{"])("costs no more than its length where it is full of %s", (braces) => {
    const text = braces.repeat(700_000);
    expect([manifestProblem(text) === undefined, sameManifests(text, `${text} `)]).toContain(false);
  });
});

describe("a text that would cost its reader too much", () => {
  test.each<[string, string | unknown[]]>([
    ["a text", `[${"a,".repeat(750_000)}]`],
    ["a list", [Array.from({ length: 400_000 }, () => "a")]],
  ])("as %s that is longer than what a platform stores equals itself only", (_, objects) => {
    const before = performance.now();
    expect(sameManifests(objects, "a: 1")).toBe(false);
    expect(sameManifests("a: 1", objects)).toBe(false);
    expect(sameManifests(objects, objects)).toBe(true);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test("as a list is refused as a text is", () => {
    const object = { apiVersion: "v1", kind: "Pod", list: Array.from({ length: 400_000 }, () => "abc") };
    expect(manifestProblem([object])).toMatch(/^is \d+ characters long/);
  });

  const bomb = ["l0: &l0 [x, x]", ...Array.from({ length: 20 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`)];

  test("by nested aliases is refused, and compared in no time", () => {
    const text = `${quota}${bomb.join("\n")}\n`;
    expect(manifestProblem(text)).toMatch(/is not valid YAML: .*alias/);
    expect(sameManifests(text, `${text}# changed`)).toBe(false);
  });

  test("by depth is refused", () => {
    expect(manifestProblem(`${quota}spec: ${"[".repeat(200)}${"]".repeat(200)}\n`)).toMatch(/is not valid YAML: .*/);
    expect(manifestProblem(`${quota}spec: ${"[".repeat(50)}${"]".repeat(50)}\n`)).toBeUndefined();
  });

  test("by size is refused with the size that the platform stores", () => {
    const text = `${quota}data: ${"x".repeat(1_500_000)}\n`;
    expect(manifestProblem(text)).toContain(`is ${text.length} characters long`);
  });
});

describe("a list of plain objects as text", () => {
  const text = fc.oneof(fc.constantFrom(...treacherousTexts), fc.string({ unit: "binary" }).filter(isWellFormed));
  // Whole numbers beyond those that JavaScript keeps exactly are no numbers any more where they are read as JSON.
  const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each));
  const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fraction);
  const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));
  // At the beginning of a line the writer of YAML leaves a key such as "--- a" bare; no Kubernetes object has one at the top.
  const topKey = text.filter((key) => !/^(---|\.\.\.)/.test(key));
  const object = fc.dictionary(topKey, value, { maxKeys: 4, noNullPrototype: true });

  /** The objects as the platform reads the text, with the words and numbers of YAML 1.1. */
  const asPlatform = (written: unknown) => loadAll(String(written), { schema: yamlSchema, json: true });

  test.each(treacherousTexts)("keeps %j a text, as a value and as a key", (word) => {
    const given = { list: [word], map: Object.fromEntries([[word, word]]) };
    const written = manifestText([given]);
    expect(parseYaml(String(written)).value).toEqual(given);
    expect(loadAll(String(written))).toEqual([given]);
  });

  test("is read back as the same objects by the platform, by YAML 1.2 and by ourselves", () => {
    fc.assert(
      fc.property(fc.array(object, { maxLength: 3 }), (objects) => {
        const written = manifestText(objects);
        expect(asPlatform(written)).toEqual(objects);
        expect(loadAll(String(written))).toEqual(objects);
        expect(sameManifests(written, objects)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("is one document for each object", () => {
    expect(manifestText([{ a: 1 }, { b: "x\ny\n" }])).toBe("a: 1\n---\nb: |\n  x\n  y\n");
  });

  test("leaves text as it is", () => {
    expect(manifestText("a:   1 # as written")).toBe("a:   1 # as written");
    expect(manifestText(undefined)).toBeUndefined();
  });

  test("writes what stands twice twice, and no aliases", () => {
    const shared = { k: 1 };
    expect(manifestText([{ a: shared, b: shared }])).toBe("a:\n  k: 1\nb:\n  k: 1\n");
  });
});

function isWellFormed(text: string): boolean {
  return Buffer.from(text, "utf8").toString("utf8") === text;
}
