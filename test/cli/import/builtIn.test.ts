import { createAsColleague } from "../../support/http";
import { importing } from "./importing";

const { ids, platform, resources, runImport } = importing({ api: 4 });

test("--all leaves out what the platform and its single sign-on made, and --name takes it", async () => {
  const annotations = { "loft.sh/single-sign-on": "true" };
  const make = (kind: string, name: string, metadata = {}) =>
    createAsColleague(platform(), `${kind.toLowerCase()}s`, { kind, metadata: { name, ...metadata }, spec: {} });
  await make("User", "admin");
  await make("User", "mia");
  await make("User", "tom", { annotations });
  await make("Team", "loft-admins");
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["web", "mia"]);
  const omitted = [...out.matchAll(/^Left out (.*): the platform made it; --name takes it/gm)].map(([, what]) => what);
  expect(omitted.sort()).toEqual(['2 Users ("admin", "tom")', 'Project "default"', 'Team "loft-admins"']);
  await runImport("--name", "default", "--force");
  expect(ids()).toEqual(["default"]);
});

test("an object in a project or namespace is imported by its id, without its values", async () => {
  const secret = { metadata: { name: "registry" }, spec: { data: { token: "czNjcjN0" } } };
  await createAsColleague(platform(), "namespaces/p-web/projectsecrets", { kind: "ProjectSecret", ...secret });
  await createAsColleague(platform(), "namespaces/vcluster-platform/sharedsecrets", {
    kind: "SharedSecret",
    ...secret,
  });
  const { out } = await runImport("--all");
  expect(ids()).toEqual(["web", "web/registry", "vcluster-platform/registry"]);
  for (const value of ["czNjcjN0", "s3cr3t"]) expect(out + JSON.stringify(resources())).not.toContain(value);
});

test("--all offers each virtual cluster once: one without a template as an import", async () => {
  const make = (name: string, spec: object) =>
    createAsColleague(platform(), "namespaces/p-web/virtualclusterinstances", {
      kind: "VirtualClusterInstance",
      metadata: { name },
      spec,
    });
  const clusterRef = { cluster: "c1", namespace: "vc", virtualCluster: "x" };
  await make("external", { external: true, clusterRef });
  await make("managed", { clusterRef: { ...clusterRef, namespace: "vc-2" } });
  await make("ours", { templateRef: { name: "small" }, clusterRef: { ...clusterRef, namespace: "vc-3" } });
  await runImport("--all", "--force");
  const all: { type: string; id: string }[] = resources();
  const offered = all.map(({ type, id }) => `${type.split(":").at(-1)} ${id}`);
  expect(offered.filter((each) => each.startsWith("VirtualCluster"))).toEqual([
    "VirtualClusterImport web/external",
    "VirtualClusterImport web/managed",
    "VirtualClusterInstance web/ours",
  ]);
});
