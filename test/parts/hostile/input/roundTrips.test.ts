import fc from "fast-check";
import { loadAll } from "js-yaml";
import { yamlSchema } from "../../../../emulator/text/yaml";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import type { Wire } from "../../../support/pluginDriver";
import { treacherousTexts } from "../../../support/treacherousTexts";

const configMap = (data: unknown): Wire => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data });

/** A text as readers of YAML 1.1, such as Go's, and of YAML 1.2 read it. */
const readAs = (text: unknown) => [loadAll(String(text), { schema: yamlSchema }), loadAll(String(text))];
/** A copy through JSON, which has no negative zero. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value));

const isUtf8 = (text: string) => Buffer.from(text, "utf8").toString("utf8") === text;
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each));
const binary = fc.string({ unit: "binary", maxLength: 30 }).filter(isUtf8);
const text = fc.oneof(fc.constantFrom(...treacherousTexts), binary);
const key = text.filter((each) => each !== "__proto__");
const scalar = fc.oneof({ weight: 3, arbitrary: text }, fc.maxSafeInteger(), fraction, fc.boolean());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie("value"), { maxLength: 4 }), tie("object")),
  object: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
}));
const dataOfObjects = fc.array(fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true }));

onBothAdapters(
  (adapter) => {
    const type = "SpaceTemplate";
    let count = 0;

    /** Creates, refreshes and updates an object; its stored form at the end. */
    async function livedThrough(inputs: Wire) {
      const all = { ...inputs, name: `t-${count++}` };
      const made = await adapter.create(type, all);
      const before = adapter.stored("spacetemplates", all.name);
      const read = await adapter.driver.read(type, made);
      if (!read) throw new Error("The object is gone");
      expect((await adapter.driver.diff(type, read, made.inputs)).changes).toBe(false);
      const { inputs: changed } = await adapter.driver.check(type, { ...all, description: "changed" }, read.inputs);
      const updated = await adapter.driver.update(type, read, changed);
      expect((await adapter.driver.diff(type, updated, changed)).changes).toBe(false);
      const after = adapter.stored("spacetemplates", all.name);
      expect(after.spec).toEqual({ ...before.spec, description: "changed" });
      expect(after.metadata.annotations).toEqual(before.metadata.annotations);
      await adapter.driver.delete(type, updated);
      return after;
    }

    test("any values stay the same", async () => {
      const property = fc.asyncProperty(dataOfObjects, value, async (data, tree) => {
        const objects = data.map(configMap);
        const { spec } = await livedThrough({ template: { objects }, extraSpec: { tree: { tree } } });
        expect(spec.tree ?? { tree }).toEqual(json({ tree }));
        const written = (spec.template as Wire | undefined)?.objects ?? "";
        for (const read of readAs(written)) expect(json(read)).toEqual(json(objects));
      });
      await fc.assert(property, { numRuns: 200 });
    }, 600_000);

    test("a text is sent byte for byte", async () => {
      const objects =
        "---\napiVersion: v1   \r\nkind: &k A  \r\n\r\n...\n# c\t\n---\n---\napiVersion: v1\nkind: B\n" +
        'a: [yes, 0755, 1:23, 2001-01-01, ~, 12345678901234567890, "\\0\u00a0é😀 $$ {x}"]\n\n\n';
      const { spec } = await livedThrough({ template: { objects } });
      expect((spec.template as Wire).objects).toBe(objects);
    });
  },
  [{ omitEmpty: false }],
);
