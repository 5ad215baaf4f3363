import { writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build } from "esbuild";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const resources = resourcePrograms.typescript({ web: { inputs: { displayName: "Web" } } });
const program = `${resources}
export const found = all.web.name.apply((name: string) => platform.getSpaceTemplate({ name })).displayName;
`;

const external = ["@pulumi/pulumi"];

describe.each<[string, string, BuildOptions]>([
  ["with all packages inside", "bundle.js", {}],
  ["without Pulumi's package", "bundle.js", { external }],
  [
    "as an ES module, without the packages",
    "bundle.mjs",
    { format: "esm", external: [...external, "pulumi-vcluster-platform"] },
  ],
])("a program that esbuild bundles %s", (_, main, options) => {
  const given = stackUnderTest(() => ({ program: "typescript", source: program }));

  test("creates its resources, shows no change after it, and destroys them", async () => {
    const { dir } = given.stack;
    const [entry, outfile] = [path.join(dir, "index.ts"), path.join(dir, main)];
    await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", ...options, logLevel: "error" });
    writeFileSync(path.join(dir, "package.json"), JSON.stringify({ name: "test", main }));
    await given.stack.up(["--skip-preview"]);
    expect(await given.stack.outputs()).toMatchObject({ found: "Web" });
    await given.stack.preview(["--expect-no-changes"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(given.platform.store.list("spacetemplates")).toEqual([]);
  });
});
