import { manifestProblem, sameManifests } from "../../../../provider/objects/manifests";
import { onBothFaces } from "../../../support/faceUnderTest";
import { expectSafe } from "../names/badTexts";

const head = "apiVersion: v1\nkind: A\n";
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");
/** As many characters as the provider reads. */
const most = 1_400_000;
const notYaml = (document: number, line: number) => `is not valid YAML: document ${document}, line ${line}: `;

/** A text, and its problem; undefined: none. The tests of manifests have the ordinary ones. */
type Row = readonly [label: string, text: string, problem: string | undefined];

const aliases =
  "is not valid YAML: the aliases of document 1 stand for more than 1000000 values, or for what holds them";
const lost = (path: string) => `document 1 at ${path} is `;

/** Texts that keep a reader busy for hours or fill its memory. */
const bombs: readonly Row[] = [
  ["brackets that never end", `${head}a: ${"[".repeat(most)}`, notYaml(1, 3)],
  ["braces that never end", `${head}a: ${"{".repeat(most)}`, notYaml(1, 3)],
  ["lists in lists", `${head}a:\n${"- ".repeat(most / 2)}`, notYaml(1, 4)],
  ["keys in keys", `${head}a:\n${" ? ".repeat(most / 3)}`, notYaml(1, 4)],
  ["brackets 100,000 deep, and closed", `${head}a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`, notYaml(1, 3)],
  ["more than 30 aliases", `${head}a: &a x\nb: [${"*a,".repeat(31)}]`, notYaml(1, 4)],
  ["an alias for the list that it is in", `${head}a: &a [*a]`, aliases],
  ["an alias for the object that it is in", `${head}a: &a {b: {c: *a}}`, aliases],
  ["many aliases for the list that they are in", `${head}a: &a [${"*a,".repeat(29)}]`, aliases],
  [
    "few aliases that multiply a long list",
    `${head}l0: &l0 [${"x,".repeat(300_000)}]\n${times(10, (i) => `l${i + 1}: &l${i + 1} [*l${i},*l${i},*l${i}]\n`)}`,
    aliases,
  ],
  [
    "aliases that add to the depth",
    `${head}${times(25, (i) => `c${i}: &c${i} ${"[".repeat(90)}${i ? `*c${i - 1}` : "x"}${"]".repeat(90)}\n`)}`,
    `${lost("c1[0]")}nested deeper than 100 levels`,
  ],
  [
    "merge keys of long maps",
    `${head}b: &b {${times(20_000, (i) => `k${i}: 1,`)}}\nc: {<<: [${"*b,".repeat(29)}]}`,
    notYaml(1, 4),
  ],
  ["as many keys as fit", head + times(most / 14, (i) => `k${i}: 1\n`), undefined],
  ["as many anchors", head + times(most / 18, (i) => `k${i}: &a${i} x\n`), undefined],
  ["as many documents", `${head}---\n`.repeat(most / 28), undefined],
  ["a folded text of as many lines", `${head}a: >\n${"  x\n".repeat(most / 4)}`, undefined],
  ["a number of as many digits", `${head}a: ${"1".repeat(most)}`, undefined],
  ["a sexagesimal number of as many digits", `${head}a: ${"1:".repeat(most / 2)}1`, undefined],
  ["as many comments", `${head}${"#\n".repeat(most / 2)}`, undefined],
  ["a tag of as many letters", `${head}a: !${"x".repeat(most)} y`, notYaml(1, 3)],
];

/** Texts that readers take differently, or for more than data. */
const traps: readonly Row[] = [
  ["a doubled key inside", `${head}---\n${head}a:\n  b: 1\n  b: 2`, `${notYaml(2, 8)}duplicated mapping key`],
  ["a doubled key in JSON", '{"apiVersion":"v1","kind":"A","kind":"B"}', `${notYaml(1, 1)}duplicated mapping key`],
  ["a doubled key in quotes and without", `${head}1: a\n"1": b`, `${notYaml(1, 4)}duplicated mapping key`],
  ["a key that is doubled for YAML 1.1 only", `${head}yes: 1\ntrue: 2`, `${notYaml(1, 4)}duplicated mapping key`],
  ["__proto__ twice", `${head}__proto__: {x: 1}\n__proto__: {x: 2}`, `${notYaml(1, 4)}duplicated mapping key`],
  ["__proto__ once, which is data", `${head}__proto__: {x: 1}`, undefined],
  ["constructor and prototype, which are data", `${head}constructor: {prototype: {x: 1}}`, undefined],
  ["a merge", `${head}a: &a {x: 1}\nb: {<<: *a, x: 2}`, undefined],
  ["a merge of __proto__", `${head}a: &a {__proto__: {x: 1}}\nb: {<<: *a}`, undefined],
  ["binary data", `${head}a: !!binary aGk=`, notYaml(1, 3)],
  ["a time", `${head}a: !!timestamp 2001-01-01`, notYaml(1, 3)],
  ["a set", `${head}a: !!set {x}`, notYaml(1, 3)],
  ["an ordered map", `${head}a: !!omap [x: 1]`, notYaml(1, 3)],
  ["a tag of somebody's own", `${head}a: !foo x`, notYaml(1, 3)],
  ["a tag of somebody's own with a prefix", `%TAG ! tag:x,2000:\n---\n${head}a: !foo x`, notYaml(1, 5)],
  ["a tag that says what it is anyway", `${head}a: !!str 1`, undefined],
  ["an unknown directive", `%FOO bar\n---\n${head}`, undefined],
  ["a byte order mark", `\ufeff${head}`, undefined],
  ["a byte order mark and a marker", `\ufeff---\n${head}---\n${head}x: [`, notYaml(2, 7)],
  ["Windows line ends, and a mistake", `${head}---\n${head}x: [`.replaceAll("\n", "\r\n"), notYaml(2, 6)],
  ["old line ends of the Macintosh", head.replaceAll("\n", "\r"), undefined],
  ["tabs that indent", `${head}a:\n\tb: 1`, notYaml(1, 4)],
  ["NUL", `${head}a: \u0000`, notYaml(1, 3)],
  ["NUL as an escape", `${head}a: "\\0"`, undefined],
  ["half of a character", `${head}a: \ud800`, notYaml(1, 3)],
  ["half of a character as an escape", `${head}a: "\\ud800"`, `${lost("a")}not valid Unicode`],
  ["half of a character as a key", `${head}"\\ud800": a`, lost('["\\ud800"]').slice(0, -12)],
  ["no number", `${head}a: {b: [.nan]}`, `${lost("a.b[0]")}no number that JSON has`],
  ["infinity", `${head}a: -.inf`, `${lost("a")}no number that JSON has`],
  [
    "numbers beyond those of JavaScript, sent as they are",
    `${head}a: 123456789012345678901234567890\nb: 1e400`,
    undefined,
  ],
  ["a list as a key", `${head}? [a]\n: b`, "is not valid YAML: document 1, line "],
  ["a comment before the first marker", "# note\n---\nkind: [", notYaml(1, 3)],
  ["documents that are empty", `---\n---\n${head}---\njust text`, "document 3 is no object"],
  ["an end of a document and a mistake behind it", `${head}...\n${head}a: [`, notYaml(2, 6)],
];

test.each([...bombs, ...traps])("%s", (_, text, problem) => {
  const found = manifestProblem(text);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
  if (found) expectSafe(found);
  // The comparison of such a text must end.
  expect([true, false]).toContain(sameManifests(text, `${text}\n# changed`));
});

onBothFaces(
  (face) => {
    test("Check refuses each, names the property and sends nothing", async () => {
      const short = bombs.filter(([, text]) => text.length < 10_000);
      for (const [label, objects, problem] of [...traps, ...short]) {
        // UTF-8 cannot hold it.
        if (objects.includes("\ud800")) continue;
        const { failures } = await face.driver.check("SpaceTemplate", { template: { objects } });
        const wanted = problem === undefined ? [] : [expect.stringContaining(`property "template.objects" ${problem}`)];
        expect({ label, failures }).toEqual({ label, failures: wanted });
      }
      expect(face.sent()).toEqual([]);
    }, 120_000);
  },
  [{ omitEmpty: false }],
);
