import { createAsColleague, writesOf } from "../../../support/http";
import { stackUnderTest } from "../../../support/stackUnderTest";
import { pageUnderTest } from "../support/pageUnderTest";
import { shellUnderTest } from "../support/shellUnderTest";

const page = pageUnderTest("docs/imports.md");
const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}", platform: { projects: ["web"] } }));
const shell = shellUnderTest(() => given.stack);

beforeAll(async () => {
  const sourceVirtualCluster = { cluster: "c1", namespace: "vc", name: "team" };
  await createAsColleague(given.platform, "spacetemplates", { kind: "SpaceTemplate", metadata: { name: "dev" } });
  await createAsColleague(given.platform, "ownedaccesskeys", {
    kind: "OwnedAccessKey",
    metadata: { name: "ci-key" },
    spec: { user: "ci-bot", ttl: 3600, scope: { allowLoftCli: true } },
  });
  await createAsColleague(given.platform, "projects/web/importvirtualcluster", {
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster,
  });
});

test("objects are taken into the stack by the names of the page, and nothing is written to the platform", async () => {
  const printed = await shell.run(page.block("pulumi import platform:index:SpaceTemplate web dev"));
  for (const type of ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"]) {
    expect(printed).toContain(`type: platform:${type}`);
  }
  const { deployment } = await given.stack.exportState();
  const taken = deployment.resources?.filter(({ type }) => type.startsWith("platform:index:"));
  expect(taken?.map(({ urn, id }) => [urn.split("::").at(-1), id])).toEqual([
    ["web", "dev"],
    ["ci", "ci-key"],
    ["team", "web/team"],
  ]);
  expect(writesOf(given.platform)).toEqual([]);
});

test("every block of the page was run", () => expect(page.unused()).toEqual([]));
