import { manifestProblem, manifestText, sameManifests } from "../../../provider/objects/manifests";
import { unknown } from "../../../provider/objects/values";

const pod = "apiVersion: v1\nkind: Pod\n";
/** What no reader of YAML takes, in whichever document it stands. */
const broken = "a: ]\n";

describe("the place of a mistake is told by document and line:", () => {
  test.each<[string, string, document: number, line: number]>([
    ["in the only document", broken, 1, 1],
    ["behind a first marker", `---\n${broken}`, 1, 2],
    ["behind comments, white space and a marker", `# a\n\n  # b\n---\n${broken}`, 1, 5],
    ["behind a directive", `%YAML 1.2\n---\n${broken}`, 1, 3],
    ["behind a byte order mark and a comment", `\ufeff# a\n---\n${broken}`, 1, 3],
    ["behind a byte order mark and a marker", `\ufeff---\n${broken}`, 1, 2],
    ["behind a document without a marker", `${pod}---\n${broken}`, 2, 4],
    ["behind an empty document", `---\n---\n${broken}`, 2, 3],
    ["behind an end", `${pod}...\n${broken}`, 2, 4],
    ["behind an end and a marker", `${pod}...\n---\n${broken}`, 2, 5],
    ["behind an end with a comment", `${pod}... # end\n# more\n${broken}`, 2, 5],
    ["behind a document that begins on its marker's line", `--- {a: 1}\n---\n${broken}`, 2, 3],
    ["behind a marker with white space", `---\t\n--- \n${broken}`, 2, 3],
    ["behind lines that only look like markers", `a---: 1\n---b: 1\n....: 2\n${broken}`, 1, 4],
    ["behind dashes inside of a text", `a: |\n  ---\n  ...\n${broken}`, 1, 4],
    ["behind Windows line ends", `${pod}---\n${broken}`.replaceAll("\n", "\r\n"), 2, 4],
    ["behind the line ends of old", `${pod}---\n${broken}`.replaceAll("\n", "\r"), 2, 4],
  ])("%s", (_, text, document, line) => {
    expect(manifestProblem(text)).toContain(`is not valid YAML: document ${document}, line ${line}: `);
  });
});

describe("the reason why a text is no YAML", () => {
  const reasonOf = (length: number) => manifestProblem(`${pod}spec: !${"t".repeat(length)} x\n`) ?? "";
  const place = "is not valid YAML: document 1, line 3: ";

  test("is told whole where it is short", () => {
    expect(reasonOf(20)).toMatch(/t{20}/);
    expect(reasonOf(20)).not.toContain("…");
  });

  test("is cut where it is long", () => {
    expect(reasonOf(1000)).toHaveLength(place.length + 121);
    expect(reasonOf(1000).endsWith("t…")).toBe(true);
  });

  test("is told without a place where the whole text is meant", () => {
    expect(manifestProblem(`${pod}a: &a [*a]\n`)).toBe(
      "is not valid YAML: the aliases of document 1 stand for more than 1000000 values, or for what holds them",
    );
    expect(manifestProblem(`${pod}---\n${pod}a: &a [*a]\n`)).toContain("the aliases of document 2 ");
  });
});

test.each([1_500_000, 1_500_001])("a text may have 1,500,000 characters: %i", (length) => {
  const problem = manifestProblem("#".repeat(length));
  const tooLong = `is ${length} characters long; the platform stores no object of more than about 1.5 MiB`;
  expect(problem).toBe(length > 1_500_000 ? tooLong : undefined);
});

test("what is no kind to readers of YAML 1.1 alone is none", () => {
  expect(manifestProblem("apiVersion: v1\nkind: no\n")).toBe("document 1 has no kind");
});

test("no object at all is no problem", () => {
  for (const nothing of [undefined, "", " \n\t", "---\n---\n", []]) expect(manifestProblem(nothing)).toBeUndefined();
});

describe("of a list of plain objects", () => {
  const object = { apiVersion: "v1", kind: "Pod" };

  test.each<[string, unknown[], string | undefined]>([
    [
      "a number that YAML has and JSON has not",
      [object, { ...object, a: { b: Number.NaN } }],
      "document 2 at a.b is no number that JSON has",
    ],
    [
      "half of a character",
      [{ ...object, a: "\ud800" }],
      "document 1 at a is not valid Unicode: it has half of a character. Correct the text",
    ],
    [
      "a key that no message can hold",
      [{ ...object, ["x".repeat(300)]: "\ud800" }],
      `document 1 at ${"x".repeat(200)}… is not valid`,
    ],
    [
      "a text",
      ["apiVersion: v1"],
      "document 1 is no object: each document must be a Kubernetes object with apiVersion and kind",
    ],
    ["nothing", [null, object], undefined],
    ["what is not known yet", [{ ...object, metadata: { name: unknown } }], undefined],
  ])("%s is judged", (_, objects, problem) => {
    if (problem === undefined) expect(manifestProblem(objects)).toBeUndefined();
    else expect(manifestProblem(objects)).toContain(problem);
  });

  test("what the writer of YAML cannot write is refused with the way out, by its number", () => {
    // JSON has no times, so only a reader of its own would take it back as one.
    const trap = { ...object, a: new Date(0) };
    expect(manifestProblem([object, trap])).toBe(
      "document 2 cannot be written as YAML: give template.objects as text instead",
    );
    expect(manifestProblem([object, trap, unknown])).toBeUndefined();
  });

  test.each([
    ["0X1F", "'0X1F'"],
    ["0B1", "'0B1'"],
    ["1__0", "'1__0'"],
    ["12e03", "'12e03'"],
    ["-_1", "'-_1'"],
    ["0_x1F", "'0_x1F'"],
    ["+1:30", "'+1:30'"],
    ["1.2.3", "'1.2.3'"],
    ["--- a", '"--- a"'],
    ["...", '"..."'],
    ["x--- a", "x--- a"],
    ["v1.2", "v1.2"],
    ["0X1G", "0X1G"],
  ])("the text %s is written as %s, which all readers take for a text", (value, written) => {
    expect(manifestText([{ a: value, z: 1 }])).toBe(`a: ${written}\nz: 1\n`);
  });

  test("long lines are written as they are", () => {
    const long = Array.from({ length: 100 }, () => "word").join(" ");
    expect(manifestText([{ a: long }])).toBe(`a: ${long}\n`);
  });
});

test("a text that is no YAML is another than one that is empty", () => {
  for (const other of ["", undefined, [], "# nothing\n"]) {
    expect(sameManifests("a: [", other)).toBe(false);
    expect(sameManifests(other, "a: [")).toBe(false);
  }
});

test("what is not known yet is the same as nothing else, also as a part", () => {
  for (const [a, b] of [
    [unknown, ""],
    [[{ a: unknown }], "a: 1"],
    ["a: 1", [{ a: 1 }, unknown]],
  ]) {
    expect(sameManifests(a, b)).toBe(false);
    expect(sameManifests(b, a)).toBe(false);
  }
  expect(sameManifests(unknown, unknown)).toBe(true);
});

test("a text with actions that cannot be read is judged by its characters alone", () => {
  expect(manifestProblem("a: {{ b }}\nc: [")).toBeUndefined();
  expect(manifestProblem("a: {{ b }}\n\u0000\nc: 1\n")).toBe(
    "is not valid YAML: line 2: the stream contains non-printable characters",
  );
  expect(manifestProblem("\u0001{{ b }}\n")).toBe(
    "is not valid YAML: document 1, line 1: the stream contains non-printable characters",
  );
  expect(manifestProblem("a: {{ b }}\rb: ü 😀\t\u0085\u00a0\ue000\n\n\u0007")).toContain("line 4: the stream");
});
