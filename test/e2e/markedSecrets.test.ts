import { editAsColleague } from "../support/http";
import type { ProgramKind } from "../support/project";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

const canary = (version: number) => `canary-of-the-program-${version}`;

const programs: Record<ProgramKind, (version: number) => string> = {
  yaml: (version) => `
resources:
  res:
    type: platform:index:SpaceTemplate
    properties:
      name: marked
      description: { "fn::secret": ${canary(version)}-a }
      labels: { team: { "fn::secret": ${canary(version)}-b } }
      extraSpec: { list: [{ "fn::secret": ${canary(version)}-c }] }
`,
  typescript: (version) => `
import * as pulumi from "@pulumi/pulumi";
import { SpaceTemplate } from "pulumi-platform";
new SpaceTemplate("res", {
  name: "marked",
  description: pulumi.secret("${canary(version)}-a"),
  labels: { team: pulumi.secret("${canary(version)}-b") },
  extraSpec: { list: [pulumi.secret("${canary(version)}-c")] },
});
`,
};

describe.each(["yaml", "typescript"] as const)("values that a %s program marks secret", (kind) => {
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded();
    const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: kind, source: programs[kind](1), env, typecheck: false });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });

  test("are on the platform, and nowhere in clear text: not in state, diffs, drift, conflicts or echoed errors", async () => {
    await stack.up(["--skip-preview"]);
    const { spec } = JSON.parse(JSON.stringify(platform.store.get("spacetemplates", "marked")));
    expect(spec).toMatchObject({ description: `${canary(1)}-a`, list: [`${canary(1)}-c`] });

    await editAsColleague(platform, "spacetemplates/marked", {
      metadata: { labels: { team: `${canary(2)}-b` } },
      spec: { description: `${canary(2)}-a`, list: [`${canary(2)}-c`] },
    });
    stack.write(programs[kind](3));
    const conflict = await stack.up(["--skip-preview", "--diff"], { expectSuccess: false });
    expect(conflict.exitCode).not.toBe(0);
    expect(conflict.stdout + conflict.stderr).toMatch(
      /description was changed by "kubectl-edit".* from \[secret\] to \[secret\]/,
    );

    await stack.refresh(["--skip-preview", "--diff"]);
    const echo = `spec.description: Invalid value: {"description":"${canary(3)}-a","list":["${canary(3)}-c"]}`;
    const refusal = {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: echo,
      reason: "Invalid",
      code: 422,
    };
    platform.faults.add({ method: "PATCH", kind: "spacetemplates", times: 1, action: { status: 422, body: refusal } });
    const refused = await stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.stdout + refused.stderr).toContain("422");

    await stack.up(["--skip-preview"]);
    await stack.destroy(["--skip-preview"]);
    expect(stack.rawStateFile() + stack.allOutput()).not.toContain("canary-of-the-program");
  });
});
