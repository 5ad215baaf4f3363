import { createAsColleague } from "../../support/http";
import { importing } from "./importing";

const { ids, platform, runImport } = importing({ api: 4, namespaceMs: 0 });

const make = (plural: string, kind: string, name: string, spec: object = {}) =>
  createAsColleague(platform(), plural, { kind, metadata: { name }, spec });

test("--all-kinds takes objects of kinds without a resource of their own, without their specs", async () => {
  const canary = "canary-of-a-foreign-spec";
  await make("apps", "App", "shop", { displayName: canary });
  await make("teams", "Team", "web-devs");
  const limited = await runImport("--all");
  expect(ids()).toEqual(["web", "web-devs"]);
  expect(limited.out).toContain("Not looked for: clusters, apps and other kinds. --all-kinds takes them, too.");
  const { out } = await runImport("--all", "--all-kinds", "--force");
  expect(ids()).toEqual(expect.arrayContaining(["web", "web-devs", "App/shop"]));
  expect(out).toContain(" 1 App");
  expect(out + JSON.stringify(ids())).not.toContain(canary);
});

test("--kind PlatformObject takes only those", async () => {
  await make("apps", "App", "shop");
  await runImport("--all", "--kind", "PlatformObject");
  expect(ids()).toContain("App/shop");
  expect(ids().filter((id) => !id.includes("/"))).toEqual([]);
});

test("hundreds of objects of ten kinds take at most 40 requests, and are counted by kind", async () => {
  const kinds = {
    teams: "Team",
    users: "User",
    spacetemplates: "SpaceTemplate",
    virtualclustertemplates: "VirtualClusterTemplate",
    "namespaces/p-web/projectsecrets": "ProjectSecret",
    "namespaces/vcluster-platform/sharedsecrets": "SharedSecret",
    "namespaces/p-web/spaceinstances": "SpaceInstance",
    apps: "App",
    clusterroletemplates: "ClusterRoleTemplate",
    nodeproviders: "NodeProvider",
  };
  for (const [plural, kind] of Object.entries(kinds))
    await Promise.all(Array.from({ length: 30 }, (_, index) => make(plural, kind, `n${index}`)));
  platform().requests.length = 0;
  const { out } = await runImport("--all", "--all-kinds");
  expect(platform().requests.length).toBeLessThanOrEqual(40);
  for (const kind of Object.values(kinds)) expect(out).toContain(`30 ${kind}s`);
});
