import { createStack, type Stack } from "../../../support/stack";
import type { Given } from "./describeInstalledPackage";

const program = `
import * as pulumi from "@pulumi/pulumi";
import { getSpaceTemplate, OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-platform";

const dev = new SpaceTemplate("dev", { displayName: "Development" });
const ci = new OwnedAccessKey("ci", { user: "ci", ttl: 2592000, scope: { allowCli: true } });
new VirtualClusterImport("team", {
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
});
export const token: pulumi.Output<string | undefined> = ci.key;
export const found = dev.name.apply(async (name) => (await getSpaceTemplate({ name })).displayName);
`;

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Pulumi's two kinds of TypeScript programs, by the `type` of their package.json. */
const kinds = [
  ["CommonJS", "commonjs", ""],
  ["ESM", "module", "\nexport const url: string = import.meta.url;\n"],
] as const;

/** The classes of the SDK, in a user's own program. */
export function describePrograms(given: Given): void {
  test.each(kinds)("a TypeScript program in %s is brought up, shows no change, and goes", async (_, type, more) => {
    const { installed, platform } = given();
    installed.write({
      "Pulumi.yaml": "name: test\nruntime: nodejs\n",
      "index.ts": program + more,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    });
    installed.describe({ type });
    const env = { ...installed.env, ...platform.settings };
    const stack = await createStack({ program: "typescript", source: program + more, project: installed.project, env });
    try {
      await comesAndGoes(stack);
    } finally {
      stack.dispose();
    }
  });
}

async function comesAndGoes(stack: Stack): Promise<void> {
  const { stdout } = await stack.up(["--skip-preview"]);
  expect(stdout).toMatch(/\+ 4 created/);
  expect(await stack.outputs()).toMatchObject({ token: "[secret]", found: "Development" });
  expect((await stack.preview(["--expect-no-changes"])).stdout).toMatch(/4 unchanged/);
  expect((await stack.destroy(["--skip-preview"])).stdout).toMatch(/- 4 deleted/);
}
