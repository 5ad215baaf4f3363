import { apiVersion, get } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "/spacetemplates";

test.each([
  ["9223372036854775807", 200],
  ["-9223372036854775808", 200],
  ["9223372036854775808", 400],
  ["-9223372036854775809", 400],
])("a limit has to fit into 64 bits: %s is answered %p", (limit, status) =>
  withPlatform({}, async (platform) => {
    const answer = await send(platform, get(`${plural}?limit=${limit}`));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.message).toBe(`strconv.ParseInt: parsing "${limit}": value out of range`);
  }),
);

platformTest("lists and objects are answered by their metadata alone to those who ask for that", async (platform) => {
  const key = { metadata: { name: "a", labels: { b: "c" } }, spec: { user: "u", key: "canary-0123456789" } };
  const body = JSON.stringify({ apiVersion, kind: "OwnedAccessKey", ...key });
  await send(platform, {
    method: "POST",
    path: "/ownedaccesskeys",
    body,
    headers: { "content-type": "application/json" },
  });
  const accept = (kind: string) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` });
  const list = await send(platform, get("/ownedaccesskeys?limit=1", accept("PartialObjectMetadataList")));
  expect(list.body).toMatchObject({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadataList",
    metadata: { resourceVersion: expect.any(String) },
    items: [
      { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: { name: "a", labels: { b: "c" } } },
    ],
  });
  const one = await send(platform, get("/ownedaccesskeys/a", accept("PartialObjectMetadata")));
  expect(one.body).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a" } });
  expect(JSON.stringify([list.body, one.body])).not.toContain("canary");
  // The shape of a list is none of an object, and errors have no shape but their own.
  const fallback = await send(platform, get("/ownedaccesskeys/a", accept("PartialObjectMetadataList")));
  expect(fallback.body.kind).toBe("OwnedAccessKey");
  const missing = await send(platform, get("/ownedaccesskeys/b", accept("PartialObjectMetadata")));
  expect(missing.body).toMatchObject({ kind: "Status", code: 404 });
});

platformTest("a watch is JSON, and 406 for those who want YAML only", async (platform) => {
  const watch = (accept: string) => send(platform, get(`${plural}?watch=1&timeoutSeconds=1`, { accept }));
  expect((await watch("application/yaml")).status).toBe(406);
  const { status, headers } = await watch("text/html, application/json;stream=watch");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
});
