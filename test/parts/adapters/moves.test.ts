import { dynamicProgram } from "../../support/movePrograms";
import { describeMove, resourcesOf } from "../../support/moves";
import { writeProgram } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

describeMove({ omitEmpty: true, hideKeys: true });

describe("a move to YAML", () => {
  const inputs = { name: "template", displayName: "one" };
  const given = stackUnderTest(() => ({
    program: "typescript",
    source: dynamicProgram([{ type: "SpaceTemplate", name: "template", inputs }]),
  }));

  test("takes the URN of the dynamic resource as alias", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const { urn } = (await resourcesOf(stack)).template ?? {};
    const resource = { type: "vcluster-platform:index:SpaceTemplate", properties: inputs, options: { aliases: [urn] } };
    writeProgram(stack.dir, "yaml", `resources: ${JSON.stringify({ template: resource })}`);
    platform.requests.length = 0;
    await stack.up(["--expect-no-changes"]);
    expect(platform.requests).toEqual([]);
    expect((await resourcesOf(stack)).template?.type).toBe("vcluster-platform:index:SpaceTemplate");
  });
});
