import type { ApiClient, Call } from "../../../provider/api/client.js";
import { Secrets } from "../../../provider/api/output/redaction";
import { deleteRequest, nameIn, patchRequest } from "../../../provider/api/transport/requests";
import { accessKey, against, closeAll, connect, deadUrl, rejection, serve, serveRaw, status } from "./scriptedServer";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const group = "/kubernetes/management/apis/management.loft.sh/v1";
const annotate = [{ op: "add", path: "/metadata/annotations", value: { a: "b" } }];

const operations: Record<string, (client: ApiClient, call?: Call) => Promise<unknown>> = {
  GET: (client, call) => client.get(path, call),
  POST: (client, call) => client.create(["spacetemplates"], dev, call),
  PATCH: (client, call) => client.patch(path, annotate, call),
  DELETE: (client, call) => client.delete(path, { uid: "u1" }, call),
};

test("a request has the access key, our user agent and the group path below the base URL", async () => {
  const server = await serve([{ body: dev }]);
  const client = connect(`${server.url}/some/prefix/`);
  expect(client.apiVersion).toBe("management.loft.sh/v1");
  expect(await client.get(path)).toEqual(dev);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: "GET", url: `/some/prefix${group}/spacetemplates/dev` });
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${accessKey}`,
    "user-agent": "pulumi-vcluster-platform/test",
    accept: "application/json",
  });
});

const options = { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u1" } };
test.each<[method: string, url: string, contentType: string, body: object]>([
  ["POST", "spacetemplates", "application/yaml", dev],
  ["PATCH", "spacetemplates/dev", "application/json-patch+json", annotate],
  ["DELETE", "spacetemplates/dev", "application/json", options],
])(
  "%s %s has our field manager, strict validation, the content type %s and its body as JSON",
  async (method, url, type, body) => {
    const { server, client } = await against([{ body: dev }]);
    await operations[method]?.(client);
    const [request] = server.requests;
    const strict = method === "DELETE" ? "" : "&fieldValidation=Strict";
    expect(request).toMatchObject({ method, url: `${group}/${url}?fieldManager=pulumi-vcluster-platform${strict}` });
    expect(request?.headers["content-type"]).toBe(type);
    expect(JSON.parse(request?.body ?? "")).toEqual(body);
  },
);

test.each(Object.keys(operations))("%s requests reuse connections", async (method) => {
  const { server, client } = await against([{ body: dev }]);
  for (let count = 0; count < 6; count++) await operations[method]?.(client);
  expect(server.requests.map((request) => request.method)).toEqual(Array(6).fill(method));
  // A request sent immediately after another may open a second connection.
  expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
});

test("an error masks the access key and the call's secrets in any quoted form", async () => {
  const body = { spec: { key: "the-new-key" } };
  const hex = Buffer.from("the-new-key").toString("hex");
  const message = `Object 'Kind' is missing in '${JSON.stringify(body)}' (${hex}), Bearer ${accessKey}, no other-secret`;
  const causes = [{ field: "spec.key", reason: "FieldValueInvalid", message: 'Invalid value: "the-new-key"' }];
  const { client } = await against([status(400, "BadRequest", message, { causes })]);
  const error = await rejection(client.create(["ownedaccesskeys"], body, { secrets: new Secrets(["the-new-key"]) }));
  for (const shown of [error.message, String(error.stack), JSON.stringify(error)])
    for (const secret of ["the-new-key", accessKey, hex]) expect(shown).not.toContain(secret);
  expect(error.message).toContain("no other-secret");
});

test("invalid HTTP, an unknown host and a refused connection have distinct error kinds", async () => {
  const [{ url }, dead] = [await serveRaw("SSH-2.0-OpenSSH_9.6\r\n"), await deadUrl()];
  expect(await rejection(connect(url).get(path))).toMatchObject({ name: "ConnectionError", failure: "protocol" });
  const unknownHost = await rejection(connect("http://no-such-host.invalid").get(path));
  expect(unknownHost).toMatchObject({ name: "ConnectionError", failure: "dns", sent: false });
  const refused = await rejection(connect(`${dead}/prefix/`).get(path));
  expect(refused.message).toContain(`GET spacetemplates/dev at ${dead}/prefix failed: connection refused`);
});

test("a name that could change the path is not sent", async () => {
  const { server, client } = await against([{ body: dev }]);
  expect(await rejection(client.delete(["spacetemplates", ".."]))).toMatchObject({ name: "InvalidUrlError" });
  expect(server.requests).toHaveLength(0);
});

test("the write count increases at the start and the end of each write, but not for reads", async () => {
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

const version = "/metadata/resourceVersion";
const other = { op: "remove", path: "/spec/a" };

test.each<[operations: { op: string; path: string }[], idempotent: boolean]>([
  [[], false],
  [[{ op: "replace", path: version }], true],
  [[{ op: "test", path: version }], true],
  [[other, { op: "replace", path: version }, other], true],
  [[{ op: "remove", path: version }], false],
  [[{ op: "test", path: "/metadata/uid" }], false],
])("a patch is idempotent if it tests or replaces the resourceVersion: %j %s", (operations, idempotent) => {
  expect(patchRequest(path, operations).idempotent).toBe(idempotent);
});

test("a delete with a uid is idempotent; one without has no body and no retries", () => {
  expect(deleteRequest(path, "u1")).toMatchObject({
    idempotent: true,
    noRetry: false,
    contentType: "application/json",
  });
  const query = { fieldManager: "pulumi-vcluster-platform" };
  expect(deleteRequest(path, undefined)).toEqual({ method: "DELETE", path, query, idempotent: false, noRetry: true });
});

test("the name in a body is a non-empty text", () => {
  expect(nameIn({ metadata: { name: "dev" } })).toBe("dev");
  for (const body of [{ metadata: { name: "" } }, { metadata: { name: 7 } }, { metadata: null }, {}])
    expect(nameIn(body)).toBeUndefined();
});
