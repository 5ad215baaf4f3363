import type { ProgramKind } from "../support/project";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

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
  let platform: RecordedPlatform;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded();
    const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: kind, source: programs[kind]("plain", "x"), env, typecheck: false });
  });
  afterAll(async () => {
    stack?.dispose();
    await platform?.close();
  });

  test("in a Warning header is a warning", async () => {
    const { stdout, stderr } = await stack.up(["--skip-preview"]);
    expect(stdout + stderr).toMatch(/warning: .*"plain": prefer a domain-qualified finalizer name/);
  });

  test("against a field is an error on the program's property, and the next up goes on", async () => {
    stack.write(programs[kind]("plain", "x".repeat(140_000)));
    const refused = await stack.up(["--skip-preview"], { expectSuccess: false });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stdout + refused.stderr).toMatch(
      /Cannot update SpaceTemplate .{1,2}said.{1,2}: the platform refuses property .{1,2}annotations.{1,2}: Too long/,
    );
    stack.write(programs[kind]("plain", "y"));
    await stack.up(["--skip-preview"]);
    expect(platform.store.get("spacetemplates", "said")).toMatchObject({ metadata: { annotations: { a: "y" } } });
  });
});
