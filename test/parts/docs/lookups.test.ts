import path from "node:path";
import { root } from "../../support/environment";
import { createAsColleague } from "../../support/http";
import { pageUnderTest } from "../../support/pageUnderTest";
import { shellUnderTest } from "../../support/shellUnderTest";
import { stackUnderTest } from "../../support/stackUnderTest";
import type { RecordedPlatform } from "../../support/startRecorded";

async function makeObjects(platform: RecordedPlatform): Promise<void> {
  const labels = { team: "web" };
  const template = { kind: "SpaceTemplate", metadata: { name: "base", labels }, spec: { displayName: "Base" } };
  await createAsColleague(platform, "spacetemplates", template);
  for (const metadata of [{ name: "ours", labels }, { name: "theirs" }]) {
    await createAsColleague(platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata,
      spec: { user: "ci-bot" },
    });
  }
}

const page = pageUnderTest("docs/languages.md");

describe("functions", () => {
  describe("a program in TypeScript", () => {
    const given = stackUnderTest(() => ({ program: "typescript", typecheck: true, source: "" }));
    beforeAll(() => makeObjects(given.platform));

    test("looks up existing objects", async () => {
      given.stack.write(page.block("getSpaceTemplate, listOwnedAccessKeys").text);
      await given.stack.up(["--skip-preview"]);
      expect(await given.stack.outputs()).toEqual({ displayName: "Base", ours: ["ours"] });
    });

    test("looks up an object that it creates, after the creation", async () => {
      const made = page.block("pulumi.all([web.name, web.uid])").text;
      given.stack.write(`
      import * as pulumi from "@pulumi/pulumi";
      import { getSpaceTemplateOutput, SpaceTemplate } from "pulumi-vcluster-platform";
      const web = new SpaceTemplate("web", { displayName: "Web" });
      ${made}
      export const displayName = found.displayName;`);
      await given.stack.up();
      expect(await given.stack.outputs()).toEqual({ displayName: "Web" });
    });
  });

  describe("on the plugin", () => {
    const source = page.block("fn::invoke").text;
    const given = stackUnderTest(() => ({ program: "yaml", source, platform: { projects: ["default", "web"] } }));
    const shell = shellUnderTest(() => given.stack);
    beforeAll(() => makeObjects(given.platform));

    test("a program in YAML looks up existing objects", async () => {
      await given.stack.up();
      expect(await given.stack.outputs()).toEqual({ displayName: "Base" });
    });

    test("the command line lists objects and calls functions", async () => {
      const sourceVirtualCluster = { cluster: "c1", namespace: "vc", name: "team" };
      const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster };
      await createAsColleague(given.platform, "projects/web/importvirtualcluster", request);
      const printed = await shell.run(
        page.block("pulumi do").with({ "$PWD/node_modules/.bin": path.join(root, "bin") }),
      );
      for (const found of ['"id": "base"', '"id": "web/team"', '"displayName": "Base"'])
        expect(printed).toContain(found);
    });
  });
});
