import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const resources = resourcePrograms.typescript({ web: { inputs: { displayName: "Web" } } });
const program = `${resources}
exports.found = all.web.name.apply((name: string) => platform.getSpaceTemplate({ name })).displayName;
`;

describe.each<[string, string[]]>([
  ["with all packages inside", []],
  ["without Pulumi's package", ["@pulumi/pulumi"]],
])("a program that esbuild bundles %s", (_, external) => {
  const given = stackUnderTest(() => ({ program: "typescript", source: program }));

  test("creates its resources, shows no change after it, and destroys them", async () => {
    const { dir } = given.stack;
    const [entry, outfile] = [path.join(dir, "index.ts"), path.join(dir, "bundle.js")];
    await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", external, logLevel: "error" });
    writeFileSync(path.join(dir, "package.json"), JSON.stringify({ name: "test", main: "bundle.js" }));
    await given.stack.up(["--skip-preview"]);
    expect(await given.stack.outputs()).toMatchObject({ found: "Web" });
    await given.stack.preview(["--expect-no-changes"]);
    await given.stack.destroy(["--skip-preview"]);
    expect(given.platform.store.list("spacetemplates")).toEqual([]);
  });
});
