import fc from "fast-check";
import { loadAll } from "js-yaml";
import { yamlSchema } from "../../../../emulator/text/yamlSchema";
import { onBothFaces } from "../../../support/faceUnderTest";
import type { Wire } from "../../../support/pluginDriver";
import { treacherousTexts } from "../../../support/treacherousTexts";

/** Each text under an ordinary key. */
const numbered = Object.fromEntries(treacherousTexts.map((text, index) => [`t${index}`, text]));
/** Each text as a key; one begins a document where it begins a line, which is never so inside an object. */
const asKeys = Object.fromEntries(treacherousTexts.map((text, index) => [text, index]));
const configMap = (data: unknown): Wire => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data });

/** What readers of YAML 1.1, as Go's is one, and of YAML 1.2 take a text for. */
const readAs = (text: unknown) => [loadAll(String(text), { schema: yamlSchema }), loadAll(String(text))];

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
);
const text = fc.oneof(
  fc.constantFrom(...treacherousTexts),
  fc.string({ unit: "binary", maxLength: 30 }).filter(isUtf8),
);
const key = text.filter((each) => each !== "__proto__");
const scalar = fc.oneof({ weight: 3, arbitrary: text }, number, fc.boolean());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie("value"), { maxLength: 4 }), tie("object")),
  object: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));

function isUtf8(each: string): boolean {
  return Buffer.from(each, "utf8").toString("utf8") === each;
}

/** What a copy as JSON makes of it: no negative zero. */
const json = (each: unknown) => JSON.parse(JSON.stringify(each));

onBothFaces(
  (face) => {
    const type = "SpaceTemplate";
    let count = 0;
    const named = () => `t-${count++}`;

    /** Creates it, and goes through a refresh, an update and another up; the object as it is stored in the end. */
    async function lived(inputs: Wire) {
      const all = { ...inputs, name: named() };
      const made = await face.create(type, all);
      const before = face.stored("spacetemplates", all.name);
      const read = await face.driver.read(type, made);
      if (!read) throw new Error("It is gone");
      expect((await face.driver.diff(type, read, made.inputs)).changes).toBe(false);
      const { inputs: changed } = await face.driver.check(type, { ...all, description: "changed" }, read.inputs);
      const updated = await face.driver.update(type, read, changed);
      expect((await face.driver.diff(type, updated, changed)).changes).toBe(false);
      const after = face.stored("spacetemplates", all.name);
      expect(after.spec).toEqual({ ...before.spec, description: "changed" });
      expect(after.metadata.annotations).toEqual(before.metadata.annotations);
      await face.driver.delete(type, updated);
      return after;
    }

    test("every treacherous text arrives as it is, through create, refresh, update and a second up", async () => {
      const annotations = Object.fromEntries(treacherousTexts.map((each, index) => [`a${index}`, each]));
      const access = treacherousTexts.map((user) => ({ users: [user], verbs: ["get"] }));
      const objects = [configMap(numbered), configMap(asKeys), configMap(treacherousTexts)];
      const stored = await lived({ annotations, access, template: { objects }, extraSpec: { numbered, asKeys } });
      expect(stored.metadata.annotations).toMatchObject(annotations);
      const { template, ...spec } = stored.spec as { template: { objects: string } } & Wire;
      expect(spec).toMatchObject({ access, numbered, asKeys });
      for (const read of readAs(template.objects)) expect(read).toEqual(objects);
    }, 60_000);

    test("any values arrive as they are", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true })),
          value,
          async (data, tree) => {
            const objects = data.map((each) => configMap(each));
            const { spec } = await lived({ template: { objects }, extraSpec: { tree: { tree } } });
            expect(spec.tree ?? { tree }).toEqual(json({ tree }));
            for (const read of readAs((spec.template as Wire | undefined)?.objects ?? ""))
              expect(json(read)).toEqual(json(objects));
          },
        ),
        { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10) },
      );
    }, 600_000);

    test.each([
      ["Windows line ends", "apiVersion: v1\r\nkind: A\r\n"],
      ["spaces at the ends of lines, and no end of the last one", "apiVersion: v1   \nkind: A  "],
      ["empty lines at the end", "apiVersion: v1\nkind: A\n\n\n"],
      ["a byte order mark", "\ufeffapiVersion: v1\nkind: A\n"],
      ["old line ends", "apiVersion: v1\rkind: A\r"],
      ["comments, anchors and tabs", "# c\t\napiVersion: v1 #\t\nkind: &k A\nb: *k\n"],
      ["several documents", "---\napiVersion: v1\nkind: A\n...\n---\n---\napiVersion: v1\nkind: B\n...\n"],
      ["odd signs", 'apiVersion: v1\nkind: A\na: "\\0\u00a0é😀 $$ {x}"\n'],
      ["JSON", '{"apiVersion":"v1","kind":"A","__proto__":{"a":1},"n":12345678901234567890}'],
      ["words of YAML 1.1", "apiVersion: v1\nkind: A\na: [yes, 0755, 1:23, 1_000, 2001-01-01, .5, ~]\n"],
    ])("a text with %s is sent byte for byte", async (_, objects) => {
      const { spec } = await lived({ template: { objects } });
      expect((spec.template as Wire).objects).toBe(objects);
    });
  },
  [{ omitEmpty: false }],
);
