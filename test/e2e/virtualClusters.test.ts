import { deleteAsColleague, writesOf } from "../support/http";
import { programAdapters } from "../support/programAdapters";
import { type ResourceDeclarations, resourcePrograms, withType } from "../support/resourcePrograms";
import { stackUnderTest } from "../support/stackUnderTest";

const endpoint = "ProjectImportVirtualCluster";
const plural = "virtualclusterinstances";
const source = { cluster: "c1", namespace: "vc-team", name: "team" };
const clusterRef = { cluster: "c1", namespace: "vc-team", virtualCluster: "team" };
const notFound = { status: 404, body: "404 page not found\n" };

const importOf = (project: string, more: object = {}, deletionPolicy?: string) => ({
  inputs: { project, sourceVirtualCluster: { ...source, ...more }, ...(deletionPolicy && { deletionPolicy }) },
});

/** Imports that succeed: new, existing, in an old-style namespace, and with a lost response. */
const good = {
  plain: importOf("web", {}, "delete"),
  there: importOf("web", { importName: "there" }),
  old: importOf("old"),
  lost: importOf("lost"),
};

const noEndpoint = "has no endpoint for importing virtual clusters";

/** Imports that fail, each with its message. */
const bad = {
  other: {
    ...importOf("web", { importName: "theirs" }),
    said: 'has a virtual cluster "theirs" already, from cluster "c2", namespace "vc-team", name "team". Set sourceVirtualCluster.importName',
  },
  nowhere: {
    ...importOf("nowhere"),
    said: 'something that it names is not on the platform: projects.management.loft.sh "nowhere" not found',
  },
  without: {
    ...importOf("without"),
    said: `${noEndpoint} (POST projects/without/importvirtualcluster returned 404)`,
  },
  neither: {
    ...importOf("neither"),
    said: `${noEndpoint} (POST projects/neither/importvirtualcluster returned 405)`,
  },
  // A server may answer an unknown path below an object as if the object were missing.
  below: { ...importOf("below"), said: `${noEndpoint} (POST projects/below/importvirtualcluster returned 404)` },
};
const projectMissing = {
  kind: "Status",
  status: "Failure",
  reason: "NotFound",
  code: 404,
  message: 'projects.management.loft.sh "below" not found',
};

describe.each(programAdapters)("imports of virtual clusters by %s", (_, kind) => {
  const program = (imports: ResourceDeclarations) => resourcePrograms[kind](withType("VirtualClusterImport", imports));
  const given = stackUnderTest(() => ({
    program: kind,
    source: program({ ...good, ...bad }),
    platform: { projects: ["default", "web", "lost", "old", "without", "neither", "below"] },
  }));
  const words = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
    (stdout + stderr).replaceAll("\\", "").replace(/\s+/g, " ");
  const present = () =>
    given.platform.store.list(plural).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  /** The imports that the state holds, by name, each with the place of its virtual cluster. */
  const held = async () => {
    const { resources = [] } = (await given.stack.exportState()).deployment;
    const imports = resources.filter(({ type }) => type.endsWith(":VirtualClusterImport"));
    return Object.fromEntries(
      imports.map(({ urn, outputs }) => [urn.split("::").at(-1), `${outputs?.namespace}/${outputs?.virtualCluster}`]),
    );
  };
  /** Stores a virtual cluster that another client imported. */
  const place = (namespace: string, name: string, cluster: string) => {
    const created = { creationTimestamp: "2026-01-01T00:00:00Z", generation: 1 };
    const metadata = { name, namespace, uid: `uid-of-${name}`, ...created };
    const spec = { clusterRef: { ...clusterRef, cluster } };
    const object = { apiVersion: "management.loft.sh/v1", kind: "VirtualClusterInstance", metadata, spec };
    given.platform.store.write(plural, object as never);
  };
  beforeEach(() => {
    given.platform.requests.length = 0;
    given.platform.faults.clear();
  });

  test("are requested once, adopt an existing one of the same source, and fail with a remedy", async () => {
    place("p-web", "there", "c1");
    place("loft-p-old", "team", "c1");
    place("p-web", "theirs", "c2");
    const { faults } = given.platform;
    faults.add({ kind: endpoint, name: "lost", times: 1, action: "reset-after" });
    faults.add({ kind: endpoint, name: "without", times: 1, action: notFound });
    faults.add({ kind: endpoint, name: "neither", times: 1, action: { status: 405 } });
    faults.add({ kind: endpoint, name: "below", times: 1, action: { status: 404, body: projectMissing } });
    const up = await given.stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    expect(up.exitCode).not.toBe(0);
    for (const { said } of Object.values(bad)) expect(words(up)).toContain(said);
    const takenOver = /VirtualClusterImport "(\S+)" was in the project already and is taken as it is/g;
    const named = [...words(up).matchAll(takenOver)].map(([, id]) => id);
    expect([...new Set(named)].sort()).toEqual(["old/team", "web/there"]);
    expect(writesOf(given.platform).sort()).toEqual([
      ...["below", "lost", "neither", "nowhere", "web", "without"].map(
        (project) => `POST projects/${project}/importvirtualcluster`,
      ),
    ]);
    expect(await held()).toEqual({
      plain: "p-web/team",
      there: "p-web/there",
      old: "loft-p-old/team",
      lost: "p-lost/team",
    });
  });

  test("are drift when their virtual cluster disappears", async () => {
    given.stack.write(program(good));
    await deleteAsColleague(given.platform, `namespaces/p-lost/${plural}/team`);
    const args = ["refresh", "--preview-only", "--expect-no-changes"];
    const drift = await given.stack.pulumi(args, { expectSuccess: false });
    expect(drift.exitCode).toBe(7);
    expect(words(drift)).toContain('VirtualClusterImport "lost/team" is not on the platform any more');
    expect(words(drift)).toContain("- 1 to delete");
  });

  test("keep their state when the platform answers 404 for all, with one warning", async () => {
    given.platform.faults.add({ verb: "get", kind: "VirtualClusterInstance", times: 1000, action: notFound });
    const { stdout, stderr } = await given.stack.refresh(["--skip-preview"]);
    const [, diagnostics = ""] = (stdout + stderr).split("Diagnostics:");
    expect(diagnostics.match(/does not show the virtual clusters of projects/g)).toHaveLength(1);
    expect(Object.keys(await held()).sort()).toEqual(["lost", "old", "plain", "there"]);
  });

  test("are not deleted when the resource is renamed, even with deletionPolicy delete", async () => {
    const { plain, ...others } = good;
    given.stack.write(program({ renamed: plain, ...others }));
    const up = await given.stack.up(["--skip-preview"]);
    expect(words(up)).toContain(
      'VirtualClusterImport "web/team" stays: the resource "renamed" of the program also has it',
    );
    expect(present()).toContain("p-web/team");
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("are not deleted by destroy, even with deletionPolicy delete", async () => {
    given.stack.write(program({ renamed: good.plain, there: good.there, old: good.old }));
    const destroyed = words(await given.stack.destroy(["--skip-preview"]));
    for (const name of ["team", "there"]) {
      expect(destroyed).toContain(`VirtualClusterImport "web/${name}" is no longer managed`);
      expect(destroyed).toContain(`kubectl delete ${plural}.management.loft.sh --server `);
      expect(destroyed).toContain(` --namespace p-web ${name}`);
    }
    expect(writesOf(given.platform)).toEqual([]);
    expect(present()).toEqual(["loft-p-old/team", "p-web/team", "p-web/theirs", "p-web/there"]);
  });
});
