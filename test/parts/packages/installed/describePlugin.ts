import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../../support/environment";
import { createStack } from "../../../support/stack";
import type { Given } from "./describeInstalledPackage";

const program = `
resources:
  dev: { type: "platform:SpaceTemplate", properties: { displayName: Development } }
  ci: { type: "platform:OwnedAccessKey", properties: { user: ci, ttl: 2592000, scope: { allowCli: true } } }
variables:
  seen: { fn::invoke: { function: "platform:getSpaceTemplate", arguments: { name: "\${dev.name}" }, return: displayName } }
outputs: { token: "\${ci.key}", found: "\${seen}" }
`;

/** The plugin, which Pulumi finds on PATH as npm's link in node_modules/.bin. */
export function describePlugin(given: Given): void {
  test("a YAML program is brought up by the plugin from node_modules/.bin, shows no change, and goes", async () => {
    const { installed, platform } = given();
    const env = { ...installed.env, ...platform.settings };
    const stack = await createStack({ program: "yaml", source: program, env });
    try {
      expect((await stack.up(["--skip-preview"])).stdout).toMatch(/\+ 3 created/);
      expect(await stack.outputs()).toEqual({ token: "[secret]", found: "Development" });
      expect((await stack.preview(["--expect-no-changes"])).stdout).toMatch(/3 unchanged/);
      expect((await stack.destroy(["--skip-preview"])).stdout).toMatch(/- 3 deleted/);
    } finally {
      stack.dispose();
    }
  });

  test("pulumi package get-schema prints the schema that is committed", async () => {
    const committed = JSON.parse(readFileSync(path.join(root, "schema.json"), "utf8"));
    const { installed } = given();
    const { stdout } = await installed.run(
      "pulumi",
      "package",
      "get-schema",
      "./node_modules/.bin/pulumi-resource-platform",
    );
    const { name, version, config, resources, functions, types } = JSON.parse(stdout);
    // Pulumi leaves out lists that are empty, so names are compared.
    const names = { name, version, all: [config.variables, resources, functions, types].map(sortedKeys) };
    expect(names).toEqual({
      name: committed.name,
      version: committed.version,
      all: [committed.config.variables, committed.resources, committed.functions, committed.types].map(sortedKeys),
    });
  });
}

const sortedKeys = (object: object) => Object.keys(object).sort();
