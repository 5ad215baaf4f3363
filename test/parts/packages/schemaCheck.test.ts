import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { createStack, type Stack } from "../../support/stack";

const file = path.join(root, "schema.json");
let stack: Stack;

beforeAll(async () => {
  stack = await createStack({ program: "yaml", source: "resources: {}" });
});
afterAll(() => stack?.dispose());

test("Pulumi's own check finds nothing wrong with the schema", async () => {
  const { exitCode, stdout, stderr } = await stack.pulumi(["schema", "check", file]);
  expect([exitCode, stdout, stderr]).toEqual([0, "", ""]);
});

test("the plugin answers with the schema that is committed", async () => {
  const { stdout } = await stack.pulumi(["package", "get-schema", path.join(root, "bin", "pulumi-resource-platform")]);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(file, "utf8")));
});
