import type { DeclaredResource } from "../../support/everyResource";
import { writesOf } from "../../support/http";
import { dynamicProgram, pluginProgram } from "../../support/movePrograms";
import { describeMove, dynamicTypes, resourcesOf } from "../../support/moves";
import { writeProgram } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

describeMove({ omitEmpty: true, hideKeys: true });

describe("the way back", () => {
  const program: DeclaredResource[] = [
    { type: "SpaceTemplate", name: "template", inputs: { name: "template", displayName: "one" } },
    { type: "OwnedAccessKey", name: "key", inputs: { user: "ci", ttl: 3600, scope: {} } },
  ];
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram(program),
    typecheck: false,
  }));

  test("is an import of the earlier state; a later move by transformation and with a refresh works", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    await stack.pulumi(["stack", "export", "--file", "before.json"]);
    stack.write(pluginProgram(program));
    await stack.up(["--skip-preview", "--expect-no-changes"]);
    platform.requests.length = 0;

    await stack.pulumi(["stack", "import", "--file", "before.json"]);
    stack.write(dynamicProgram(program));
    await stack.up(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);

    stack.write(pluginProgram(program, { aliases: "by transformation" }));
    await stack.up(["--skip-preview", "--refresh"]);
    expect(writesOf(platform)).toEqual([]);
    expect(dynamicTypes(await resourcesOf(stack))).toEqual([]);
  });
});

describe("a move to YAML", () => {
  const inputs = { name: "template", displayName: "one" };
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram([{ type: "SpaceTemplate", name: "template", inputs }]),
    typecheck: false,
  }));

  test("takes the URN of the dynamic resource as alias", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const { urn } = (await resourcesOf(stack)).template ?? {};
    const resource = { type: "platform:index:SpaceTemplate", properties: inputs, options: { aliases: [urn] } };
    writeProgram(stack.dir, "yaml", `resources: ${JSON.stringify({ template: resource })}`);
    platform.requests.length = 0;
    await stack.up(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);
    expect((await resourcesOf(stack)).template?.type).toBe("platform:index:SpaceTemplate");
  });
});
