import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const root = "//kubernetes/management";
const group = "management.example.org";
const vendor = { vendor: "example.org" };
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const read = async (platform: RunningPlatform, path: string): Promise<Body> => {
  const answer = await send(platform, get(root + path));
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

const document = (platform: RunningPlatform) => read(platform, `/openapi/v3/apis/${group}/v1`);

platformTest("the group is told with its only version", vendor, async (platform) => {
  const version = { groupVersion: `${group}/v1`, version: "v1" };
  const told = { name: group, versions: [version], preferredVersion: version };
  expect(await read(platform, "/apis")).toEqual({ kind: "APIGroupList", apiVersion: "v1", groups: [told] });
  expect(await read(platform, `/apis/${group}`)).toEqual({ kind: "APIGroup", apiVersion: "v1", ...told });
  expect(await read(platform, "/api")).toMatchObject({ kind: "APIVersions", versions: [] });
});

platformTest("the resources are told with what can be done with them", vendor, async (platform) => {
  const stored = (name: string, singularName: string, kind: string, namespaced = false) => ({
    name,
    singularName,
    namespaced,
    kind,
    verbs,
  });
  const listed = await read(platform, `/apis/${group}/v1`);
  expect(listed).toMatchObject({ kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1` });
  expect(listed.resources).toEqual([
    stored("spacetemplates", "spacetemplate", "SpaceTemplate"),
    stored("ownedaccesskeys", "ownedaccesskey", "OwnedAccessKey"),
    stored("projects", "project", "Project"),
    stored("virtualclusterinstances", "virtualclusterinstance", "VirtualClusterInstance", true),
    {
      name: "projects/importvirtualcluster",
      singularName: "",
      namespaced: false,
      kind: "ProjectImportVirtualCluster",
      verbs: ["create"],
    },
  ]);
});

platformTest("the version is one that clients can parse, and says that this is no Kubernetes", async (platform) => {
  const { major, minor, gitVersion } = await read(platform, "/version");
  expect(gitVersion).toMatch(new RegExp(`^v${major}\\.${minor}\\.\\d+\\+embedded-platform$`));
});

platformTest("what is served is told to those who have a key only", async (platform) => {
  for (const path of ["/version", "/api", "/apis", "/openapi/v3"]) {
    const answer = await send(platform, { ...get(root + path), authorization: null });
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

platformTest("it is only read, with or without a slash at the end, also as YAML", async (platform) => {
  expect((await send(platform, { ...get(`${root}/apis`), method: "POST" })).status).toBe(405);
  expect((await send(platform, get(`${root}/apis/`))).status).toBe(200);
  const yaml = await send(platform, { ...get(`${root}/api`), headers: { accept: "application/yaml" } });
  expect(yaml.text).toContain("kind: APIVersions\n");
});

test.each([
  "",
  "/",
  "/apis//",
  "/apis/apps",
  "/apis/apps/v1",
  "/apis/management.loft.sh/v9",
  "/api/v1",
  "/openapi/v2",
  "/openapi/v3/apis/apps/v1",
])("%p is no path of this server", (path) =>
  withPlatform({}, async (platform) => {
    const answer = await send(platform, get(root + path));
    expect([answer.status, answer.text]).toEqual([404, "404 page not found\n"]);
  }),
);

describe("the OpenAPI document", () => {
  platformTest("stands where the index says", vendor, async (platform) => {
    const { paths } = await read(platform, "/openapi/v3");
    const serverRelativeURL = `/kubernetes/management/openapi/v3/apis/${group}/v1`;
    expect(paths).toEqual({ [`apis/${group}/v1`]: { serverRelativeURL } });
    expect((await send(platform, get(`/${serverRelativeURL}`))).body).toMatchObject({ openapi: "3.0.0" });
  });

  platformTest("holds the fields of a kind as they are declared", vendor, async (platform) => {
    const { components } = (await document(platform)) as Body & { components: { schemas: Body } };
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const strings = { type: "array", items: { type: "string" } };
    const labels = { type: "object", additionalProperties: { type: "string" } };
    const template = { metadata: { ...open, properties: { labels } }, objects: { type: "string" } };
    expect(components.schemas["org.example.management.v1.SpaceTemplate"]).toMatchObject({
      type: "object",
      "x-kubernetes-group-version-kind": [{ group, version: "v1", kind: "SpaceTemplate" }],
      properties: {
        metadata: { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
        spec: {
          ...open,
          properties: {
            displayName: { type: "string" },
            description: { type: "string" },
            access: { type: "array", items: { ...open, properties: { users: strings, verbs: strings } } },
            template: { ...open, properties: template },
          },
        },
      },
    });
    const key = components.schemas["org.example.management.v1.OwnedAccessKey"];
    expect(key).toHaveProperty("properties.spec.properties.ttl", { type: "integer", format: "int64" });
    const flag = { type: "boolean" };
    expect(key).toHaveProperty("properties.spec.properties.scope.properties.allowExampleCLI", flag);
    expect(key).toHaveProperty("properties.spec.properties.scope.properties.allowExampleCli", flag);
    const { properties } = components.schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"] as {
      properties: Record<string, object>;
    };
    const merged = { type: "array", "x-kubernetes-patch-strategy": "merge" };
    expect(properties).toMatchObject({
      labels: { type: "object", additionalProperties: { type: "string" } },
      finalizers: { ...merged, items: { type: "string" } },
      ownerReferences: { ...merged, "x-kubernetes-patch-merge-key": "uid" },
    });
  });

  platformTest("says what a write may ask for, and what a patch may be", vendor, async (platform) => {
    const { paths } = (await document(platform)) as Body & { paths: Record<string, Body> };
    const patch = paths[`/apis/${group}/v1/spacetemplates/{name}`]?.patch as Body;
    expect(patch["x-kubernetes-group-version-kind"]).toEqual({ group, version: "v1", kind: "SpaceTemplate" });
    const names = (patch.parameters as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(["dryRun", "fieldManager", "fieldValidation", "force"]);
    const { content } = patch.requestBody as { content: object };
    expect(Object.keys(content)).toEqual([
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
    ]);
  });

  platformTest("refers to no schema that it does not hold", async (platform) => {
    const { text } = await send(platform, get(`${root}/openapi/v3/apis/management.loft.sh/v1`));
    const { schemas } = JSON.parse(text).components;
    const references = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(3);
    expect(references.filter((name) => !Object.hasOwn(schemas, name ?? ""))).toEqual([]);
  });
});
