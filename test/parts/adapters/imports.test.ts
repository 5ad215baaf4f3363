import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { createAsColleague, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

const schema: { resources: Record<string, { description: string }> } = JSON.parse(
  readFileSync(path.join(root, "schema.json"), "utf8"),
);

/** Objects that the commands in the schema and on the reference pages import. */
const ofSpecification: Readonly<Record<string, readonly [collection: string, object: object]>> = {
  SpaceTemplate: ["spacetemplates", { metadata: { name: "web-team" }, spec: { displayName: "Web team" } }],
  OwnedAccessKey: ["ownedaccesskeys", { metadata: { name: "ci-key" }, spec: { user: "ci-bot" } }],
  VirtualClusterImport: [
    "projects/web/importvirtualcluster",
    {
      kind: "ProjectImportVirtualCluster",
      sourceVirtualCluster: { cluster: "loft-cluster", namespace: "vcluster-legacy", name: "legacy" },
    },
  ],
};

const ofProduct: typeof ofSpecification = {
  Project: ["projects", { metadata: { name: "payments" }, spec: {} }],
  Team: ["teams", { metadata: { name: "payments-devs" }, spec: { users: ["mia"] } }],
  User: ["users", { metadata: { name: "mia" }, spec: { email: "mia@example.com" } }],
  // In the project above.
  ProjectSecret: ["namespaces/p-payments/projectsecrets", { metadata: { name: "registry" }, spec: {} }],
  SharedSecret: ["namespaces/vcluster-platform/sharedsecrets", { metadata: { name: "ghcr" }, spec: {} }],
  VirtualClusterTemplate: ["virtualclustertemplates", { metadata: { name: "small" }, spec: { displayName: "Small" } }],
  VirtualClusterInstance: [
    "namespaces/p-payments/virtualclusterinstances",
    { metadata: { name: "dev" }, spec: { templateRef: { name: "small" }, parameters: "size: m\n" } },
  ],
  PlatformObject: [
    "clusterroletemplates",
    { kind: "ClusterRoleTemplate", metadata: { name: "viewer" }, spec: { displayName: "Viewer" } },
  ],
  SpaceInstance: ["namespaces/p-payments/spaceinstances", { metadata: { name: "ci" }, spec: { displayName: "CI" } }],
};

describe.each([
  [3, ofSpecification],
  [4, ofProduct],
] as const)("the import command in the schema, with API %i,", (api, existing) => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: { api, projects: ["default", "web"] },
  }));

  test.each(Object.entries(existing))("imports a %s and writes nothing", async (kind, [collection, object]) => {
    const { platform, stack } = given;
    const token = `vcluster-platform:index:${kind}`;
    const [, command = ""] = /^pulumi (import .*)$/m.exec(schema.resources[token]?.description ?? "") ?? [];
    await createAsColleague(platform, collection, { kind, ...object });
    await stack.pulumi([...command.split(" "), "--yes"]);
    const imported = (await stack.exportState()).deployment.resources?.find(({ type }) => type === token);
    expect(imported?.id).toBe(command.split(" ").at(-1));
    expect(writesOf(platform)).toEqual([]);
  });
});

test("the command of every resource is tested", () => {
  const kinds = Object.keys(schema.resources).map((token) => token.split(":").at(-1));
  expect(Object.keys({ ...ofSpecification, ...ofProduct }).sort()).toEqual(kinds.sort());
});
