import { writeFileSync } from "node:fs";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";
import { temporaryFolder } from "../../support/temporaryFolder";
import { createFor, exported, runOn } from "../stackOfTest";

const path = temporaryFolder();
const canary = "secret-canary-0123456789";

let platform: RecordedPlatform;
beforeEach(async () => {
  platform = await startRecorded({ api: 4, projects: ["default", "web"] });
});
afterEach(() => platform.close());

test("orphans finds secrets in projects and namespaces, and shows no value", async () => {
  const make = (type: string, inputs: object) =>
    createFor(platform, ["web", "prod"], type, { data: { token: canary }, ...inputs });
  const kept = await make("ProjectSecret", { project: "web", name: "kept" });
  await make("ProjectSecret", { project: "web", name: "lost" });
  await make("SharedSecret", { namespace: "vcluster-platform", name: "lost" });
  const state = path("state.json");
  writeFileSync(state, exported([kept]));
  const { code, out, err } = await runOn(platform, "orphans", "--state", state);
  expect([code, err]).toEqual([7, ""]);
  const orphans = [...out.matchAll(/^(\w+ "\S+") on /gm)].map(([, what]) => what);
  expect(orphans).toEqual(['ProjectSecret "web/lost"', 'SharedSecret "vcluster-platform/lost"']);
  expect(out).toContain("pulumi import vcluster-platform:index:ProjectSecret web/lost web/lost\n");
  expect(out).toMatch(/\/namespaces\/p-web\/projectsecrets\/lost$/m);
  expect(out).toMatch(/kubectl delete projectsecrets\.management\.loft\.sh --server \S+ --namespace p-web lost$/m);
  expect(out + err).not.toContain(canary);
});

test("orphans does not take the instance of an unfinished import for an instance of its own", async () => {
  const make = (name: string, inputs: object) =>
    createFor(platform, ["web", "prod"], "VirtualClusterInstance", {
      ...{ project: "web", name, waitForReady: false },
      ...inputs,
    });
  const kept = await make("kept", { templateRef: { name: "small" } });
  await make("lost", { templateRef: { name: "small" } });
  // As the registration of an import makes it.
  await make("imported", { external: true, networkPeer: true });
  const state = path("state.json");
  writeFileSync(state, exported([kept]));
  const { out } = await runOn(platform, "orphans", "--state", state);
  const orphans = [...out.matchAll(/^(\w+ "\S+") on /gm)].map(([, what]) => what);
  expect(orphans).toEqual(['VirtualClusterInstance "web/lost"']);
});

test("orphans finds objects of the open kinds of the state, and with --all-kinds those of every kind", async () => {
  const make = (kind: string, name: string) =>
    createFor(platform, ["web", "prod"], "PlatformObject", { kind, name, spec: { displayName: name } });
  const kept = await make("App", "kept");
  await make("App", "lost");
  await make("ClusterRoleTemplate", "lost");
  const state = path("state.json");
  writeFileSync(state, exported([kept]));
  const found = async (...args: string[]) => {
    const { out, err } = await runOn(platform, "orphans", "--state", state, ...args);
    expect(err).toBe("");
    return { out, ids: [...out.matchAll(/^(\w+ "\S+") on /gm)].map(([, what]) => what) };
  };
  expect((await found()).ids).toEqual(['PlatformObject "App/lost"']);
  const { out, ids } = await found("--all-kinds");
  expect(ids.sort()).toEqual(['PlatformObject "App/lost"', 'PlatformObject "ClusterRoleTemplate/lost"']);
  expect(out).toContain(
    "pulumi import vcluster-platform:index:PlatformObject ClusterRoleTemplate/lost ClusterRoleTemplate/lost\n",
  );
  expect(out).toMatch(/kubectl delete clusterroletemplates\.management\.loft\.sh --server \S+ lost$/m);
});
