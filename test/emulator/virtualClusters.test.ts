import { writeFileSync } from "node:fs";
import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { temporaryFolder } from "../support/temporaryFolder";
import { apiVersion, get, postKey, type Request } from "./conformance/row";
import { send } from "./request";
import { clockTest, platformTest, until, withPlatform } from "./withPlatform";

const path = temporaryFolder();
const api4 = { api: 4, readyMs: 5 } satisfies PlatformOptions;
const instances = "/namespaces/p-web/virtualclusterinstances";
const root = "//kubernetes/project/web/virtualcluster/a";
const namespaces = get(`${root}/api/v1/namespaces`);

const post = (where: string, kind: string, metadata: object, spec: object = {}): Request => ({
  method: "POST",
  path: where,
  body: { apiVersion: where.startsWith("//") ? "v1" : apiVersion, kind, metadata, spec },
});

async function createInstance(platform: RunningPlatform, phase: string, annotations = {}): Promise<void> {
  const spec = { template: {}, ...(phase === "Failed" && { clusterRef: { cluster: "far" } }) };
  await send(platform, post(instances, "VirtualClusterInstance", { name: "a", annotations }, spec));
  await until(platform, () => platform.store.get("virtualclusterinstances", "a", "p-web")?.status.phase === phase);
}

async function statusWith(platform: RunningPlatform, spec: object, request = namespaces): Promise<number> {
  await send(platform, postKey("k", { key: "of-k", ...spec }));
  return (await send(platform, { ...request, authorization: "Bearer of-k" })).status;
}

describe("a virtual cluster that is ready", () => {
  platformTest("has namespaces, and takes what is written to it", api4, async (platform) => {
    await createInstance(platform, "Ready");
    const { body } = await send(platform, namespaces);
    const names = (body.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
    expect(names).toEqual(["default", "kube-node-lease", "kube-public", "kube-system"]);
    const secret = post(`${root}/api/v1/namespaces/default/secrets`, "Secret", { name: "s" });
    expect((await send(platform, secret)).status).toBe(201);
    expect((await send(platform, get(`${root}/api/v1/secrets`))).body.items).toHaveLength(1);
    expect((await send(platform, get("//kubernetes/cluster/loft-cluster/api/v1/secrets"))).body.items).toEqual([]);
  });

  platformTest("comes with the demo", { ...api4, demo: true }, async (platform) => {
    const path = "//kubernetes/project/shop/virtualcluster/dev/api/v1/namespaces/default";
    expect((await send(platform, get(path))).body).toMatchObject({ status: { phase: "Active" } });
  });

  platformTest("is another one after its instance was made again", api4, async (platform) => {
    await createInstance(platform, "Ready");
    await send(platform, post(`${root}/api/v1/namespaces`, "Namespace", { name: "mine" }));
    await send(platform, { method: "DELETE", path: `${instances}/a` });
    await until(platform, () => platform.store.list("virtualclusterinstances").length === 0);
    expect((await send(platform, namespaces)).status).toBe(404);
    await createInstance(platform, "Ready");
    expect((await send(platform, get(`${root}/api/v1/namespaces/mine`))).status).toBe(404);
  });

  test.each<[number, string, object]>([
    [200, "no scope", {}],
    [200, "its scope", { scope: { virtualClusters: [{ project: "web", virtualCluster: "a" }] } }],
    [200, "the scope of its project", { scope: { projects: [{ project: "web" }] } }],
    [200, "all virtual clusters", { scope: { virtualClusters: [{ project: "*", virtualCluster: "*" }] } }],
    [200, "a rule for virtual clusters", { scope: { rules: [{ requestTargets: ["ProjectVirtualCluster"] }] } }],
    [403, "the scope of another one", { scope: { virtualClusters: [{ project: "web", virtualCluster: "b" }] } }],
    [403, "that of its name elsewhere", { scope: { virtualClusters: [{ project: "b", virtualCluster: "a" }] } }],
    [403, "the scope of another project", { scope: { projects: [{ project: "b" }] } }],
    [403, "the scope of its cluster", { scope: { clusters: [{ cluster: "*" }] } }],
    [403, "a rule for clusters", { scope: { rules: [{ requestTargets: ["Cluster"] }] } }],
    [401, "a disabled key", { disabled: true }],
  ])("answers %i to a key with %s", (status, _, spec) =>
    withPlatform(api4, async (platform) => {
      await createInstance(platform, "Ready");
      expect(await statusWith(platform, spec)).toBe(status);
      await send(platform, { method: "DELETE", path: "/ownedaccesskeys/k" });
      expect(await statusWith(platform, spec, get(`${root}/api/v1`))).toBe(status);
    }),
  );

  platformTest("answers 401 to an unknown key", api4, async (platform) => {
    await createInstance(platform, "Ready");
    expect((await send(platform, { ...namespaces, authorization: "Bearer other" })).status).toBe(401);
  });

  clockTest(
    "answers 401 to an expired key",
    async (platform, clock) => {
      await createInstance(platform, "Ready");
      expect(await statusWith(platform, { ttl: 10 })).toBe(200);
      clock.pass(11);
      expect(await statusWith(platform, {})).toBe(401);
    },
    api4,
  );
});

describe("a virtual cluster that is not ready", () => {
  platformTest("answers 503, and a retry may help", api4, async (platform) => {
    await createInstance(platform, "Failed");
    const { status, headers, body } = await send(platform, namespaces);
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(body.message).toBe('virtual cluster "a" is not ready: its phase is Failed');
  });

  test("wakes up for a request", async () => {
    const metadata = { name: "a", namespace: "p-web" };
    const objects = [
      { kind: "Cluster", metadata: { name: "c" } },
      { apiVersion, kind: "VirtualClusterInstance", metadata, spec: { template: {} }, status: { phase: "Sleeping" } },
    ];
    writeFileSync(path("seed.yaml"), objects.map((each) => JSON.stringify(each)).join("\n---\n"));
    await withPlatform({ ...api4, seedFile: path("seed.yaml") }, async (platform) => {
      const { status, body } = await send(platform, namespaces);
      expect([status, body.message]).toEqual([503, 'virtual cluster "a" is not ready: its phase is Sleeping']);
      await until(
        platform,
        () => platform.store.get("virtualclusterinstances", "a", "p-web")?.status.phase === "Ready",
      );
      expect((await send(platform, namespaces)).status).toBe(200);
    });
  });

  platformTest("sleeps on if it is forced to", api4, async (platform) => {
    await createInstance(platform, "Sleeping", { "sleepmode.loft.sh/force": "true" });
    const { version } = platform.store;
    expect((await send(platform, namespaces)).status).toBe(503);
    expect(platform.store.version).toBe(version);
  });

  platformTest("is not found without an instance", api4, async (platform) => {
    const { status, body } = await send(platform, namespaces);
    expect([status, body.message]).toEqual([404, 'virtualclusterinstances.management.loft.sh "a" not found']);
  });
});
