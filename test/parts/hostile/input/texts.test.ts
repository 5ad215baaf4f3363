import { equalManifests, manifestProblem } from "../../../../provider/objects/wire/templateObjects";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { expectSafe } from "../names/badTexts";

const head = "apiVersion: v1\nkind: A\n";
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");
/** As many characters as the provider reads. */
const most = 1_400_000;
const notYaml = (line: number) => `is not valid YAML: line ${line}: `;
const doubled = (line: number) => `${notYaml(line)}duplicated mapping key`;
const tooMuch = "has more than 1000000 values, counted with expanded YAML aliases";
const list = (level: number) => `l${level + 1}: &l${level + 1} [*l${level},*l${level},*l${level}]\n`;
const nested = (level: number) =>
  `c${level}: &c${level} ${"[".repeat(90)}${level ? `*c${level - 1}` : "x"}${"]".repeat(90)}\n`;

/** A text, and its problem; undefined: none. The tests of manifests have the ordinary ones. */
type Row = readonly [label: string, text: string, problem?: string];

/** Texts that could keep a reader busy for hours or fill its memory. */
const bombs: readonly Row[] = [
  ["brackets that never end", `${head}a: ${"[".repeat(most)}`, notYaml(3)],
  ["lists in lists", `${head}a:\n${"- ".repeat(most / 2)}`, notYaml(4)],
  ["keys in keys", `${head}a:\n${" ? ".repeat(most / 3)}`, notYaml(4)],
  ["brackets 100,000 deep, and closed", `${head}a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`, notYaml(3)],
  ["more than 30 aliases", `${head}a: &a x\nb: [${"*a,".repeat(31)}]`, notYaml(4)],
  [
    "an alias for the object that it is in",
    `${head}a: &a {b: {c: *a}}`,
    "document 1 at a.b is nested deeper than 100 levels",
  ],
  [
    "many aliases for the list that they are in",
    `${head}a: &a [${"*a,".repeat(29)}]`,
    "document 1 at a[0] is nested deeper than 100 levels",
  ],
  ["aliases that multiply a long list", `${head}l0: &l0 [${"x,".repeat(300_000)}]\n${times(10, list)}`, tooMuch],
  ["aliases that add to the depth", head + times(25, nested), "document 1 at c1[0] is nested deeper than 100 levels"],
  [
    "merge keys of long maps",
    `${head}b: &b {${times(20_000, (i) => `k${i}: 1,`)}}\nc: {<<: [${"*b,".repeat(29)}]}`,
    notYaml(4),
  ],
  ["the most keys", head + times(most / 14, (i) => `k${i}: 1\n`)],
  ["the most anchors", head + times(most / 18, (i) => `k${i}: &a${i} x\n`)],
  ["the most documents", `${head}---\n`.repeat(most / 28)],
  ["the longest folded text", `${head}a: >\n${"  x\n".repeat(most / 4)}`],
  ["the longest number", `${head}a: ${"1".repeat(most)}`],
  ["the longest sexagesimal number", `${head}a: ${"1:".repeat(most / 2)}1`],
];

/** Texts that readers take differently, or for more than data. */
const traps: readonly Row[] = [
  ["a doubled key in JSON", '{"apiVersion":"v1","kind":"A","kind":"B"}', doubled(1)],
  ["a key that is doubled for YAML 1.1 only", `${head}yes: 1\ntrue: 2`, doubled(4)],
  ["__proto__ twice", `${head}__proto__: {x: 1}\n__proto__: {x: 2}`, doubled(4)],
  ["__proto__, constructor and prototype", `${head}__proto__: {x: 1}\nconstructor: {prototype: {x: 1}}`],
  ["a merge of __proto__", `${head}a: &a {__proto__: {x: 1}}\nb: {<<: *a}`],
  ["binary data", `${head}a: !!binary aGk=`, notYaml(3)],
  ["a time with a tag", `${head}a: !!timestamp 2001-01-01`, notYaml(3)],
  ["a private tag with a prefix", `%TAG ! tag:x,2000:\n---\n${head}a: !foo x`, notYaml(5)],
  ["a tag of a text", `${head}a: !!str 1`],
  ["NUL", `${head}a: \u0000`, notYaml(3)],
  ["half of a character", `${head}a: \ud800`, notYaml(3)],
  ["half of a character as an escape", `${head}a: "\\ud800"`, "document 1 at a is not valid Unicode"],
  ["half of a character as a key", `${head}"\\ud800": a`, 'document 1 at ["\\ud800"]'],
  ["infinity", `${head}a: -.inf`, "document 1 at a is not a number that JSON supports"],
  ["numbers beyond those of JavaScript", `${head}a: 123456789012345678901234567890\nb: 1e400`],
  ["a list as a key", `${head}? [a]\n: b`, "is not valid YAML: line "],
];

test.each([...bombs, ...traps])("%s", (_, text, problem = "") => {
  const found = manifestProblem(text);
  if (problem === "") expect(found).toBeUndefined();
  else expect(found).toContain(problem);
  if (found) expectSafe(found);
  // The comparison of such a text must end.
  expect([true, false]).toContain(equalManifests(text, `${text}\n# changed`));
});

onBothAdapters(
  (adapter) => {
    test("Check refuses each, names the property and sends nothing", async () => {
      // UTF-8 cannot encode half of a character.
      const sendable = [...traps, ...bombs].filter(([, text]) => text.length < 10_000 && !text.includes("\ud800"));
      for (const [label, objects, problem] of sendable) {
        const { failures } = await adapter.driver.check("SpaceTemplate", { template: { objects } });
        const wanted = problem === undefined ? [] : [expect.stringContaining(`property "template.objects" ${problem}`)];
        expect({ label, failures }).toEqual({ label, failures: wanted });
      }
      expect(adapter.sent()).toEqual([]);
    }, 120_000);
  },
  [{ omitEmpty: false }],
);
