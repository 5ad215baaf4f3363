import { driftCommand } from "../support/driftCommand";
import { foundIn } from "../support/foundIn";
import { deleteAsColleague, editAsColleague, writesOf } from "../support/http";
import { programAdapters } from "../support/programAdapters";
import { resourcePrograms } from "../support/resourcePrograms";
import { stackUnderTest } from "../support/stackUnderTest";

const objects = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";

const program = {
  template: {
    type: "SpaceTemplate",
    inputs: {
      name: "template",
      displayName: "Ours",
      description: "",
      labels: { ours: "a" },
      finalizers: ["example.test/ours"],
      template: { objects },
    },
  },
  key: { type: "OwnedAccessKey", inputs: { name: "key", user: "ci", disabled: false, scope: { projects: [] } } },
  wide: { type: "OwnedAccessKey", inputs: { name: "wide", user: "ci", scope: { projects: [{ project: "web" }] } } },
  cluster: {
    type: "VirtualClusterImport",
    inputs: { project: "web", sourceVirtualCluster: { cluster: "c1", namespace: "n", name: "cluster" } },
  },
} as const;

const foreign = { labels: { theirs: "x" }, annotations: { theirs: "x" } };
const clusterPath = "namespaces/p-web/virtualclusterinstances/cluster";

/** Edits by other clients that change nothing that the program declares. */
const noise: Record<string, object> = {
  "spacetemplates/template": {
    metadata: { ...foreign, finalizers: ["example.test/theirs", "example.test/ours"] },
    spec: { description: null, theirs: true, template: { objects: `# theirs\n${objects}`, charts: [{ name: "c" }] } },
    status: { phase: "Ready" },
  },
  "ownedaccesskeys/key": {
    metadata: { ...foreign, managedFields: [{}] },
    spec: { disabled: null, scope: { roles: [{ role: "reader" }] }, type: "User", identity: { username: "ci" } },
    status: { lastActivity: "2030-01-01T00:00:00Z" },
  },
  [clusterPath]: { metadata: foreign, spec: { displayName: "Theirs", clusterRef: { region: "eu" } } },
};

const changes: Record<string, object> = {
  "spacetemplates/template": { metadata: { labels: { ours: "b" } }, spec: { displayName: "Theirs" } },
  "ownedaccesskeys/key": { spec: { user: "somebody", disabled: true } },
  "ownedaccesskeys/wide": { spec: { scope: { spaces: [{ project: "*", space: "*" }] }, groups: ["system:masters"] } },
};

describe.each(programAdapters)("drift with %s", (_name, kind) => {
  const source = resourcePrograms[kind](program);
  const given = stackUnderTest(() => ({ program: kind, source, platform: { projects: ["default", "web"] } }));
  const edit = async (edits: Record<string, object>) => {
    for (const [path, change] of Object.entries(edits)) await editAsColleague(given.platform, path, change);
  };

  test("noise of other clients is no drift", async () => {
    await given.stack.up(["--skip-preview"]);
    await edit(noise);
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("a refresh that finds a changed field or a deleted object exits with code 7", async () => {
    await edit(changes);
    await deleteAsColleague(given.platform, clusterPath);
    const args = ["refresh", "--preview-only", "--expect-no-changes"];
    const { exitCode, stdout, stderr } = await given.stack.pulumi(args, { expectSuccess: false });
    expect(exitCode).toBe(7);
    for (const added of ["groups", "scope.spaces"])
      expect(stdout + stderr).toMatch(new RegExp(`"wide" allows more.* ${added} was changed by "kubectl-edit"`));
  });

  // The part drift runs the command with dynamic resources.
  if (kind === "yaml")
    test("pulumi-vcluster-platform drift reports each change and writes nothing", async () => {
      const { exitCode, report } = await driftCommand(given.stack);
      expect({ exitCode, found: foundIn(report) }).toEqual({
        exitCode: 7,
        found: [
          "cluster: deleted",
          "key: changed at /user",
          "key: disabled at /disabled",
          "template: changed at /displayName",
          "template: changed at /labels/ours",
          "wide: changed at /groups",
          "wide: changed at /scope/spaces",
        ],
      });
      expect(writesOf(given.platform)).toEqual([]);
    });

  test("pulumi up --refresh repairs the drift and keeps the noise", async () => {
    await given.stack.up(["--refresh", "--skip-preview"]);
    const { store } = given.platform;
    expect(store.get("spacetemplates", "template")).toMatchObject({
      metadata: { labels: { ours: "a", theirs: "x" } },
      spec: { displayName: "Ours", theirs: true },
    });
    const { user, disabled, type } = store.get("ownedaccesskeys", "key")?.spec ?? {};
    expect({ user, disabled: disabled ?? false, type }).toEqual({ user: "ci", disabled: false, type: "User" });
    const wide = store.get("ownedaccesskeys", "wide")?.spec;
    expect({ scope: wide?.scope, groups: wide?.groups }).toEqual({ scope: { projects: [{ project: "web" }] } });
    expect(store.get("virtualclusterinstances", "cluster", "p-web")).toBeDefined();
  });
});
