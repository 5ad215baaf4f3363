import * as z from "zod";
import info from "../../package.json";
import { registry } from "../../provider/resources/registry";
import { packageSchema } from "../../provider/schema/packageSchema";
import { withExamples } from "../../scripts/generate/examples.js";

const fields = z.strictObject({ size: z.string().describe("Size of the crate.").optional() });

test("a field with the description of its type fails, because the schema would have none", () => {
  const crate = fields.meta({ id: "Crate", description: "A crate." });
  const schemaWith = (described: z.ZodType) => {
    const inputs = z.strictObject({ crate: described.optional() });
    const getCrate = { name: "getCrate", description: "Reads a crate.", inputs, outputs: fields, call: jest.fn() };
    return packageSchema({ ...registry, functions: [getCrate] }, info);
  };
  expect(() => schemaWith(crate.describe("A crate."))).toThrow(
    'Field "crate" has no description, or the same one as its type. Describe it with .describe(), not with the words of its type.',
  );
  expect(schemaWith(crate.describe("The crate."))).toMatchObject({ functions: expect.anything() });
});

test.each(["resources", "functions"] as const)("%s without an example fail", (kind) => {
  const spec = { inputProperties: {}, properties: {}, inputs: { properties: {} }, outputs: { properties: {} } };
  const none = { config: { variables: {} }, resources: {}, functions: {}, types: {} };
  expect(() => withExamples({ ...none, [kind]: { "vcluster-platform:index:Crate": spec } })).toThrow(
    `Crate has no example in TypeScript, dynamic resources: write examples/${kind}/Crate/dynamic/index.ts.`,
  );
});
