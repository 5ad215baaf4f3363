import type { ApiObject } from "../../../provider/api/client.js";
import { isNotFound } from "../../../provider/api/errors.js";
import { against, closeAll, type Reply, rejection, status } from "./scriptedServer.js";

afterEach(closeAll);

const apiVersion = "management.loft.sh/v1";
const dev = { apiVersion, kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];
const withHeaders = (reply: Reply, headers: object): Reply => ({
  ...reply,
  headers: headers as Reply["headers"] & object,
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("an answer that is packed", () => {
  const packed: [encoding: string | string[], told: string][] = [
    ["gzip", '"gzip"'],
    ["identity, br", '"identity, br"'],
    [["gzip", "br"], '"gzip, br"'],
  ];

  test.each(packed)("as %s is not read, whatever it says", async (encoding, told) => {
    const headers = { "content-encoding": encoding };
    const gone = status(404, "NotFound", "dev is gone");
    const { client } = await against([withHeaders({ body: dev }, headers), withHeaders(gone, headers)]);
    const words = `answered with Content-Encoding ${told}, which was not asked for.`;
    expect((await rejection(client.get(path))).message).toContain(`failed: 200 InvalidAnswer: ${words} Check`);
    const error = await rejection(client.get(path));
    expect(error.message).toContain(`failed: 404: ${words} Check`);
    expect(isNotFound(error)).toBe(false);
  });

  test("as nothing at all is read", async () => {
    const { client } = await against([withHeaders({ body: dev }, { "content-encoding": "Identity" })]);
    expect(await client.get(path)).toEqual(dev);
  });
});

test.each([undefined, "/login", "https://"])("a redirect to %s names no host", async (location) => {
  const { client } = await against([{ status: 302, ...(location !== undefined && { headers: { location } }) }]);
  expect((await rejection(client.get(path))).message).toContain(
    "failed: 302: answered a redirect, which is not followed with an access key. Check",
  );
});

test("what has a status of 300 is a redirect, even if it looks like the object", async () => {
  const { client } = await against([{ status: 300, body: dev }]);
  expect(await rejection(client.get(path))).toMatchObject({
    status: 300,
    message: expect.stringContaining("a redirect"),
  });
});

test.each<[what: string, body: string, words: string]>([
  ["a number that no state holds", '{"metadata":{"name":"dev"},"spec":{"a":1e999}}', "a number that is too large"],
  ["half a character", '{"metadata":{"name":"dev"},"spec":{"a":"\\ud800"}}', "a text that is no valid Unicode"],
  [
    "a deep value",
    `{"metadata":{"name":"dev"},"a":${"[".repeat(201)}${"]".repeat(201)}}`,
    "JSON that is nested more than 200 levels deep.",
  ],
  ["metadata that are none", '{"metadata":{"name":"dev","labels":[]}}', "an object whose metadata.labels is no map"],
])("an answer with %s is refused in words that say so", async (_what, body, words) => {
  const { client } = await against([{ body }]);
  const error = await rejection(client.get(path));
  expect(error.message).toContain(`failed: 200 InvalidAnswer: answered ${words}`);
  // A page of fewer objects would hold the same.
  expect(error).toMatchObject({ isTooMuch: false });
});

describe("a list", () => {
  const metadata = {};
  const item = (more: object = {}) => ({ metadata: { name: "a", uid: "u1" }, ...more });

  const refused: [what: string, body: object, words: string][] = [
    ["a kind without List at its end", { kind: "SpaceTemplate", metadata, items: [] }, "answered no list"],
    ["List elsewhere in its kind", { kind: "ListOfAll", metadata, items: [] }, "answered no list"],
    ["a kind that is no text", { kind: 7, metadata, items: [] }, "answered no list"],
    ["items that are no list", { kind: "SpaceTemplateList", metadata, items: {} }, "answered no list"],
    ["metadata that are none", { kind: "SpaceTemplateList", metadata: [], items: [] }, "answered no list"],
    ["an object of another kind", { metadata, items: [item({ kind: "Project" })] }, 'answered "kind Project"'],
    ["an object of another version", { metadata, items: [item({ apiVersion: "v1" })] }, 'answered "apiVersion v1"'],
    ["an object whose name is empty", { metadata, items: [{ metadata: { name: "" } }] }, "an object without a name"],
    [
      "a token that is a list",
      { metadata: { continue: ["x"] }, items: [] },
      "continue token is no text of at most 4096",
    ],
    ["a token that is a number", { metadata: { continue: 5 }, items: [] }, "continue token is no text of at most 4096"],
    [
      "a token of 4097 characters",
      { metadata: { continue: "x".repeat(4097) }, items: [] },
      "answered a list whose continue token is no text of at most 4096 characters",
    ],
    [
      "a token with a control character",
      { metadata: { continue: "\u001b[31mred" }, items: [] },
      "answered a list whose continue token is no text that a URL can hold",
    ],
  ];

  test.each(refused)("with %s is refused", async (_what, body, words) => {
    const { client } = await against([{ body }]);
    const error = await rejection(all(client.list(["spacetemplates"])));
    expect(error).toMatchObject({ reason: "InvalidAnswer", message: expect.stringContaining(words) });
  });

  test("may lead on by a token of 4096 characters", async () => {
    const token = "x".repeat(4096);
    const { server, client } = await against([
      { body: { metadata: { continue: token }, items: [] } },
      { body: { metadata: {}, items: [item()] } },
    ]);
    expect(await all(client.list(["spacetemplates"]))).toHaveLength(1);
    expect(server.requests[1]?.url).toContain(`continue=${token}`);
  });

  test("of metadata only is asked for as such, and its objects may have a kind for that", async () => {
    const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };
    const { server, client } = await against([
      { body: { ...partial, kind: "PartialObjectMetadataList", metadata, items: [item(partial)] } },
      { body: { apiVersion, kind: "SpaceTemplateList", metadata, items: [item()] } },
    ]);
    const query = { metadataOnly: true };
    expect(await all(client.list(["spacetemplates"], query))).toEqual([item(partial)]);
    // A server that does not know the shape.
    expect(await all(client.list(["spacetemplates"], query))).toEqual([item({ apiVersion, kind: "SpaceTemplate" })]);
    expect(server.requests[0]?.headers.accept).toBe(
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
    );
  });
});

describe("who listens to a call", () => {
  const heardBy = (heard: unknown[]) => ({
    onObject: ({ metadata }: ApiObject) => heard.push(metadata.name),
    onWarning: (text: string) => heard.push(text),
  });

  test("hears each object of an answer before what it warns of", async () => {
    const heard: unknown[] = [];
    const { client } = await against([withHeaders({ body: dev }, { warning: '299 - "old"' })]);
    await client.get(path, heardBy(heard));
    expect(heard).toEqual(["dev", "old"]);
  });

  test("hears each object of a page", async () => {
    const heard: unknown[] = [];
    const items = ["a", "b"].map((name) => ({ metadata: { name } }));
    const { client } = await against([{ body: { metadata: {}, items } }]);
    await client.page(["spacetemplates"], {}, heardBy(heard));
    expect(heard).toEqual(["a", "b"]);
  });

  test("hears nothing of an answer that holds neither", async () => {
    const heard: unknown[] = [];
    const { client } = await against([{ body: { kind: "Status", status: "Success" } }]);
    expect(await client.delete(path, {}, heardBy(heard))).toBeUndefined();
    expect(heard).toEqual([]);
  });
});
