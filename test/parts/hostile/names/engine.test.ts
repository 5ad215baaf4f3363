import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { programFaces } from "../../../support/programFaces";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { templatePrograms } from "../../../support/templatePrograms";

describe.each(programFaces)("%s", (_, program) => {
  const write = templatePrograms[program];
  const under = stackUnderTest(() => ({ program, source: write({}), typecheck: false }));
  const failed = { expectSuccess: false };

  test("a name that leads elsewhere, a label that none is and values that JSON does not keep fail before anything is sent", async () => {
    const { stack, platform } = under;
    const inputs = { name: "..", labels: { "a b\u202e": "x" }, extraSpec: { size: 2 ** 60 } };
    stack.write(write({ bad: { inputs } }));
    const { exitCode, stdout, stderr } = await stack.up([], failed);
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toContain('property "name" must consist of lowercase letters');
    expect(stdout + stderr).toContain('property "labels["a b\\u202e"]" cannot be a key');
    expect(stdout + stderr).toContain('property "extraSpec.size" is a whole number of more digits');
    expect(platform.requests).toEqual([]);
  });

  test("an id that somebody wrote into the state sends nothing, be it refreshed or destroyed", async () => {
    const { stack, platform } = under;
    stack.write(write({ fine: { inputs: { name: "fine" } } }));
    await stack.up();
    const file = path.join(stack.folder, "state.json");
    await stack.pulumi(["stack", "export", "--file", file]);
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replaceAll('"id": "fine"', '"id": ".."'));
    await stack.pulumi(["stack", "import", "--file", file]);
    platform.requests.length = 0;
    for (const verb of ["refresh", "destroy"] as const) {
      const { exitCode, stdout, stderr } = await stack[verb]([], failed);
      expect(exitCode).not.toBe(0);
      expect(stdout + stderr).toContain('Cannot build a URL from "..": it would point at another path');
    }
    expect(platform.requests).toEqual([]);
    writeFileSync(file, before);
    await stack.pulumi(["stack", "import", "--file", file]);
    await stack.destroy();
    // Six commands, of which those of dynamic resources start two hosts each.
  }, 300_000);
});

describe("the plugin alone", () => {
  const under = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));

  test.each([
    ["SpaceTemplate", ".."],
    ["OwnedAccessKey", "%2e%2e"],
    ["VirtualClusterImport", "../team"],
  ])("pulumi import of a %s with the id %s sends nothing", async (type, id) => {
    const { stack, platform } = under;
    const token = `platform:index:${type}`;
    const { exitCode, stdout, stderr } = await stack.importResource(token, "bad", id, [], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toContain(`Cannot import ${type} "${id}"`);
    expect(platform.requests).toEqual([]);
  });

  test("a key __proto__ of a program that is not written in JavaScript is refused, and not lost", async () => {
    const { stack, platform } = under;
    stack.write(`resources:
  bad: {type: platform:index:SpaceTemplate, properties: {name: bad, extraSpec: {owner: {__proto__: {team: a}}}}}`);
    const { exitCode, stdout, stderr } = await stack.preview([], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toContain('property "extraSpec.owner.__proto__" cannot be a key');
    expect(platform.requests).toEqual([]);
  });
});
