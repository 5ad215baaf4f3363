import { mkdirSync } from "node:fs";
import path from "node:path";
import { createAsColleague, writesOf } from "../../support/http";
import { describePage, pageUnderTest } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import type { RecordedPlatform } from "../../support/startRecorded";
import { userEnvironment } from "../../support/userEnvironment";
import { installPackage } from "../../support/userInstall";

async function makeObjects(platform: RecordedPlatform): Promise<void> {
  const spec = { user: "ci-bot", ttl: 3600, scope: { allowLoftCli: true } };
  await createAsColleague(platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name: "dev" } });
  await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "ci-key" }, spec });
  const sourceVirtualCluster = { cluster: "c1", namespace: "vc", name: "team" };
  const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
  await createAsColleague(platform, "projects/web/importvirtualcluster", request);
}

describePage(
  "docs/virtual-clusters.md",
  (page) => {
    const source = page.block("new VirtualClusterImport").text;

    describe.each([3, 4] as const)("on the embedded platform with API %i", (api) => {
      const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source, platform: { api } }));

      test("the program brings the virtual cluster into the project", async () => {
        await given.stack.up(["--skip-preview"]);
        expect(await given.stack.outputs()).toEqual({ virtualCluster: "web" });
        const instance = given.platform.store.get("virtualclusterinstances", "web", "p-default");
        expect(instance?.spec?.clusterRef).toMatchObject({ cluster: "loft-cluster", namespace: "vcluster-web" });
        expect((await given.stack.preview(["--expect-no-changes"])).exitCode).toBe(0);
      });
    });
  },
  // The Secret that another provider writes.
  { except: 1 },
);

describePage("docs/import.md", (page) => {
  // A user begins with an empty folder: only the stack's environment is used.
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: { projects: ["default", "web"] },
  }));
  const shell = shellUnderTest(() => {
    const dir = path.join(given.stack.folder, "empty");
    mkdirSync(dir);
    return { dir, env: { ...given.stack.env, ...userEnvironment } };
  });
  test("all objects of a platform are imported into a new project, and nothing is written to the platform", async () => {
    const { platform } = given;
    await makeObjects(platform);
    const install = pageUnderTest("docs/installation-configuration.md");
    await installPackage(shell, install);
    await shell.run(install.block("node_modules/.bin"));
    await shell.run(page.block("pulumi stack init dev"));
    const printed = await shell.run(page.block("npx --no -- pulumi-vcluster-platform import --all"));
    for (const line of ["pulumi import --file import.json --yes", "pulumi preview --expect-no-changes"])
      expect(printed).toContain(`  ${line}\n`);
    expect(await shell.run(page.block("pulumi import --file import.json"))).toContain("4 unchanged");
    expect(writesOf(platform)).toEqual([]);
  });

  test("single objects are imported by the ids of the page", async () => {
    await shell.run({ text: "rm Main.yaml\npulumi stack init single", place: "between the blocks" });
    const printed = await shell.run(page.block("pulumi import vcluster-platform:index:SpaceTemplate web dev"));
    for (const type of ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"])
      expect(printed).toContain(`type: vcluster-platform:${type}`);
    expect(writesOf(given.platform)).toEqual([]);
  });
});
