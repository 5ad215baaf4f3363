import { editAsColleague } from "../../support/http";
import { invalidAnswer } from "../../support/invalidAnswer";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

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
  const given = stackUnderTest(() => ({ program: kind, source: programs[kind](1), typecheck: false }));

  test("are on the platform, and nowhere in clear text: not in state, diffs, drift, conflicts or echoed errors", async () => {
    await given.stack.up(["--skip-preview"]);
    const { spec } = JSON.parse(JSON.stringify(given.platform.store.get("spacetemplates", "marked")));
    expect(spec).toMatchObject({ description: `${canary(1)}-a`, list: [`${canary(1)}-c`] });

    await editAsColleague(given.platform, "spacetemplates/marked", {
      metadata: { labels: { team: `${canary(2)}-b` } },
      spec: { description: `${canary(2)}-a`, list: [`${canary(2)}-c`] },
    });
    given.stack.write(programs[kind](3));
    const conflict = await given.stack.up(["--skip-preview", "--diff"], { expectSuccess: false });
    expect(conflict.exitCode).not.toBe(0);
    expect(conflict.stdout + conflict.stderr).toMatch(
      /description was changed by "kubectl-edit".* from \[secret\] to \[secret\]/,
    );

    await given.stack.refresh(["--skip-preview", "--diff"]);
    const echo = `spec.description: Invalid value: {"description":"${canary(3)}-a","list":["${canary(3)}-c"]}`;
    given.platform.faults.add({
      method: "PATCH",
      kind: "spacetemplates",
      times: 1,
      action: invalidAnswer(echo),
    });
    const refused = await given.stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.stdout + refused.stderr).toContain("422");

    await given.stack.up(["--skip-preview"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(given.stack.rawStateFile() + given.stack.allOutput()).not.toContain("canary-of-the-program");
  });
});
