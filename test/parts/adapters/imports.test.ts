import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/environment";
import { type ForeignObject, makeForeignObjects } from "../../support/foreignObjects";
import { foreignSecrets } from "../../support/foreignSecrets";
import { createAsColleague, writesOf } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";

const keyType = "vcluster-platform:index:OwnedAccessKey";

describe.each([{}, { omitEmpty: true }, { hideKeys: true }])("foreign objects on a server with %p", (mode) => {
  const given = stackUnderTest(() => ({
    program: "yaml",
    source: "resources: {}",
    platform: { ...mode, projects: ["default", "web"] },
  }));
  let generated: string;

  /** One command for all; the program that it generates. */
  const importAll = async (objects: readonly ForeignObject[]) => {
    const list = path.join(given.stack.dir, "list.json");
    const out = path.join(given.stack.dir, "generated.yaml");
    writeFileSync(list, JSON.stringify({ resources: objects }));
    await given.stack.pulumi(["import", "--file", list, "--out", out, "--yes", "--skip-preview", "--protect=false"]);
    return readFileSync(out, "utf8");
  };
  const stored = () =>
    ["spacetemplates", "ownedaccesskeys", "virtualclusterinstances"].flatMap((plural) =>
      given.platform.store.list(plural).map((object) => JSON.parse(JSON.stringify(object))),
    );

  test("are imported unchanged, and the generated program shows no change", async () => {
    const objects = await makeForeignObjects(given.platform);
    const before = stored();
    generated = await importAll(objects);
    for (const left of ["finalizers", "last-applied"]) expect(generated).not.toContain(left);
    expect(generated).toContain("lead: and trail");
    given.stack.write(generated);
    given.platform.requests.length = 0;
    const { stdout } = await given.stack.preview(["--expect-no-changes"]);
    expect(stdout).toContain(`${objects.length + 1} unchanged`);
    expect(given.platform.requests).toEqual([]);
    await given.stack.pulumi(["refresh", "--preview-only", "--expect-no-changes"]);
    expect(stored()).toEqual(before);
  });

  test("show no secret in the program, the output or the state", () => {
    const everywhere = generated + given.stack.allOutput() + given.stack.rawStateFile();
    expect(foreignSecrets.filter((secret) => everywhere.includes(secret))).toEqual([]);
  });

  test("keep undeclared fields when the program changes", async () => {
    const expected = stored().map((object) => renamed(object));
    given.stack.write(generated.replace(/displayName: Full \w+/g, "displayName: Renamed"));
    given.platform.requests.length = 0;
    await given.stack.up(["--skip-preview"]);
    expect(writesOf(given.platform).sort()).toEqual([
      "PATCH ownedaccesskeys/full-key",
      "PATCH ownedaccesskeys/full-subject-key",
      "PATCH spacetemplates/full-list",
      "PATCH spacetemplates/full-template",
    ]);
    expect(stored().map((object) => renamed(object))).toEqual(expected);
    expect(given.platform.store.get("ownedaccesskeys", "full-key")).toMatchObject({ spec: { displayName: "Renamed" } });
  });
});

type Stored = { metadata: Record<string, unknown>; spec: Record<string, unknown> };

/** An object with another title, and without what every write changes. */
function renamed({ metadata, spec, ...rest }: Stored): object {
  const { managedFields: _fields, resourceVersion: _version, generation: _generation, ...kept } = metadata;
  return { ...rest, metadata: kept, spec: { ...spec, displayName: "Renamed" } };
}

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

describe("a key with an entry of its scope that has no name", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: "resources: {}" }));

  test("is imported without an error or a change, but is no new key", async () => {
    const { platform, stack } = given;
    const spec = { user: "ci-bot", ttl: 3600, scope: { projects: [{}] } };
    await createAsColleague(platform, "ownedaccesskeys", { kind: "OwnedAccessKey", metadata: { name: "old" }, spec });
    const out = path.join(stack.dir, "generated.yaml");
    const { stdout } = await stack.importResource(keyType, "old", "old", ["--out", out, "--protect=false"]);
    expect(stdout).not.toMatch(/failed to validate|error/);
    stack.write(readFileSync(out, "utf8"));
    await stack.preview(["--expect-no-changes"]);
    await stack.refresh(["--skip-preview", "--expect-no-changes"]);
    await stack.preview(["--expect-no-changes"]);
    stack.write(`resources: ${JSON.stringify({ fresh: { type: keyType, properties: spec } })}`);
    const refused = await stack.preview([], { expectSuccess: false });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stdout).toContain('scope.projects[0].project" is required: without it the entry names nothing');
  });
});
