import { kinds } from "../../emulator/kinds/kinds";
import type { ApiObject } from "../../emulator/kinds/metadata";
import type { PlatformOptions } from "../../emulator/options";
import type { RunningPlatform } from "../../emulator/platform";
import { temporaryFolder } from "../support/temporaryFolder";
import { apiVersion, type Body, get, patchType, postKey, type Request } from "./conformance/row";
import { send } from "./request";
import { platformTest, until, withPlatform } from "./withPlatform";

/** A manifest without its apiVersion. */
interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: Record<string, unknown>;
}

const path = temporaryFolder();
// No agent touches the instances in time.
const api4 = { api: 4, namespaceMs: 5, readyMs: 3_600_000 } satisfies PlatformOptions;

const pathOf = ({ kind, metadata: { namespace } }: Manifest) => {
  const plural = kinds[4].find((each) => each.kind === kind)?.plural;
  return namespace === undefined ? `/${plural}` : `/namespaces/${namespace}/${plural}`;
};
const post = (manifest: Manifest): Request => ({
  method: "POST",
  path: pathOf(manifest),
  body: { apiVersion, ...manifest },
});
const made = async (platform: RunningPlatform, request: Request): Promise<Body> => {
  const { status, text, body } = await send(platform, request);
  expect([text, status]).toEqual([text, 201]);
  return body;
};
const create = (platform: RunningPlatform, manifest: Manifest) => made(platform, post(manifest));
const objectOf = (kind: string, name: string, spec: object = {}, namespace?: string): Manifest => ({
  kind,
  metadata: { name, ...(namespace && { namespace }) },
  spec: spec as Manifest["spec"],
});
const instance = (name: string, spec: object = {}) => objectOf("VirtualClusterInstance", name, spec, "p-shop");

describe("the fields of Go types", () => {
  const contents = {
    metadata: {},
    instanceTemplate: { metadata: {} },
    helmRelease: { chart: {} },
    accessPoint: { ingress: {} },
    pro: {},
    spaceTemplate: { metadata: {} },
  };
  const nothing = { quotas: {}, requireTemplate: {}, requirePreset: {} };

  test.each<[string, Manifest, object]>([
    ["empty structs of a project", objectOf("Project", "a"), { ...nothing, allowedNodeTypes: null }],
    ["an empty list of node types", objectOf("Project", "a", { allowedNodeTypes: [] }), { allowedNodeTypes: [] }],
    ["empty structs of a template", objectOf("VirtualClusterTemplate", "a"), { template: contents }],
    ["the cluster of an instance", objectOf("SpaceInstance", "a", {}, "p-web"), { clusterRef: {} }],
    [
      "empty structs of a version",
      objectOf("VirtualClusterTemplate", "a", { versions: [{ version: "1.0.0" }] }),
      { versions: [{ version: "1.0.0", template: contents }] },
    ],
  ])("show %s", (_, manifest, spec) =>
    withPlatform(api4, async (platform) => {
      const { body } = await send(platform, post(manifest));
      expect(body.spec).toMatchObject(spec);
    }),
  );

  platformTest("drop zero values", api4, async (platform) => {
    const spec = { disabled: false, tokenGeneration: 0, groups: [], email: "", extraClaims: {} };
    const { body } = await send(platform, post(objectOf("User", "a", spec)));
    expect(Object.keys(body.spec).sort()).toEqual(["access", "owner"]);
  });
});

describe("who owns a new object", () => {
  platformTest("is the caller, who may access it", api4, async (platform) => {
    await made(platform, postKey("k", { key: "of-a-team", team: "ops" }));
    const own = await send(platform, { ...post(objectOf("Team", "a")), authorization: "Bearer of-a-team" });
    const rule = { name: "loft-access", verbs: ["*"], subresources: ["*"] };
    expect(own.body.spec).toEqual({ owner: { team: "ops" }, access: [{ ...rule, teams: ["ops"] }] });
    const first = await create(platform, objectOf("User", "a"));
    expect(first.spec).toEqual({ owner: { user: "admin" }, access: [{ ...rule, users: ["admin"] }] });
  });
});

platformTest("a disabled user has no key that opens anything", api4, async (platform) => {
  await create(platform, objectOf("User", "lea"));
  await made(platform, postKey("k", { key: "of-lea", user: "lea" }));
  const asLea = async () => (await send(platform, { ...get("/teams"), authorization: "Bearer of-lea" })).status;
  expect(await asLea()).toBe(200);
  const body = [{ op: "add", path: "/spec/disabled", value: true }];
  await send(platform, { method: "PATCH", path: "/users/lea", type: patchType, body });
  expect(await asLea()).toBe(401);
});

describe("the namespace of a project", () => {
  platformTest("is not there with the project", { ...api4, namespaceMs: 60_000 }, async (platform) => {
    await create(platform, objectOf("Project", "shop"));
    const { status, body } = await send(platform, post(instance("a")));
    expect([status, body.message]).toEqual([404, 'namespaces "p-shop" not found']);
  });

  platformTest("is there a moment after the project", api4, async (platform) => {
    await create(platform, objectOf("Project", "shop"));
    let { status } = await send(platform, post(instance("a")));
    while (status === 404) status = (await send(platform, post(instance("a")))).status;
    expect(status).toBe(201);
  });

  platformTest("takes what is in it with it", { ...api4, namespaceMs: 0 }, async (platform) => {
    await create(platform, objectOf("Project", "shop"));
    const finalizers = ["test/hold"];
    await create(platform, {
      ...instance("held"),
      metadata: { name: "held", namespace: "p-shop", finalizers } as Manifest["metadata"],
    });
    for (const kind of ["ProjectSecret", "SpaceInstance"]) await create(platform, objectOf(kind, "a", {}, "p-shop"));
    const { body } = await send(platform, { method: "DELETE", path: "/projects/shop" });
    expect(body.metadata).toMatchObject({
      finalizers: ["loft.sh/cleanup-management"],
      deletionTimestamp: expect.any(String),
    });
    const { store } = platform;
    await until(platform, () => store.list("projectsecrets").length + store.list("spaceinstances").length === 0);
    expect(store.get("projects", "shop")).toBeDefined();
    const path = "/namespaces/p-shop/virtualclusterinstances/held";
    await send(platform, {
      method: "PATCH",
      path,
      type: patchType,
      body: [{ op: "remove", path: "/metadata/finalizers" }],
    });
    await until(platform, () => store.get("projects", "shop") === undefined);
    expect(store.list("virtualclusterinstances")).toEqual([]);
  });
});

test("the deletion of a project goes on after a restart", async () => {
  const options = { ...api4, projects: ["shop"], dataFile: path("platform.data") };
  await withPlatform(options, async ({ store }) => {
    const { metadata, ...project } = store.get("projects", "shop") as ApiObject;
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    store.write("projects", { ...project, metadata: { ...metadata, deletionTimestamp } } as ApiObject);
  });
  await withPlatform(options, (platform) =>
    until(platform, () => platform.store.get("projects", "shop") === undefined).then(() => undefined),
  );
});

describe("quotas of a project", () => {
  const refusal = (limit: string) =>
    `virtualclusterinstances.management.loft.sh "c" is forbidden: cannot create virtualclusterinstance, because project shop limit of ${limit} would be exceeded`;
  const ofTemplate = { templateRef: { name: "t" } };

  test.each<[string, object, [object, object, object], string | undefined]>([
    ["limit its instances", { project: { virtualclusterinstances: "2" } }, [{}, {}, {}], "2"],
    ["limit them by another key", { project: { "count/virtualclusterinstances": "2" } }, [{}, {}, {}], "2"],
    ["leave other kinds alone", { project: { spaceinstances: "1" } }, [{}, {}, {}], undefined],
    ["limit those of an owner", { user: { virtualclusterinstances: "2" } }, [{}, {}, {}], "2"],
    [
      "do not count those of other owners",
      { user: { virtualclusterinstances: "1" } },
      [{ owner: { user: "a" } }, { owner: { user: "b" } }, { owner: { user: "c" } }],
      undefined,
    ],
    [
      "limit those of a template",
      { project: { "virtualclusterinstances.template=t": "1" } },
      [{}, ofTemplate, ofTemplate],
      "1",
    ],
    [
      "do not count those of other templates",
      { project: { "virtualclusterinstances.template=t": "1" } },
      [{}, ofTemplate, {}],
      undefined,
    ],
    ["limit those that do not sleep", { project: { "count/virtualclusterinstances.active": "2" } }, [{}, {}, {}], "2"],
  ])("%s", (_, quotas, [first, second, third], limit) =>
    withPlatform({ ...api4, namespaceMs: 0 }, async (platform) => {
      await create(platform, objectOf("Project", "shop", { quotas }));
      await create(platform, instance("a", first));
      await create(platform, instance("b", second));
      const { status, body } = await send(platform, post(instance("c", third)));
      expect([status, body.message]).toEqual(limit === undefined ? [201, undefined] : [403, refusal(limit)]);
    }),
  );

  platformTest("do not count a sleeping instance as active", { ...api4, namespaceMs: 0 }, async (platform) => {
    await create(
      platform,
      objectOf("Project", "shop", { quotas: { project: { "virtualclusterinstances.active": "1" } } }),
    );
    await create(platform, instance("a"));
    const stored = platform.store.get("virtualclusterinstances", "a", "p-shop");
    if (stored !== undefined)
      platform.store.write("virtualclusterinstances", { ...stored, status: { phase: "Sleeping" } });
    await create(platform, instance("b"));
  });
});

platformTest("a connected cluster is an object that is initialized", api4, async (platform) => {
  const { body } = await send(platform, get("/clusters/loft-cluster"));
  expect(body).toMatchObject({ spec: { config: {} }, status: { phase: "Initialized", online: true } });
});
