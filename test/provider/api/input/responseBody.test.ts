import type { ApiObject } from "../../../../provider/api/client.js";
import { isNotFound, isUnknownEndpoint } from "../../../../provider/api/errors/errors.js";
import { Secrets } from "../../../../provider/api/output/redaction";
import { accessKey, against, closeAll, type Reply, rejection, status } from "../scriptedServer.js";

afterEach(closeAll);

const apiVersion = "management.loft.sh/v1";
const dev = { apiVersion, kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const success = { kind: "Status", status: "Success" };
const withHeaders = (reply: Reply, headers: object) => ({ ...reply, headers }) as Reply;
const encoded = (encoding: string | string[], reply: Reply = { body: dev }) =>
  withHeaders(reply, { "content-encoding": encoding });
const latin1 = Buffer.from('{"metadata":{"name":"Zürich"}}', "latin1");
const deep = `{"metadata":{"name":"dev"},"a":${"[".repeat(201)}${"]".repeat(201)}}`;

test.each<[what: string, reply: Reply, words: string]>([
  ["HTML", { body: "<!doctype html><p>Sign in</p>" }, "returned HTML, not JSON: is the base URL right?"],
  ["HTML after empty lines", { body: "\n \n<html>" }, "returned HTML, not JSON: is the base URL right?"],
  ["text with a sign", { body: "1 < 2" }, "returned invalid JSON"],
  ["broken JSON", { body: '{"metadata":' }, "returned invalid JSON"],
  ["nothing", { body: "" }, "returned invalid JSON"],
  ["a list", { body: "[]" }, "returned JSON that is not an object"],
  ["null", { body: "null" }, "returned JSON that is not an object"],
  ["deep JSON", { body: deep }, "returned JSON that is nested more than 200 levels deep."],
  ["a large number", { body: '{"metadata":{"name":"dev"},"spec":{"a":1e999}}' }, "returned a number that is too large"],
  ["Latin-1", { body: latin1 }, "returned bytes that are not UTF-8. Check"],
  ["broken Unicode", { body: '{"metadata":{},"a":"\\ud800"}' }, "returned a text that is not valid Unicode"],
  ["no metadata", { body: { kind: "SpaceTemplate" } }, "returned an object without metadata"],
  ["bad metadata", { body: { metadata: { labels: [] } } }, "returned an object whose metadata.labels is not a map"],
  ["another object", { body: { metadata: { name: "prod" } } }, 'requested "dev", but received "prod"'],
  [
    "no uid",
    { body: { metadata: { name: "dev" } } },
    "returned an object without a uid: it may be another one with that name",
  ],
  ["gzip", encoded("gzip"), 'returned Content-Encoding "gzip", which cannot be read. Check'],
  ["two encoding headers", encoded(["gzip", "br"]), 'returned Content-Encoding "gzip, br", which cannot'],
])("a response 200 with %s is rejected, and the error says why", async (_what, reply, words) => {
  const { client, server } = await against([reply]);
  const error = await rejection(client.get(path));
  expect(error).toMatchObject({ name: "ApiError", status: 200, reason: "InvalidResponse" });
  expect(error.message).toContain(`GET spacetemplates/dev at ${server.url} failed: 200 InvalidResponse: ${words}`);
  expect(server.requests).toHaveLength(1);
});

const text404: Reply = { status: 404, body: "404 page not found\n" };
const gone = status(404, "NotFound", "dev is gone");
const anywhere = "returned a redirect, which is not followed with an access key. Check";
const toLogin = { status: 302, headers: { location: "https://login.example.com/auth?code=abcdef123456" } };

test.each<[what: string, reply: Reply, words: string]>([
  ["text", text404, 'returned "404 page not found", not a Status: is the base URL right?'],
  ["HTML", { status: 404, body: "\n <html>Not here</html>" }, "returned HTML, not JSON: is the base URL right?"],
  ["nothing", { status: 404 }, "returned nothing."],
  ["other JSON", { status: 404, body: { error: "x" } }, 'returned "{\\"error\\":\\"x\\"}", not a Status'],
  ["gzip", encoded("gzip", gone), 'returned Content-Encoding "gzip", which cannot be read. Check'],
  ["a redirect to a host", toLogin, "returned a redirect to login.example.com, which is not followed"],
  ["a redirect to nowhere", { status: 302 }, anywhere],
  ["status 300 and an object", { status: 300, body: dev }, anywhere],
])("an error response with %s is not NotFound, and the message says why", async (_what, reply, words) => {
  const { client, server } = await against([reply]);
  const error = await rejection(client.get(path));
  expect(error).toMatchObject({ name: "ApiError", status: reply.status, ambiguous: false });
  expect(error.message).toContain(`failed: ${reply.status}: ${words}`);
  expect(error.message).toContain("vcluster-platform:baseUrl");
  expect(error.message).not.toContain("abcdef");
  expect(isNotFound(error)).toBe(false);
  expect(isUnknownEndpoint(error)).toBe(reply === text404);
  expect(server.requests).toHaveLength(1);
});

test("a NotFound that names another object is not about the requested one, and the message says so", async () => {
  const { client } = await against([status(404, "NotFound", "dev is gone", { kind: "clusters", name: "main" })]);
  const error = await rejection(client.get(path));
  expect(isNotFound(error)).toBe(false);
  expect(error.message).toMatch(
    /dev is gone\. The response does not name this object, .* check where vcluster-platform:baseUrl leads\.$/,
  );
});

const cause = { field: "spec.ttl", reason: "FieldValueInvalid", message: "no" };
const partly = { causes: [cause, "text"] };
const malformed = { causes: [{ field: 1, reason: 2, message: 3 }, null], retryAfterSeconds: "3" };

test.each<[details: object, expected: object]>([
  [partly, { causes: [cause] }],
  [malformed, { causes: [{ field: "", reason: "", message: "" }], retryAfterSeconds: undefined }],
  [{ causes: {} }, { causes: [], omittedCauses: 0 }],
  [{ retryAfterSeconds: 0 }, { retryAfterSeconds: 0 }],
  [{ retryAfterSeconds: -1 }, { retryAfterSeconds: undefined }],
])("details of a Status with unexpected types are ignored: %j", async (details, expected) => {
  const { client } = await against([status(422, "Invalid", "bad", details)]);
  const said = { method: "POST", path: "x", status: 422, reason: "Invalid", serverMessage: "bad" };
  expect(await rejection(client.create(["x"], {}))).toMatchObject({ ...said, ...expected });
});

test("a reason or message that is not a text is ignored", async () => {
  const { client } = await against([{ status: 422, body: { kind: "Status", reason: 5, message: { text: "no" } } }]);
  const unknown = { reason: undefined, serverMessage: "the server gave no message" };
  expect(await rejection(client.get(path))).toMatchObject(unknown);
});

test("a 400 with a Location header is not a redirect", async () => {
  const { client } = await against([withHeaders(status(400, "BadRequest", "what is this"), { location: "http://x/" })]);
  expect((await rejection(client.get(path))).message).toContain("failed: 400 BadRequest: what is this.");
});

const withoutUid = { metadata: { name: "dev" } };
const terminating = { ...dev, metadata: { ...dev.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };

const deleted = { ...success, details: { uid: "u1" } };

test.each<[what: string, reply: Reply, created: object, deletedUid?: string]>([
  ["no content", { status: 204 }, { metadata: {} }],
  ["a line end", { status: 201, body: " \n" }, { metadata: {} }],
  ["a Status", { body: { ...success, metadata: { name: "a" } } }, { ...success, metadata: {} }],
  ["a Status of an object", { body: deleted }, { ...deleted, metadata: {} }, "u1"],
  ["a Status of an accepted delete", { status: 202, body: deleted }, { ...deleted, metadata: {} }],
  [
    "a Status whose uid is no text",
    { body: { ...deleted, details: { uid: 1 } } },
    { ...deleted, details: { uid: 1 }, metadata: {} },
  ],
  [
    "a failure with status 200",
    { body: { ...deleted, status: "Failure" } },
    { ...deleted, status: "Failure", metadata: {} },
  ],
  ["an object without a uid", { body: withoutUid }, withoutUid],
  ["a terminating object", { body: terminating }, terminating],
])("a create or delete may return %s", async (_what, reply, created, deletedUid = undefined) => {
  const { client } = await against([reply]);
  expect(await client.create(["spacetemplates"], dev)).toEqual(created);
  expect(await client.delete(path)).toEqual(deletedUid);
});

test("a create may return an object without metadata, but not another object", async () => {
  const { client } = await against([{ body: { kind: "Done" } }, { body: { metadata: { name: "other" } } }]);
  expect(await client.create(["spacetemplates"], dev)).toEqual({ kind: "Done", metadata: {} });
  expect((await rejection(client.create(["spacetemplates"], dev))).message).toContain('requested "dev"');
});

test("a response is the object at the end of the path, at any depth", async () => {
  const long = ["projects", "web", "spacetemplates", "dev"];
  const { client } = await against([encoded("Identity")]);
  for (const answer of [client.get(long), client.patch(long, [])]) expect(await answer).toEqual(dev);
});

test("a key __proto__ in a response does not change a prototype, plain or escaped", async () => {
  for (const key of ["__proto__", "\\u005f_proto__", "__\\u0070roto__"]) {
    const body = `{"metadata":{"name":"dev","uid":"u1","labels":{"${key}":{"polluted":true}}}}`;
    const { client } = await against([{ body }]);
    const { labels } = (await client.get(path)).metadata;
    expect(Object.keys(labels ?? {})).toEqual([]);
    expect(Object.assign({}, labels)).not.toHaveProperty("polluted");
  }
});

describe("the caller receives", () => {
  const listener = () => {
    const heard: unknown[] = [];
    const onWarning = (text: string) => heard.push(text);
    return { heard, call: { onWarning, onObject: ({ metadata }: ApiObject) => heard.push(metadata.name) } };
  };

  test("the object of a response, then each warning, unquoted and redacted", async () => {
    const { heard, call } = listener();
    const warning = [
      '299 - "unknown field \\"spec\\"", 299 - "second"',
      `299 - "saw ${accessKey} and other-secret"`,
      '299 api.example.com "of an agent"',
      ...['9 - "no code"', '299  "no agent"', "bare"],
    ];
    const { client } = await against([withHeaders({ body: dev }, { warning })]);
    await client.get(path, { ...call, secrets: new Secrets(["other-secret"]) });
    const unquoted = ['unknown field "spec"', "second", "saw [secret] and [secret]", "of an agent"];
    expect(heard).toEqual(["dev", ...unquoted, '9 - "no code"', '299  "no agent"', "bare"]);
    expect(await client.get(path)).toEqual(dev);
  });

  test("the warnings of a rejected request", async () => {
    const { heard, call } = listener();
    const { client } = await against([withHeaders(status(400, "BadRequest", "no"), { warning: '299 - "hear me"' })]);
    await rejection(client.create(["spacetemplates"], dev, call));
    expect(heard).toEqual(["hear me"]);
  });

  test("nothing of an object that it rejects, and the error says why", async () => {
    const { heard, call } = listener();
    const { client } = await against([withHeaders({ body: dev }, { warning: '299 - "hear me"' })]);
    const error = await rejection(client.get(path, { ...call, validate: ({ kind }) => `a bad ${kind}` }));
    expect(error).toMatchObject({ reason: "InvalidResponse", serverMessage: "returned a bad SpaceTemplate" });
    expect(heard).toEqual([]);
  });

  test("each object of a page, but no Status", async () => {
    const { heard, call } = listener();
    const items = ["a", "b"].map((name) => ({ metadata: { name } }));
    const { client, server } = await against([{ body: { metadata: {}, items } }, { body: success }]);
    await client.page(["spacetemplates"], { limit: 7, token: "t1" }, call);
    expect(server.requests[0]?.url).toMatch(/\?limit=7&continue=t1$/);
    expect(await client.delete(path, {}, call)).toBeUndefined();
    expect(heard).toEqual(["a", "b"]);
  });
});

const keysOf = (body: object): Reply => ({ body });
const embeddedKeys = { field: "accessKeys", plural: "ownedaccesskeys" };
const key = { metadata: { name: "ci", uid: "u2" } };

test.each<[what: string, reply: Reply, names: string[] | RegExp]>([
  ["objects", keysOf({ kind: "UserAccessKeys", metadata: {}, accessKeys: [key] }), ["ci"]],
  ["an empty list", keysOf({ kind: "UserAccessKeys", metadata: {}, accessKeys: [] }), []],
  ["no list, of the kind", keysOf({ kind: "UserAccessKeys", metadata: {} }), []],
  ["null, of the kind", keysOf({ kind: "useraccesskeys", metadata: {}, accessKeys: null }), []],
  ["no list, of a kind that only begins so", keysOf({ kind: "AccessKeysOther", metadata: {} }), /other than a list/],
  ["no list and no kind", keysOf({ metadata: {} }), /other than a list/],
  ["a map", keysOf({ kind: "UserAccessKeys", metadata: {}, accessKeys: {} }), /other than a list/],
])("the field of a response with %s is read or rejected", async (_what, reply, names) => {
  const { client } = await against([reply]);
  const read = client.embeddedObjects(["users", "mia", "accesskeys"], embeddedKeys);
  if (names instanceof RegExp) expect((await rejection(read)).message).toMatch(names);
  else expect((await read).map(({ metadata }) => metadata.name)).toEqual(names);
});
