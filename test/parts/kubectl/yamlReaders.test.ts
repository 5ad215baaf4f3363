import fc from "fast-check";
import { manifestText } from "../../../provider/objects/manifests";
import { propertyRuns } from "../../../scripts/testing/effort.js";
import { testWith } from "../../support/needs";
import { treacherousTexts } from "../../support/treacherousTexts";
import { Kubectl } from "./support/kubectl";

const rule = testWith("kubectl");
const kubectl = new Kubectl({});

beforeAll(() => kubectl.start());
afterAll(() => kubectl.close());

/** Texts as values, as keys and in a list, below a field that no server has to know. */
const object = (texts: readonly string[]) => ({
  apiVersion: "management.loft.sh/v1",
  kind: "SpaceTemplate",
  metadata: { name: "words" },
  spec: {
    values: Object.fromEntries(texts.map((text, index) => [`t${index}`, text])),
    keys: Object.fromEntries(texts.map((text, index) => [text, index])),
    list: texts,
  },
});

/** The spec as kubectl reads it: Go's reader of YAML, which every tool of Kubernetes has. */
async function readByKubectl(written: string): Promise<unknown> {
  const read = await kubectl.ok("create -f - --dry-run=client --validate=false -o json", written);
  return JSON.parse(read).spec;
}

rule("kubectl reads every text of a list of objects as that text", async () => {
  const all = object(treacherousTexts);
  expect(await readByKubectl(String(manifestText([all])))).toEqual(all.spec);
});

// Each look is a process of its own, so one holds many texts.
rule("kubectl reads any texts of a list of objects as those texts", async () => {
  const letters = [..."0123456789abcdefxXoObB_.:+-eEyYnN~<>=!&*#?|@%`'\"{}[], \t\n\r\u0085\u2028\ufeffé😀"];
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 12 }).filter((each) => Buffer.from(each, "utf8").toString("utf8") === each),
  );
  const texts = fc.uniqueArray(
    text.filter((each) => each !== "__proto__"),
    { minLength: 300, maxLength: 500, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const all = object(some);
      expect(await readByKubectl(String(manifestText([all])))).toEqual(all.spec);
    }),
    { numRuns: propertyRuns(process.env) / 50, endOnFailure: true },
  );
});
