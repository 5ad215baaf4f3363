import { editAsColleague } from "../../support/http";
import type { ProgramKind } from "../../support/project";
import { stackUnderTest } from "../../support/stackUnderTest";

const programs: Record<ProgramKind, (finalizer: string, blob: string) => string> = {
  yaml: (finalizer, blob) => `
resources:
  res:
    type: platform:index:SpaceTemplate
    properties: { name: said, finalizers: [${finalizer}], annotations: { a: "${blob}", b: "${blob}" } }
`,
  typescript: (finalizer, blob) => `
import { SpaceTemplate } from "pulumi-platform";
new SpaceTemplate("res", { name: "said", finalizers: ["${finalizer}"], annotations: { a: "${blob}", b: "${blob}" } });
`,
};

describe.each(["yaml", "typescript"] as const)("what the platform says of a %s program's resource", (kind) => {
  const given = stackUnderTest(() => ({ program: kind, source: programs[kind]("plain", "x"), typecheck: false }));

  test("in a Warning header is a warning", async () => {
    const { stdout, stderr } = await given.stack.up(["--skip-preview"]);
    expect(stdout + stderr).toMatch(/warning: .*"plain": prefer a domain-qualified finalizer name/);
  });

  test("against a field is an error on the program's property, and the next up goes on", async () => {
    // Ours alone are few enough for a check: what others have written counts, too.
    const theirs = { metadata: { annotations: { theirs: "x".repeat(200_000) } } };
    await editAsColleague(given.platform, "spacetemplates/said", theirs);
    given.stack.write(programs[kind]("plain", "x".repeat(70_000)));
    const refused = await given.stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stdout + refused.stderr).toMatch(
      /Cannot update SpaceTemplate .{1,2}said.{1,2}: the platform refuses property .{1,2}annotations.{1,2}: Too long/,
    );
    given.stack.write(programs[kind]("plain", "y"));
    await given.stack.up(["--skip-preview"]);
    expect(given.platform.store.get("spacetemplates", "said")).toMatchObject({ metadata: { annotations: { a: "y" } } });
  });
});
