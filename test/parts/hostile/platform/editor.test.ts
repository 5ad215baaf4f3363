import { writeFileSync } from "node:fs";
import path from "node:path";
import { markerPlaceholder, signature, unknownSentinels } from "../../../../provider/api/input/untrustedJson";
import { editAsColleague } from "../../../support/http";
import { programAdapters } from "../../../support/programAdapters";
import { stackUnderTest } from "../../../support/stackUnderTest";

const canary = "content-of-a-file-on-the-runner";
const assetMark = "c44067f5952c0a294b673a41bacd8c17";
const command = "##vso[task.setvariable variable=x]y";

const yaml = (displayName: string, outputs = "{}") => `
resources:
  web: { type: "vcluster-platform:SpaceTemplate", properties: { name: web, displayName: ${displayName}, conflictPolicy: fail } }
outputs: ${outputs}
`;
const typescript = (displayName: string, output = "") => `
import * as platform from "pulumi-vcluster-platform";
new platform.SpaceTemplate("web", { name: "web", displayName: "${displayName}", conflictPolicy: "fail" });
${output}
`;
const programs = {
  yaml: {
    with: yaml,
    found: '{ found: { "fn::invoke": { function: "vcluster-platform:getSpaceTemplate", arguments: { name: web } } } }',
  },
  typescript: {
    with: typescript,
    found: 'export const found = platform.getSpaceTemplate({ name: "web" });',
  },
};

describe.each(programAdapters)("somebody who may edit one object of %s", (_, kind) => {
  const program = programs[kind as keyof typeof programs];
  const given = stackUnderTest(() => ({ program: kind, source: program.with("Web") }));
  const run = async (args: string[], expectSuccess = true) => {
    const { stdout, stderr } = await given.stack.pulumi(args, { expectSuccess });
    const printed = stdout + stderr + given.stack.rawStateFile();
    for (const text of [canary, ...unknownSentinels]) expect(printed).not.toContain(text);
    return printed;
  };

  test("gives no command to a pipeline, no value to Pulumi and reads no file", async () => {
    const { stack, platform } = given;
    await stack.up(["--skip-preview"]);
    const file = path.join(stack.dir, "private.txt");
    writeFileSync(file, canary);
    await editAsColleague(
      platform,
      "spacetemplates/web",
      {
        metadata: { annotations: { [signature]: assetMark, path: file }, labels: { team: unknownSentinels[1] } },
        spec: { displayName: unknownSentinels[0] },
      },
      command,
    );
    stack.write(program.with("Webshop"));
    const refused = await run(["up", "--yes", "--skip-preview"], false);
    expect(refused).toContain("was changed by");
    expect(refused).not.toContain(command);
    expect(await run(["refresh", "--yes", "--skip-preview"])).toContain(markerPlaceholder);
    stack.write(program.with("Webshop", program.found));
    expect(await run(["up", "--yes", "--skip-preview"])).toContain("1 updated");
    await run(["preview", "--expect-no-changes"]);
  });
});
