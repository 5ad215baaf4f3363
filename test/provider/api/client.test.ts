import {
  accessKey,
  against,
  closeAll,
  connect,
  type Reply,
  rejection,
  serve,
  serveRaw,
  status,
} from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const group = "/kubernetes/management/apis/management.loft.sh/v1";

test("every request carries the access key, our name and the group path below the base URL's prefix", async () => {
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

test("create sends JSON text as YAML, with our field manager", async () => {
  const { server, client } = await against([{ status: 201, body: dev }]);
  const body = { ...dev, spec: { displayName: "yes", octal: "0755" } };
  expect(await client.create(["spacetemplates"], body)).toEqual(dev);
  const [request] = server.requests;
  expect(request).toMatchObject({ method: "POST", url: `${group}/spacetemplates?fieldManager=pulumi-platform` });
  expect(request?.headers["content-type"]).toBe("application/yaml");
  expect(JSON.parse(request?.body ?? "")).toEqual(body);
});

test("replace sends the whole object as YAML, patch a JSON Patch, both with our field manager", async () => {
  const { server, client } = await against([{ body: dev }]);
  const operations = [{ op: "add", path: "/metadata/annotations", value: { a: "b" } }];
  await client.replace(path, dev);
  await client.patch(path, operations);
  expect(server.requests.map(({ method, url, headers }) => [method, url, headers["content-type"]])).toEqual([
    ["PUT", `${group}/spacetemplates/dev?fieldManager=pulumi-platform`, "application/yaml"],
    ["PATCH", `${group}/spacetemplates/dev?fieldManager=pulumi-platform`, "application/json-patch+json"],
  ]);
  expect(JSON.parse(server.requests[1]?.body ?? "")).toEqual(operations);
});

test("delete names the uid as a precondition, and sends no body without one", async () => {
  const { server, client } = await against([{ body: { kind: "Status", status: "Success", details: { uid: "u1" } } }]);
  expect(await client.delete(path, { uid: "u1" })).toBeUndefined();
  expect(await client.delete(path)).toBeUndefined();
  expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
    kind: "DeleteOptions",
    apiVersion: "v1",
    preconditions: { uid: "u1" },
  });
  expect(server.requests[1]).toMatchObject({ method: "DELETE", body: "" });
});

test("delete answers the object that finalizers still hold", async () => {
  const terminating = { ...dev, metadata: { ...dev.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
  const { client } = await against([{ body: terminating }]);
  expect(await client.delete(path)).toEqual(terminating);
});

test("delete takes an empty answer for done", async () => {
  const { client } = await against([{ status: 204 }]);
  expect(await client.delete(path)).toBeUndefined();
});

test("a create may be answered with nothing or a Status, since the import's answer is not specified", async () => {
  const { client } = await against([{ status: 200 }, { body: { kind: "Status", status: "Success" } }]);
  expect(await client.create(["projects", "web", "importvirtualcluster"], {})).toEqual({ metadata: {} });
  expect(await client.create(["projects", "web", "importvirtualcluster"], {})).toMatchObject({ metadata: {} });
});

test("warnings are handed on, unquoted, each by itself, without secrets", async () => {
  const heard: string[] = [];
  const warning = [
    '299 - "unknown field \\"spec\\"", 299 - "second"',
    `299 - "saw ${accessKey} and other-secret"`,
    "bare",
  ];
  const headers = { warning } as unknown as Reply["headers"];
  const { client } = await against([{ body: dev, ...(headers && { headers }) }]);
  await client.get(path, { onWarning: (text) => heard.push(text), secrets: ["other-secret"] });
  expect(heard).toEqual(['unknown field "spec"', "second", "saw [secret] and [secret]", "bare"]);
});

test("warnings of a refused request are handed on too", async () => {
  const heard: string[] = [];
  const refused = { ...status(400, "BadRequest", "no"), headers: { warning: '299 - "hear me"' } };
  const { client } = await against([refused]);
  await rejection(client.create(["spacetemplates"], dev, { onWarning: (text) => heard.push(text) }));
  expect(heard).toEqual(["hear me"]);
});

test("no secret is in an error, however the server quotes the request", async () => {
  const body = { spec: { key: "the-new-key" } };
  const quoted = JSON.stringify(body);
  const message = `Object 'Kind' is missing in '${quoted}' (${Buffer.from(quoted).toString("hex")}), Bearer ${accessKey}`;
  const causes = [{ field: "spec.key", reason: "FieldValueInvalid", message: 'Invalid value: "the-new-key"' }];
  const { client } = await against([status(400, "BadRequest", message, { causes })]);
  const error = await rejection(client.create(["ownedaccesskeys"], body, { secrets: ["the-new-key"] }));
  for (const shown of [error.message, String(error.stack), JSON.stringify(error)]) {
    expect(shown).not.toContain("the-new-key");
    expect(shown).not.toContain(accessKey);
    expect(shown).not.toContain(Buffer.from("the-new-key").toString("hex"));
  }
});

test("a key __proto__ in an answer changes no object, plain or escaped", async () => {
  const text = (key: string) => `{"metadata":{"name":"dev","uid":"u1","labels":{"${key}":{"polluted":true}}}}`;
  for (const key of ["__proto__", "\\u005f_proto__", "__\\u0070roto__"]) {
    const { client } = await against([{ body: text(key) }]);
    const { labels } = (await client.get(path)).metadata;
    expect(Object.keys(labels ?? {})).toEqual([]);
    expect(Object.assign({}, labels)).not.toHaveProperty("polluted");
  }
});

describe("an answer that is none of this API", () => {
  test.each<[string, Reply, RegExp]>([
    ["HTML", { body: "<!doctype html><p>Sign in</p>" }, /answered HTML, not JSON: is the base URL right\?/],
    ["broken JSON", { body: '{"metadata":' }, /answered no JSON/],
    ["a list", { body: "[]" }, /answered JSON that is no object/],
    ["nothing", { body: "" }, /answered no JSON/],
    ["no metadata", { body: { kind: "SpaceTemplate" } }, /an object without metadata/],
    ["another object", { body: { metadata: { name: "prod" } } }, /asked for "dev", but answered "prod"/],
    ["a nameless object", { body: { metadata: {} } }, /asked for "dev", but answered nothing/],
    ["no uid", { body: { metadata: { name: "dev" } } }, /an object without a uid, which may be any of its name/],
    ["an empty uid", { body: { metadata: { name: "dev", uid: "" } } }, /an object without a uid/],
  ])("%s is an error that says so", async (_what, reply, message) => {
    const { client, server } = await against([reply]);
    const error = await rejection(client.get(path));
    expect(error).toMatchObject({ name: "ApiError", status: 200, reason: "InvalidAnswer" });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^GET spacetemplates\/dev at http:\/\/127\.0\.0\.1:\d+ failed: 200 InvalidAnswer: /);
    expect(server.requests).toHaveLength(1);
  });

  test("a redirect is not followed, and only the host it leads to is named", async () => {
    const location = "https://login.example.com/auth?code=abcdef123456";
    const { client, server } = await against([{ status: 302, headers: { location } }]);
    const error = await rejection(client.get(path));
    expect(error).toMatchObject({ name: "ApiError", status: 302, ambiguous: false });
    expect(error.message).toContain("redirect to login.example.com,");
    expect(error.message).not.toContain("abcdef");
    expect(server.requests).toHaveLength(1);
  });

  test("bytes that are not HTTP are an error that says so", async () => {
    const { url } = await serveRaw("SSH-2.0-OpenSSH_9.6\r\n");
    expect(await rejection(connect(url).get(path))).toMatchObject({ name: "ConnectionError", kind: "protocol" });
  });

  test("an answer larger than allowed is given up", async () => {
    const server = await serve([{ body: { ...dev, spec: { text: "x".repeat(5000) } } }]);
    const error = await rejection(connect(server.url, { maxResponseBytes: 4096 }).get(path));
    expect(error).toMatchObject({ name: "ConnectionError", kind: "tooLarge" });
    expect(server.requests).toHaveLength(1);
  });
});

test.each(["", ".", "..", "a/b", "a%2Fb", "a\\b", "a?b", "a#b", "a\u0000b", "x".repeat(254)])(
  "a name that could lead elsewhere is never sent: %j",
  async (name) => {
    const { server, client } = await against([{ body: dev }]);
    expect(await rejection(client.delete(["spacetemplates", name]))).toMatchObject({ name: "BadPathError" });
    expect(server.requests).toHaveLength(0);
  },
);

test("the count of writes grows when a write begins and when it ends, however it ends, and with no read", async () => {
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
