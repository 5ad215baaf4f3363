import { apiVersion, get, type Request } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const source = { name: "v", namespace: "vns", cluster: "c1" };
const importOf = (sourceVirtualCluster: unknown, more: object = {}, project = "web"): Request => ({
  method: "POST",
  path: `/projects/${project}/importvirtualcluster`,
  body: {
    kind: "ProjectImportVirtualCluster",
    apiVersion,
    metadata: { creationTimestamp: null },
    sourceVirtualCluster,
    ...more,
  },
});
const instances = "/namespaces/p-web/virtualclusterinstances";

test("an import makes an instance in the project's namespace that points at its source", () =>
  withPlatform({}, async (platform) => {
    const { status, body } = await send(platform, importOf(source));
    expect([status, body]).toEqual([201, importOf(source).body]);
    const { body: instance } = await send(platform, get(`${instances}/v`));
    expect(instance.spec.clusterRef).toEqual({ cluster: "c1", namespace: "vns", virtualCluster: "v" });
    expect(instance.metadata).toMatchObject({ name: "v", namespace: "p-web" });
  }));

test("importName names the instance, an empty one is none", () =>
  withPlatform({}, async (platform) => {
    await send(platform, importOf({ ...source, importName: "other" }));
    await send(platform, importOf({ ...source, importName: "" }));
    const { body } = await send(platform, get(instances));
    expect((body.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)).toEqual([
      "other",
      "v",
    ]);
  }));

test("a second import under the same name is refused", () =>
  withPlatform({}, async (platform) => {
    await send(platform, importOf(source));
    const { body } = await send(platform, importOf(source));
    expect(body).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'virtualclusterinstances.management.loft.sh "v" already exists',
    });
  }));

test("an import into an unknown project is not found", () =>
  withPlatform({}, async (platform) => {
    expect((await send(platform, importOf(source, {}, "nope"))).body).toMatchObject({
      code: 404,
      message: 'projects.management.loft.sh "nope" not found',
    });
  }));

test("every missing part of the source has its cause", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, importOf({ name: "v", cluster: 5 }));
    const fields = (body.details as { causes: { field: string }[] }).causes.map(({ field }) => field);
    expect([body.code, fields]).toEqual([422, ["sourceVirtualCluster.cluster", "sourceVirtualCluster.namespace"]]);
  }));

test("a body of another kind is refused, one without kind is taken for an import", () =>
  withPlatform({}, async (platform) => {
    expect((await send(platform, importOf(source, { kind: "SpaceTemplate" }))).status).toBe(400);
    expect((await send(platform, importOf(source, { kind: undefined, apiVersion: undefined }))).status).toBe(201);
  }));

test("a dry run makes no instance", () =>
  withPlatform({}, async (platform) => {
    const request = importOf(source);
    expect((await send(platform, { ...request, path: `${request.path}?dryRun=All` })).status).toBe(201);
    expect(platform.store.list("virtualclusterinstances")).toEqual([]);
  }));

test("an instance can be listed over all namespaces and deleted by name", () =>
  withPlatform({}, async (platform) => {
    await send(platform, importOf(source));
    expect((await send(platform, get("/virtualclusterinstances"))).body.items).toHaveLength(1);
    expect((await send(platform, { method: "DELETE", path: `${instances}/v` })).status).toBe(200);
    expect((await send(platform, get(`${instances}/v`))).status).toBe(404);
  }));

test("nothing can be created in the namespace of a project that does not exist", () =>
  withPlatform({}, async (platform) => {
    const body = { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "v" } };
    const { body: failure } = await send(platform, {
      method: "POST",
      path: "/namespaces/p-nope/virtualclusterinstances",
      body,
    });
    expect(failure).toMatchObject({ code: 404, message: 'namespaces "p-nope" not found' });
  }));
