import { programFaces } from "../../../support/programFaces";
import { resourcePrograms } from "../../../support/resourcePrograms";
import { stackUnderTest } from "../../../support/stackUnderTest";

/** The output of a command that must fail. */
async function failureOf(command: Promise<{ exitCode: number; stdout: string; stderr: string }>): Promise<string> {
  const { exitCode, stdout, stderr } = await command;
  expect(exitCode).not.toBe(0);
  return stdout + stderr;
}
const failing = { expectSuccess: false };

describe.each(programFaces)("%s", (_, program) => {
  const write = resourcePrograms[program];
  const under = stackUnderTest(() => ({ program, source: write({}) }));

  test("a bad name, a bad label and a number that JSON cannot keep fail before a request", async () => {
    const { stack, platform } = under;
    const inputs = { name: "..", labels: { "a b\u202e": "x" }, extraSpec: { size: 2 ** 60 } };
    stack.write(write({ bad: { inputs } }));
    const printed = await failureOf(stack.up([], failing));
    expect(printed).toContain('property "name" must consist of lowercase letters');
    expect(printed).toContain('property "labels["a b\\u202e"]" cannot be a key');
    expect(printed).toContain('property "extraSpec.size" is a whole number of more digits');
    expect(platform.requests).toEqual([]);
  });
});

describe("the plugin", () => {
  const under = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));

  test("pulumi import of a bad id sends nothing, and a key __proto__ of a YAML program is refused", async () => {
    const { stack, platform } = under;
    const type = "platform:index:VirtualClusterImport";
    const imported = await failureOf(stack.importResource(type, "bad", "../team", [], failing));
    expect(imported).toContain('Cannot import VirtualClusterImport "../team"');
    stack.write(`resources:
  bad: {type: platform:index:SpaceTemplate, properties: {name: bad, extraSpec: {owner: {__proto__: {team: a}}}}}`);
    const printed = await failureOf(stack.preview([], failing));
    expect(printed).toContain('property "extraSpec.owner.__proto__" cannot be a key');
    expect(platform.requests).toEqual([]);
  });
});
