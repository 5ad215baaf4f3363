import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get } from "./conformance/row";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const root = "//kubernetes/management";
const group = "management.example.org";
const vendor = { vendor: "example.org" };
const schemaPath = `/openapi/v3/apis/${group}/v1`;
const metaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

const read = async (platform: RunningPlatform, path: string): Promise<Body> => {
  const response = await send(platform, get(root + path));
  expect([path, response.status]).toEqual([path, 200]);
  return response.body;
};

platformTest("the group has one version, and its resources are listed with their verbs", vendor, async (platform) => {
  const version = { groupVersion: `${group}/v1`, version: "v1" };
  const described = { name: group, versions: [version], preferredVersion: version };
  expect(await read(platform, "/apis")).toEqual({ kind: "APIGroupList", apiVersion: "v1", groups: [described] });
  expect(await read(platform, `/apis/${group}`)).toEqual({ kind: "APIGroup", apiVersion: "v1", ...described });
  expect(await read(platform, "/api")).toMatchObject({ kind: "APIVersions", versions: [] });
  const { major, minor, gitVersion } = await read(platform, "/version");
  expect(gitVersion).toMatch(new RegExp(`^v${major}\\.${minor}\\.\\d+\\+embedded-platform$`));
  const stored = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
  // Keys have no list: specification, section 4.3.
  const unlisted = ["create", "delete", "get", "patch", "update"];
  const kinds = ["SpaceTemplate", "OwnedAccessKey", "Project", "VirtualClusterInstance"];
  type Resource = [name: string, singular: string, namespaced: boolean, kind: string, verbs: string[]];
  const imports: Resource = ["projects/importvirtualcluster", "", false, "ProjectImportVirtualCluster", ["create"]];
  const rows: Resource[] = [
    ...kinds.flatMap((kind): Resource[] => {
      const [singular, isNamespaced] = [kind.toLowerCase(), kind === "VirtualClusterInstance"];
      return [
        [`${singular}s`, singular, isNamespaced, kind, kind === "OwnedAccessKey" ? unlisted : stored],
        [`${singular}s/status`, "", isNamespaced, kind, ["get", "patch", "update"]],
        ...(kind === "Project" ? [imports] : []),
      ];
    }),
    ["users/accesskeys", "", false, "UserAccessKeys", ["get"]],
    ["teams/accesskeys", "", false, "TeamAccessKeys", ["get"]],
  ];
  expect(await read(platform, `/apis/${group}/v1`)).toEqual({
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: `${group}/v1`,
    resources: rows.map(([name, singularName, namespaced, kind, verbs]) => ({
      name,
      singularName,
      namespaced,
      kind,
      verbs,
    })),
  });
});

platformTest("discovery needs a key, is read only, and has no other paths", async (platform) => {
  for (const path of ["/version", "/api", "/apis", "/openapi/v3"]) {
    const response = await send(platform, { ...get(root + path), authorization: null });
    expect([path, response.status]).toEqual([path, 401]);
  }
  expect((await send(platform, { ...get(`${root}/apis`), method: "POST" })).status).toBe(405);
  expect((await send(platform, get(`${root}/apis/`))).status).toBe(200);
  const others = ["", "/", "/apis//", "/apis/apps", "/apis/apps/v1", "/apis/management.loft.sh/v9", "/api/v1"];
  for (const path of [...others, "/openapi/v2", "/openapi/v3/apis/apps/v1"]) {
    const response = await send(platform, get(root + path));
    expect([path, response.status, response.text]).toEqual([path, 404, "404 page not found\n"]);
  }
});

describe("the OpenAPI document", () => {
  platformTest("is at the path of its index", vendor, async (platform) => {
    const serverRelativeURL = `/kubernetes/management${schemaPath}`;
    expect((await read(platform, "/openapi/v3")).paths).toEqual({ [`apis/${group}/v1`]: { serverRelativeURL } });
    expect(await read(platform, schemaPath)).toMatchObject({ openapi: "3.0.0" });
  });

  platformTest("has the declared fields of a kind", vendor, async (platform) => {
    const { components } = (await read(platform, schemaPath)) as Body & { components: { schemas: Body } };
    const { SpaceTemplate, OwnedAccessKey } = Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [
        name.replace(`org.example.management.v1.`, ""),
        schema,
      ]),
    );
    const [open, text] = [{ "x-kubernetes-preserve-unknown-fields": true }, { type: "string" }];
    expect(SpaceTemplate).toMatchObject({
      type: "object",
      "x-kubernetes-group-version-kind": [{ group, version: "v1", kind: "SpaceTemplate" }],
      properties: { metadata: { $ref: `#/components/schemas/${metaName}` }, spec: open },
    });
    expect(SpaceTemplate).toHaveProperty("properties.spec.properties.displayName", text);
    expect(SpaceTemplate).toHaveProperty("properties.spec.properties.access.items.properties.users.items", text);
    const labels = "properties.spec.properties.template.properties.metadata.properties.labels";
    expect(SpaceTemplate).toHaveProperty(labels, { type: "object", additionalProperties: text });
    expect(OwnedAccessKey).toHaveProperty("properties.spec.properties.ttl", { type: "integer", format: "int64" });
    for (const flag of ["allowExampleCLI", "allowExampleCli"])
      expect(OwnedAccessKey).toHaveProperty(`properties.spec.properties.scope.properties.${flag}`, { type: "boolean" });
    expect(components.schemas[metaName]).toHaveProperty("properties.finalizers", { type: "array", items: text });
    // The platform reads no strategic merge patch.
    expect(JSON.stringify(components)).not.toContain("x-kubernetes-patch");
  });

  platformTest("has every schema that it references", async (platform) => {
    const { text } = await send(platform, get(`${root}/openapi/v3/apis/management.loft.sh/v1`));
    const { schemas } = JSON.parse(text).components;
    const references = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(3);
    expect(references.filter((name) => !Object.hasOwn(schemas, name ?? ""))).toEqual([]);
  });
});
