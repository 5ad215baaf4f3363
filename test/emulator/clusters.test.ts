import { writeFileSync } from "node:fs";
import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { temporaryFolder } from "../support/temporaryFolder";
import { created, forbidden, named, notFound, ok, type Row } from "./conformance/expectations";
import { apiVersion, type Body, get, mergeType, patchType, postKey, type Request } from "./conformance/row";
import { platformRows } from "./platformRows";
import { type ReadResponse, send } from "./request";
import { until, withPlatform } from "./withPlatform";

const path = temporaryFolder();
const api4 = { api: 4, connectMs: 5 } satisfies PlatformOptions;
const root = "//kubernetes/cluster/loft-cluster/api/v1";
const within = `${root}/namespaces/vcluster-web`;
const uid = expect.stringMatching(/^[-0-9a-f]{36}$/);
const instances = "/namespaces/p-web/virtualclusterinstances";
const secretPath = `${within}/secrets/vcluster-platform-api-key`;

const secret = (data: object, more: object = {}): Request => ({
  method: "POST",
  path: `${within}/secrets`,
  body: {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "vcluster-platform-api-key", ...more },
    stringData: data,
  },
});
const remove = (where: string): Request => ({ method: "DELETE", path: where });
const removePods = remove(`${within}/pods?labelSelector=app%3Dvcluster%2Crelease%3Dweb`);
const postKeyWith = (scope: object) => postKey("k", { key: "restricted", scope });
const asRestricted = (request: Request): Request => ({ ...request, authorization: "Bearer restricted" });
const within403 = (scope: object, ...expected: [object]): Row =>
  [postKeyWith(scope), asRestricted(get(`${within}/pods`)), ...expected] as unknown as Row;

describe("a connected cluster", () => {
  platformRows(
    {
      "has the services of the virtual clusters": [
        get(`${within}/services/web`),
        ok({ apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "vcluster-web", uid } }),
      ],
      "selects pods by their labels": [
        get(`${within}/pods?labelSelector=app%3Dvcluster%2Crelease%3Dweb`),
        ok({ kind: "PodList", ...named("web-0") }),
      ],
      "selects no other pods": [get(`${within}/pods?labelSelector=release%3Dother`), ok({ items: [] })],
      "encodes the texts of a Secret": [
        secret({ name: "web" }),
        created({ data: { name: "d2Vi" }, type: "Opaque" }, { absent: ["stringData", "spec", "status"] }),
      ],
      "merges data of a Secret": [
        secret({ name: "web", host: "h" }),
        {
          method: "PATCH",
          path: secretPath,
          body: { data: { host: null }, stringData: { project: "p" } },
          type: mergeType,
        },
        ok({ data: { name: "d2Vi", project: "cA==" } }, { absent: ["data.host", "stringData"] }),
      ],
      "changes data of a Secret by a JSON patch": [
        secret({ name: "web" }),
        { method: "PATCH", path: secretPath, body: [{ op: "add", path: "/data/a", value: "cA==" }], type: patchType },
        ok({ data: { name: "d2Vi", a: "cA==" } }),
      ],
      "refuses data that is no base64": [
        { method: "POST", path: `${within}/secrets`, body: { metadata: { name: "s" }, data: { a: "!" } } },
        { status: 400, reason: "BadRequest" },
      ],
      "lists Secrets without kind and apiVersion": [
        secret({ a: "b" }),
        get(`${within}/secrets`),
        ok(
          { kind: "SecretList", items: [{ data: { a: "Yg==" } }] },
          { absent: ["items[0].kind", "items[0].apiVersion"] },
        ),
      ],
      "deletes a Secret with the Service that owns it": [
        get(`${within}/services/web`),
        ([service]) =>
          secret(
            {},
            { ownerReferences: [{ apiVersion: "v1", kind: "Service", name: "web", uid: service?.metadata.uid }] },
          ),
        remove(`${within}/services/web`),
        get(secretPath),
        { ...notFound, eventually: true, match: { details: { kind: "secrets" } } },
      ],
      "creates nothing in an unknown namespace": [
        { ...secret({}), path: `${root}/namespaces/other/secrets` },
        { ...notFound, message: 'namespaces "other" not found' },
      ],
      "is unknown by another name": [
        get("//kubernetes/cluster/other/api/v1/namespaces"),
        { ...notFound, match: { details: { kind: "clusters", name: "other" } } },
      ],
      "says what it serves": [
        get(root),
        ok({ kind: "APIResourceList", groupVersion: "v1" }, { contains: '"kind":"Secret"' }),
      ],
      "has no other paths": [
        get("//kubernetes/cluster/loft-cluster/apis/apps/v1"),
        { status: 404, text: "404 page not found\n" },
      ],
      "is closed to a key of a project": within403({ projects: [{ project: "*" }] }, forbidden),
      "is closed to a key that may read": within403({ allowLoftCli: true }, forbidden),
      "is closed to a key of another cluster": within403({ clusters: [{ cluster: "other" }] }, forbidden),
      "is open to a key of the cluster": within403({ clusters: [{ cluster: "loft-cluster" }] }, ok(named("web-0"))),
      "is open to a key of any cluster": within403({ clusters: [{ cluster: "*" }] }, ok(named("web-0"))),
      "is open by a rule for clusters": within403({ rules: [{ cluster: "loft-cluster" }] }, ok(named("web-0"))),
      "is closed by a rule for the management server": within403(
        { rules: [{ requestTargets: ["Management"] }] },
        forbidden,
      ),
      "a key of a cluster opens nothing else": [
        postKeyWith({ clusters: [{ cluster: "*" }] }),
        asRestricted(get("/spacetemplates")),
        forbidden,
      ],
      "a key that may only read gets no credential": [
        postKeyWith({ roles: [{ role: "loft-cli" }] }),
        { method: "POST", path: instances, body: { metadata: { name: "v" } } },
        asRestricted(get(`${instances}/v/accesskey`)),
        forbidden,
      ],
    },
    { ...api4 },
  );
});

// Timers of one length end in their order, so each that the platform has set by now ends before.
const untilTimersEnd = () => new Promise((resolve) => setTimeout(resolve, api4.connectMs));
const instanceOf = ({ store }: RunningPlatform) => store.get("virtualclusterinstances", "web", "p-web");
const storeOf = ({ stores }: RunningPlatform) => stores.get("loft-cluster") as RunningPlatform["store"];
const podUid = (platform: RunningPlatform) => storeOf(platform).get("pods", "web-0", "vcluster-web")?.metadata.uid;
const isReady = (platform: RunningPlatform) =>
  until(platform, () => instanceOf(platform)?.status.phase === "Ready" && instanceOf(platform));

async function done(platform: RunningPlatform, request: Request): Promise<ReadResponse> {
  const response = await send(platform, request);
  expect([request.path, response.text, response.status < 300]).toEqual([request.path, response.text, true]);
  return response;
}

/**
 * Creates an instance, and writes the Secret with its credential, changed as a test wants.
 * No pod that started before reads that Secret.
 */
async function register(platform: RunningPlatform, change: Record<string, string> = {}): Promise<void> {
  await untilTimersEnd();
  const body = { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "web" }, spec: { external: true } };
  await done(platform, { method: "POST", path: instances, body });
  const { accessKey } = (await done(platform, get(`${instances}/web/accesskey`))).body as Body & { accessKey: string };
  const host = platform.baseUrl.replace(/^.*:\/\//, "");
  await done(platform, secret({ accessKey, host, project: "web", name: "web", insecure: "false", ...change }));
}

describe("a virtual cluster", () => {
  test("connects when its pods were deleted, with what is in the Secret", () =>
    withPlatform(api4, async (platform) => {
      const before = podUid(platform);
      await register(platform);
      expect(instanceOf(platform)?.status).toEqual({});
      await done(platform, removePods);
      const { spec, status, metadata } = (await isReady(platform)) as Body;
      const service = storeOf(platform).get("services", "web", "vcluster-web");
      expect(status).toMatchObject({ serviceUID: service?.metadata.uid, phase: "Ready" });
      expect(spec.clusterRef).toEqual({ cluster: "loft-cluster", namespace: "vcluster-web", virtualCluster: "web" });
      expect([metadata.generation, podUid(platform)]).toEqual([2, uid]);
      expect(podUid(platform)).not.toBe(before);
      expect(storeOf(platform).get("namespaces", "vcluster-web")?.metadata.labels).toEqual({
        "loft.sh/vcluster-instance-name": "web",
        "loft.sh/vcluster-instance-namespace": "p-web",
      });
    }));

  test.each<[string, Record<string, string>]>([
    ["a wrong credential", { accessKey: "wrong" }],
    ["the name of another instance", { name: "other" }],
    ["another project", { project: "other" }],
    ["a host with a scheme", { host: "http://127.0.0.1" }],
  ])("starts again and does not connect with %s", (_, change) =>
    withPlatform(api4, async (platform) => {
      const before = podUid(platform);
      await register(platform, change);
      await done(platform, removePods);
      await until(platform, () => ![undefined, before].includes(podUid(platform)));
      await untilTimersEnd();
      expect(instanceOf(platform)?.status).toEqual({});
    }),
  );

  test("connects when it wakes up", async () => {
    const virtualClusters = [{ name: "web", namespace: "vcluster-web", sleeping: true }];
    const seed = { kind: "Cluster", metadata: { name: "loft-cluster" }, spec: { virtualClusters } };
    writeFileSync(path("seed.yaml"), JSON.stringify(seed));
    await withPlatform({ ...api4, seedFile: path("seed.yaml") }, async (platform) => {
      await register(platform);
      await done(platform, removePods);
      await untilTimersEnd();
      expect(instanceOf(platform)?.status).toEqual({});
      const body = { metadata: { name: "web-0", labels: { app: "vcluster", release: "web" } } };
      await done(platform, { method: "POST", path: `${within}/pods`, body });
      await isReady(platform);
    });
  });

  test("goes with its instance only if the platform manages it", () =>
    withPlatform(api4, async (platform) => {
      await register(platform);
      await done(platform, removePods);
      await isReady(platform);
      const manage = {
        method: "PATCH",
        path: `${instances}/web`,
        body: { spec: { external: false } },
        type: mergeType,
      };
      await done(platform, remove(`${instances}/web`));
      await untilTimersEnd();
      expect(podUid(platform)).toEqual(uid);
      await done(platform, remove(secretPath));
      await register(platform);
      await done(platform, removePods);
      await isReady(platform);
      await done(platform, manage);
      await done(platform, remove(`${instances}/web`));
      await until(platform, () => podUid(platform) === undefined);
      expect(storeOf(platform).list("services")).toEqual([]);
    }));

  test("connects after a restart of the platform, which keeps its identity", async () => {
    const options = { ...api4, dataFile: path("data") };
    const idOf = async (platform: RunningPlatform) =>
      (await done(platform, { method: "POST", path: "/selves", body: {} })).body.status as { instanceID: string };
    let before: unknown;
    await withPlatform({ ...options, connectMs: 60_000 }, async (platform) => {
      await register(platform);
      before = [await idOf(platform), podUid(platform)];
    });
    await withPlatform(options, async (platform) => {
      expect([await idOf(platform), podUid(platform)]).toEqual(before);
      await isReady(platform);
    });
  });
});

test("faults hit the requests of a connected cluster and those of the product", () =>
  withPlatform(api4, async (platform) => {
    platform.faults.add({ verb: "create", kind: "Secret", name: "vcluster-platform-api-key", action: "reset-after" });
    platform.faults.add({ verb: "get", kind: "accesskey", name: "web", action: { status: 503 } });
    platform.faults.add({ kind: "selves", action: { status: 500 } });
    await expect(send(platform, secret({ a: "b" }))).rejects.toThrow();
    expect((await send(platform, secret({ a: "b" }))).status).toBe(409);
    const { status, body } = await send(platform, get(`${instances}/web/accesskey`));
    expect([status, body.details]).toMatchObject([503, { group: "management.loft.sh", kind: "accesskey" }]);
    expect((await send(platform, { method: "POST", path: "/selves", body: {} })).status).toBe(500);
  }));

test.each<[string, object, RegExp, string?]>([
  ["a wrong name", {}, /document 1, Cluster: .*metadata\.name: /, "a/b"],
  ["an unknown field", { virtualClusters: [{ name: "a", namespace: "b", x: 1 }] }, /spec\.virtualClusters\[0\]\.x/],
  ["a missing namespace", { virtualClusters: [{ name: "a" }] }, /spec\.virtualClusters\[0\]\.namespace/],
  [
    "a wrong name of a virtual cluster",
    { virtualClusters: [{ name: "A_", namespace: "b" }] },
    /document 1, Cluster: .*metadata\.name/,
  ],
])("a seed of a cluster with %s is refused", async (_, spec, message, name = "c") => {
  writeFileSync(path("seed.yaml"), JSON.stringify({ kind: "Cluster", metadata: { name }, spec }));
  const starting = withPlatform({ ...api4, seedFile: path("seed.yaml") }, async () => {});
  await expect(starting).rejects.toThrow(message);
});
