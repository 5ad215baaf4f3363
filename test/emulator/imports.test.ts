import { apiVersion, bad, created, get, invalid, named, notFound, ok, type Request, remove } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const kind = "ProjectImportVirtualCluster";
const source = { name: "v", namespace: "vns", cluster: "c1" };
const importOf = (sourceVirtualCluster: unknown, more: object = {}, project = "web", query = ""): Request => ({
  method: "POST",
  path: `/projects/${project}/importvirtualcluster${query}`,
  body: { kind, apiVersion, metadata: { creationTimestamp: null }, sourceVirtualCluster, ...more },
});
const instances = "/namespaces/p-web/virtualclusterinstances";
const clusterRef = { cluster: "c1", namespace: "vns", virtualCluster: "v" };

platformTest("an import returns its request and points at its source", async (platform) => {
  const { status, body } = await send(platform, importOf(source));
  expect([status, body]).toEqual([201, importOf(source).body]);
  expect((await send(platform, get(`${instances}/v`))).body.spec.clusterRef).toEqual(clusterRef);
});

platformRows({
  "an import creates an instance in the namespace of the project": [
    importOf(source),
    get(`${instances}/v`),
    ok({ metadata: { name: "v", namespace: "p-web" } }),
  ],
  "importName names the instance unless it is empty": [
    importOf({ ...source, importName: "other" }),
    importOf({ ...source, importName: "" }),
    get(instances),
    ok(named("other", "v")),
  ],
  "every missing part of the source has its cause": [
    importOf({ name: "v", cluster: 5 }),
    {
      ...invalid(),
      match: {
        details: { causes: [{ field: "sourceVirtualCluster.cluster" }, { field: "sourceVirtualCluster.namespace" }] },
      },
    },
  ],
  "a body of another kind is refused": [importOf(source, { kind: "SpaceTemplate" }), bad],
  "a body without a kind is an import": [importOf(source, { kind: undefined, apiVersion: undefined }), created()],
  "a dry run creates no instance": [
    importOf(source, {}, "web", "?dryRun=All"),
    get("/virtualclusterinstances"),
    ok({ items: [] }),
  ],
  "an instance is listed across all namespaces": [importOf(source), get("/virtualclusterinstances"), ok(named("v"))],
  "an instance is deleted by its name": [
    importOf(source),
    { ...remove(""), path: `${instances}/v` },
    get(`${instances}/v`),
    notFound,
  ],
  "nothing is created in the namespace of an unknown project": [
    {
      method: "POST",
      path: "/namespaces/p-nope/virtualclusterinstances",
      body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "v" } },
    },
    notFound,
    'namespaces "p-nope" not found',
  ],
});
