import { createStack } from "../../support/stack";
import { startRecorded } from "../../support/startRecorded";

const program = (properties: object) =>
  `resources:\n  res:\n    type: platform:index:SpaceTemplate\n    properties: ${JSON.stringify({ name: "dev", ...properties })}\n`;
// What the provider's own check lets through, and the platform does not: with the provider's own annotation they are too many.
const mistake = { annotations: { note: "x".repeat(256 * 1024 - 20) } };

test("with serverSideDryRun the platform's errors fail a preview before anything is applied", async () => {
  const platform = await startRecorded();
  const stack = await createStack({
    program: "yaml",
    source: program(mistake),
    config: { "platform:serverSideDryRun": "true" },
    env: { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_KEY: platform.accessKey },
  });
  const refused = async () => {
    const before = JSON.stringify([platform.store.resourceVersion, platform.store.list("spacetemplates")]);
    const { exitCode, stdout, stderr } = await stack.preview([], { expectSuccess: false });
    expect(stdout + stderr).toContain('property "annotations": Too long: may not be more than 262144 bytes');
    expect(exitCode).not.toBe(0);
    expect(JSON.stringify([platform.store.resourceVersion, platform.store.list("spacetemplates")])).toBe(before);
  };
  try {
    await refused();
    stack.write(program({ displayName: "a" }));
    await stack.up();
    expect(platform.store.get("spacetemplates", "dev")?.spec).toEqual({ displayName: "a" });
    stack.write(program({ displayName: "b", ...mistake }));
    await refused();
    // A replacement that deletes first finds its own object under the name.
    stack.write(
      program({ displayName: "b" }).concat(
        "    options: { replaceOnChanges: [displayName], deleteBeforeReplace: true }\n",
      ),
    );
    await stack.up();
    expect(platform.store.get("spacetemplates", "dev")?.spec).toEqual({ displayName: "b" });
    await stack.destroy();
    expect(platform.store.list("spacetemplates")).toEqual([]);
  } finally {
    stack.dispose();
    await platform.close();
  }
});
