import { bad, created, invalid, named, notFound, ok } from "./conformance/expectations";
import { apiVersion, get, type Request } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const kind = "ProjectImportVirtualCluster";
const source = { name: "v", namespace: "vns", cluster: "c1" };
const importOf = (sourceVirtualCluster: unknown, more: object = {}, query = ""): Request => ({
  method: "POST",
  path: `/projects/web/importvirtualcluster${query}`,
  body: { kind, apiVersion, metadata: { creationTimestamp: null }, sourceVirtualCluster, ...more },
});
const instances = "/namespaces/p-web/virtualclusterinstances";

platformTest("an import returns its request and points at its source", async (platform) => {
  const { status, body } = await send(platform, importOf(source));
  expect([status, body]).toEqual([201, importOf(source).body]);
  const { spec } = (await send(platform, get(`${instances}/v`))).body;
  expect(spec.clusterRef).toEqual({ cluster: "c1", namespace: "vns", virtualCluster: "v" });
});

platformRows({
  "importName names the instance unless it is empty": [
    importOf({ ...source, importName: "other" }),
    importOf({ ...source, importName: "" }),
    get(instances),
    ok(named("other", "v")),
  ],
  "every missing or wrong part of the source has its cause": [
    importOf({ name: "v", cluster: 5 }),
    invalid("TypeInvalid sourceVirtualCluster.cluster", "Required sourceVirtualCluster.namespace"),
  ],
  "a body of another kind is refused": [importOf(source, { kind: "SpaceTemplate" }), bad],
  "a body without a kind is an import": [importOf(source, { kind: undefined, apiVersion: undefined }), created()],
  "a dry run creates no instance": [
    importOf(source, {}, "?dryRun=All"),
    get("/virtualclusterinstances"),
    ok({ items: [] }),
  ],
  "an instance is listed across all namespaces": [importOf(source), get("/virtualclusterinstances"), ok(named("v"))],
  "nothing is created in the namespace of an unknown project": [
    {
      method: "POST",
      path: "/namespaces/p-nope/virtualclusterinstances",
      body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "v" } },
    },
    { ...notFound, message: 'namespaces "p-nope" not found' },
  ],
});
