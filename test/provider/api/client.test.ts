import type { ApiClient } from "../../../provider/api/client.js";
import {
  accessKey,
  against,
  closeAll,
  connect,
  deadUrl,
  rejection,
  serve,
  serveRaw,
  status,
} from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const group = "/kubernetes/management/apis/management.loft.sh/v1";
const annotate = [{ op: "add", path: "/metadata/annotations", value: { a: "b" } }];

const operations: Record<string, (client: ApiClient) => Promise<unknown>> = {
  GET: (client) => client.get(path),
  POST: (client) => client.create(["spacetemplates"], dev),
  PUT: (client) => client.replace(path, dev),
  PATCH: (client) => client.patch(path, annotate),
  DELETE: (client) => client.delete(path, { uid: "u1" }),
};

test("a request has the access key, our user agent and the group path below the base URL's prefix", async () => {
  const { server, client } = await against([{ body: dev }], "/some/prefix/");
  expect(client.apiVersion).toBe("management.loft.sh/v1");
  expect(await client.get(path)).toEqual(dev);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: "GET", url: `/some/prefix${group}/spacetemplates/dev` });
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${accessKey}`,
    "user-agent": "pulumi-platform/test",
    accept: "application/json",
  });
});

test("the base URL may have an IPv6 address", async () => {
  const server = await serve([{ body: dev }], undefined, "::1");
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await connect(`${server.url}/prefix/`).get(path)).toEqual(dev);
  expect(server.requests[0]).toMatchObject({ headers: { host: server.url.replace("http://", "") } });
  expect(server.requests[0]?.url).toMatch(/^\/prefix\/kubernetes\//);
});

const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u1" } };
test.each<[method: string, url: string, contentType: string, body: object]>([
  ["POST", "spacetemplates", "application/yaml", dev],
  ["PUT", "spacetemplates/dev", "application/yaml", dev],
  ["PATCH", "spacetemplates/dev", "application/json-patch+json", annotate],
  ["DELETE", "spacetemplates/dev", "application/json", options],
])("%s %s has our field manager, the content type %s and its body as JSON", async (method, url, type, body) => {
  const { server, client } = await against([{ body: dev }]);
  await operations[method]?.(client);
  const [request] = server.requests;
  expect(request).toMatchObject({ method, url: `${group}/${url}?fieldManager=pulumi-platform` });
  expect(request?.headers["content-type"]).toBe(type);
  expect(JSON.parse(request?.body ?? "")).toEqual(body);
});

test.each(Object.keys(operations))("%s requests share connections if keepAlive is on", async (method) => {
  const connectionsFor = async (keepAlive: boolean) => {
    const server = await serve([{ body: dev }]);
    const client = connect(server.url, { keepAlive });
    for (let count = 0; count < 6; count++) await operations[method]?.(client);
    expect(server.requests.map((request) => request.method)).toEqual(Array(6).fill(method));
    return new Set(server.requests.map(({ port }) => port)).size;
  };
  // A request that follows at once may take a second one.
  expect(await connectionsFor(true)).toBeLessThanOrEqual(2);
  expect(await connectionsFor(false)).toBe(6);
});

test("an error masks the access key and the call's secrets, however the server quotes the request", async () => {
  const body = { spec: { key: "the-new-key" } };
  const quoted = JSON.stringify(body);
  const hex = Buffer.from(quoted).toString("hex");
  const message = `Object 'Kind' is missing in '${quoted}' (${hex}), Bearer ${accessKey}, no other-secret`;
  const causes = [{ field: "spec.key", reason: "FieldValueInvalid", message: 'Invalid value: "the-new-key"' }];
  const { client } = await against([status(400, "BadRequest", message, { causes })]);
  const error = await rejection(client.create(["ownedaccesskeys"], body, { secrets: ["the-new-key"] }));
  for (const shown of [error.message, String(error.stack), JSON.stringify(error)]) {
    expect(shown).not.toContain("the-new-key");
    expect(shown).not.toContain(accessKey);
    expect(shown).not.toContain(Buffer.from("the-new-key").toString("hex"));
  }
  expect(error.message).toContain("no other-secret");
});

test("an answer that is larger than allowed fails", async () => {
  const server = await serve([{ body: { ...dev, spec: { text: "x".repeat(5000) } } }]);
  const error = await rejection(connect(server.url, { maxResponseBytes: 4096 }).get(path));
  expect(error).toMatchObject({ name: "ConnectionError", kind: "tooLarge" });
  expect(server.requests).toHaveLength(1);
});

test("bytes that are not HTTP, an unknown host and a refused connection have their own kinds of error", async () => {
  const [{ url }, dead] = [await serveRaw("SSH-2.0-OpenSSH_9.6\r\n"), await deadUrl()];
  expect(await rejection(connect(url).get(path))).toMatchObject({ name: "ConnectionError", kind: "protocol" });
  const unknownHost = await rejection(connect("http://no-such-host.invalid").get(path));
  expect(unknownHost).toMatchObject({ name: "ConnectionError", kind: "dns", sent: false });
  const refused = await rejection(connect(`${dead}/prefix/`).get(path));
  expect(refused.message).toContain(`GET spacetemplates/dev at ${dead}/prefix failed: connection refused`);
});

test.each(["", "..", "a/b", "x".repeat(254)])("a name that could change the path is not sent: %j", async (name) => {
  const { server, client } = await against([{ body: dev }]);
  expect(await rejection(client.delete(["spacetemplates", name]))).toMatchObject({ name: "BadPathError" });
  expect(server.requests).toHaveLength(0);
});

test("the count of writes grows at the start and at the end of each write, and with no read", async () => {
  const { server, client } = await against([{ body: dev }, { body: dev }, status(403, "Forbidden", "no")]);
  await client.get(path);
  expect(client.writes).toBe(0);
  const write = client.patch(path, []);
  expect(client.writes).toBe(1);
  await write;
  expect(client.writes).toBe(2);
  await rejection(client.delete(path, { uid: "u1" }));
  expect(client.writes).toBe(4);
  expect(server.requests).toHaveLength(3);
});
