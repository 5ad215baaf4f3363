import { type ResourceDeclarations, resourcePrograms, withType } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const words = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  (stdout + stderr).replaceAll("\\", "").replace(/\s+/g, " ");

describe("an object with two resources of the plugin", () => {
  const source = (resources: ResourceDeclarations) => resourcePrograms.yaml(resources);
  const keys = (...names: string[]) =>
    withType(
      "OwnedAccessKey",
      Object.fromEntries(names.map((name) => [name, { inputs: { name: "dk-key", ttl: 3600 } }])),
    );
  const templates = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { inputs: { name: "dupl" }, options: { import: "dupl" } }]));
  const given = stackUnderTest(() => ({ program: "yaml", source: source(keys("a")) }));
  const up = async (resources: ResourceDeclarations, expectSuccess = true) => {
    given.stack.write(source(resources));
    return words(await given.stack.up(["--skip-preview"], { expectSuccess }));
  };

  test("stays after a rename without an alias, when the command of the error was run", async () => {
    await up(keys("a"));
    const failed = await up(keys("z"), false);
    const [, command = ""] = /run: pulumi (import vcluster-platform:index:OwnedAccessKey z dk-key)/.exec(failed) ?? [];
    expect(failed).toContain("first take that one out of the state: pulumi state delete");
    const imported = await given.stack.pulumi([...command.split(" "), "--yes", "--protect=false"]);
    expect(words(imported)).toContain("was made by this stack");
    expect(await up(keys("z"))).toContain(
      'OwnedAccessKey "dk-key" stays: the resource "z" of the program also has it.',
    );
    expect(given.platform.store.get("ownedaccesskeys", "dk-key")).toBeDefined();
    await given.stack.pulumi(["preview", "--expect-no-changes"]);
  });

  test("stays when one of two imports is removed, and goes with the last one", async () => {
    const { stack, platform } = given;
    await up({ made: { inputs: { name: "dupl" } } });
    const { deployment } = await stack.exportState();
    const made = deployment.resources?.find(({ id }) => id === "dupl");
    await stack.pulumi(["state", "delete", made?.urn ?? "", "--yes"]);
    await up(templates("one", "two"));
    expect(await up(templates("two"))).toContain(
      'SpaceTemplate "dupl" stays: the resource "two" of the program also has it.',
    );
    expect(platform.store.get("spacetemplates", "dupl")).toBeDefined();
    await stack.pulumi(["destroy", "--run-program", "--yes", "--skip-preview"]);
    expect(platform.store.get("spacetemplates", "dupl")).toBeUndefined();
  });
});
