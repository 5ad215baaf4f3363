import { root } from "../../../support/environment";
import { createAsColleague } from "../../../support/http";
import { stackUnderTest } from "../../../support/stackUnderTest";
import type { RecordedPlatform } from "../../../support/startRecorded";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const page = pageUnderTest("docs/lookups.md");

async function makeObjects(platform: RecordedPlatform): Promise<void> {
  const labels = { team: "web" };
  await createAsColleague(platform, "spacetemplates", {
    kind: "SpaceTemplate",
    metadata: { name: "base", labels },
    spec: { displayName: "Base" },
  });
  for (const [name, metadata] of [
    ["ours", { labels }],
    ["theirs", {}],
  ] as const) {
    await createAsColleague(platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata: { name, ...metadata },
      spec: { user: "bot" },
    });
  }
}

describe("a program in TypeScript", () => {
  const given = stackUnderTest(() => ({ program: "typescript", source: "" }));
  beforeAll(() => makeObjects(given.platform));

  test("looks up what is on the platform", async () => {
    given.stack.write(page.block("getSpaceTemplate, listOwnedAccessKeys").text);
    await given.stack.up(["--skip-preview"]);
    expect(await given.stack.outputs()).toEqual({ displayName: "Base", ours: ["ours"] });
  });

  test("looks up what it makes itself, when that is there", async () => {
    const made = page.block("pulumi.all([web.name, web.uid])").text;
    given.stack.write(`
      import * as pulumi from "@pulumi/pulumi";
      import { getSpaceTemplate, SpaceTemplate } from "pulumi-platform";
      const web = new SpaceTemplate("web", { displayName: "Web" });
      ${made}
      export const displayName = found.displayName;`);
    await given.stack.up();
    expect(await given.stack.outputs()).toEqual({ displayName: "Web" });
  });
});

describe("on the plugin", () => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: page.block("fn::invoke").text,
    platform: { projects: ["web"] },
  }));
  const shell = shellUnderTest(() => given.stack);
  beforeAll(() => makeObjects(given.platform));

  test("a program in YAML looks up what is on the platform", async () => {
    await given.stack.up();
    expect(await given.stack.outputs()).toEqual({ displayName: "Base" });
  });

  test("the command line lists what there is, and calls functions", async () => {
    const sourceVirtualCluster = { cluster: "c1", namespace: "vc", name: "team" };
    await createAsColleague(given.platform, "projects/web/importvirtualcluster", {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster,
    });
    const block = page.block("pulumi do").with({ "<this repo>": root });
    const printed = await shell.run(block);
    for (const found of ['"id": "base"', '"id": "web/team"', '"displayName": "Base"']) expect(printed).toContain(found);
  });
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
