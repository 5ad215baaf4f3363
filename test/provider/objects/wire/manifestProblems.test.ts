import { unknown } from "../../../../provider/objects/values";
import { equalManifests, manifestProblem } from "../../../../provider/objects/wire/templateObjects";

const pod = "apiVersion: v1\nkind: Pod\n";
const object = { apiVersion: "v1", kind: "Pod" };
/** Text that no YAML parser accepts, in any document. */
const broken = "a: ]\n";

describe("a syntax error has its line", () => {
  test.each<[string, string, line: number]>([
    ["in the first document", `${broken}---\n${pod}`, 1],
    ["behind comments, white space and a marker", `# a\n\n  # b\n---\n${broken}`, 5],
    ["behind a directive", `%YAML 1.2\n---\n${broken}`, 3],
    ["behind a byte order mark and a comment", `\ufeff# a\n---\n${broken}`, 3],
    ["behind a document without a marker", `${pod}---\n${broken}`, 4],
    ["behind an end", `${pod}...\n${broken}`, 4],
    ["behind dashes inside of a text", `a: |\n  ---\n  ...\n${broken}`, 4],
    ["behind Windows line ends", `${pod}---\n${broken}`.replaceAll("\n", "\r\n"), 4],
    ["behind the line ends of old", `${pod}---\n${broken}`.replaceAll("\n", "\r"), 4],
    ["of a doubled key", `${pod}kind: Other\n`, 3],
  ])("%s", (_, text, line) => {
    expect(manifestProblem(text)).toContain(`is not valid YAML: line ${line}: `);
  });

  test("and a reason, shortened if it is long", () => {
    const reasonOf = (length: number) => manifestProblem(`${pod}spec: !${"t".repeat(length)} x\n`) ?? "";
    expect(reasonOf(20)).toMatch(/t{20}/);
    expect(reasonOf(120 - "unknown scalar tag !<!>".length)).not.toContain("…");
    expect(reasonOf(1000)).toHaveLength("is not valid YAML: line 3: ".length + 121);
    expect(reasonOf(1000).endsWith("t…")).toBe(true);
    expect(manifestProblem(`${pod}kind: Other\n`)).toContain("duplicated mapping key");
  });
});

const kubernetes = "each document must be a Kubernetes object with apiVersion and kind";
const bomb = (levels: number, width: number) => [
  `l0: &l0 [${"x,".repeat(width)}]`,
  ...Array.from({ length: levels }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}, *l${i}]`),
];
const manyItems = Array.from({ length: 400_000 }, () => "a");
const long = "x".repeat(200);
const halfOfCharacter = "is not valid Unicode: it has half of a character. Correct the text.";
const tooLong = "characters long; the platform stores no object of more than about 1.5 MiB.";

test.each<[string, unknown, problem: string]>([
  ["text that is no object", `${pod}---\njust text\n`, `document 2 is not an object: ${kubernetes}`],
  ["neither kind nor version", `${pod}---\na: 1\n`, "document 2 has no apiVersion and no kind"],
  ["a number as kind", "apiVersion: v1\nkind: 1\n", "document 1 has no kind"],
  ["a boolean of YAML 1.1 as kind", "apiVersion: v1\nkind: no\n", "document 1 has no kind."],
  ["a kind below the key __proto__", "__proto__: {apiVersion: v1, kind: Pod}\n", "document 1 has no apiVersion"],
  ["a list of an object without version", [object, { kind: "Pod" }], "document 2 has no apiVersion."],
  ["a list of no number", [object, { ...object, a: { b: Number.NaN } }], "document 2 at a.b is not a number that JSON"],
  ["a list of a long key", [{ ...object, [`${long}x`]: "\ud800" }], `document 1 at ${long}… ${halfOfCharacter}`],
  ["a cycle in a second document", `${pod}---\n${pod}a: &a [*a]\n`, "document 2 at a[0] is nested deeper than 100"],
  ["deep lists", `${pod}spec: ${"[".repeat(200)}${"]".repeat(200)}\n`, "is not valid YAML: "],
  ["1,500,001 characters", "#".repeat(1_500_001), `is 1500001 ${tooLong}`],
  ["a list of as many", [{ ...object, list: manyItems }], tooLong],
  ["an action and no kind", 'apiVersion: "{{ .Values.a }}"\n', "document 1 has no kind"],
  ["an action and a cycle", `${pod}a: &a ["{{ b }}", *a]`, "document 1 at a[1] is nested deeper"],
  ["an action and too many characters", `a: {{ b }}${"x".repeat(1_500_000)}`, "is 1500010 characters long"],
])("manifests with %s are invalid", (_, objects, problem) => {
  expect(`${manifestProblem(objects)}.`).toContain(problem);
});

test.each<[string, unknown]>([
  ["several objects, with markers and comments", `# first\n---\n${pod}---\n# second\n${pod}...\n`],
  ["only comments", "# to be written\n---\n"],
  ["a few aliases", `${pod}a: &x {k: 1}\nb: *x\nc: *x\n`],
  ["an object that is not known yet", [object, unknown, { kind: unknown }]],
  ["no value", undefined],
  ["white space", " \n\t"],
  ["null and an object", [null, object]],
  ["an unknown name", [{ ...object, metadata: { name: unknown } }]],
  ["lists 50 levels deep", `${pod}spec: ${"[".repeat(50)}${"]".repeat(50)}\n`],
  ["1,500,000 characters", "#".repeat(1_500_000)],
  ["a list of as many", [{ ...object, abc: "x\n".repeat(374_992) }]],
  // The platform expands the actions before it parses the YAML.
  ["an action as a value", `${pod}metadata:\n  name: {{ .Values.name }}\n`],
  ["actions as apiVersion and kind, in quotes", "apiVersion: \"{{ .Values.version }}\"\nkind: '{{ .Values.kind }}'\n"],
  ["a condition round an object", `{{- if .Values.quota }}\n${pod}{{- end }}\n`],
  ["two branches with the same key", `${pod}# {{ if .Values.a }}\nspec: 1\n# {{ else }}\nspec: 2\n# {{ end }}\n`],
  ["an action before what is no YAML", "a: {{ b }}\nc: ["],
])("manifests with %s are valid", (_, objects) => {
  expect(manifestProblem(objects)).toBeUndefined();
});

describe("a text of high cost", () => {
  test.each(["{{", "}}", "{{}}", "}}{{"])("is scanned in linear time: %s", (braces) => {
    const text = braces.repeat(700_000);
    expect([manifestProblem(text) === undefined, equalManifests(text, `${text} `)]).toContain(false);
  });

  // CPU time, because other processes may delay this one.
  const millisecondsSince = (before: NodeJS.CpuUsage) => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const digits = "0".repeat(100_000);

  test.each([
    ["a number", `1.1${digits}1`],
    ["digits and a letter", `${digits}x`],
  ])("is compared in linear time, as %s", (_, text) => {
    const before = process.cpuUsage();
    expect(equalManifests([{ a: text }], `a: "${text}"`)).toBe(true);
    expect(equalManifests(`a: ${text}`, `a:   ${text}`)).toBe(true);
    expect(millisecondsSince(before)).toBeLessThan(1000);
  });

  test("is not parsed if it exceeds the size limit", () => {
    const text = `[${"a,".repeat(750_000)}]`;
    const before = process.cpuUsage();
    expect(equalManifests(text, "a: 1")).toBe(false);
    expect(equalManifests("a: 1", text)).toBe(false);
    expect(equalManifests(text, text)).toBe(true);
    expect(millisecondsSince(before)).toBeLessThan(1000);
  });

  test.each([
    ["many", 20, 1, "is not valid YAML: line 19: aliases exceeded"],
    ["nested", 14, 100, "document 1 at l13[0] has more than 1000000 values, counted with expanded YAML aliases"],
  ])("is not expanded if its aliases are %s", (_, levels, width, problem) => {
    const text = `${pod}${bomb(levels, width).join("\n")}\n`;
    expect(manifestProblem(text)).toContain(problem);
    expect(equalManifests(text, `${text}# changed`)).toBe(false);
  });
});
