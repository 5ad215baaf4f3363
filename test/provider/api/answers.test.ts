import { allPages } from "../../../provider/api/allPages.js";
import type { ApiClient } from "../../../provider/api/client.js";
import { PageSizes } from "../../../provider/api/pageSizes.js";
import { closeAll, connect, type Reply, rejection, serve, status } from "./scriptedServer.js";

const wait = async () => true;

afterEach(closeAll);

const dev = { kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const path = ["spacetemplates", "dev"];

/** A client of a server that answers with this script. */
async function against(...script: Reply[]): Promise<ApiClient> {
  return connect((await serve(script)).url);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test("what a Status says otherwise than the API does is taken for unsaid", async () => {
  const details = { causes: [{ field: 1, reason: 2, message: 3 }, null], uid: 7, retryAfterSeconds: "3" };
  const client = await against({ status: 422, body: { kind: "Status", reason: 5, message: { text: "no" }, details } });
  expect(await rejection(client.get(path))).toMatchObject({
    reason: undefined,
    serverMessage: "the server gave no message",
    causes: [{ field: "", reason: "", message: "" }],
    uid: undefined,
    retryAfterSeconds: undefined,
  });
});

test.each([
  [0, 0],
  [1.5, 1.5],
  [-1, undefined],
  [null, undefined],
])("the wait of a Status is a number of seconds that are to come: %j", async (retryAfterSeconds, seconds) => {
  const client = await against(status(422, "Invalid", "no", { retryAfterSeconds }));
  expect(await rejection(client.get(path))).toMatchObject({ retryAfterSeconds: seconds });
});

test.each([{ causes: {} }, { causes: "no list" }, {}])("a Status may name no causes: %j", async (details) => {
  const client = await against(status(422, "Invalid", "no", details));
  expect(await rejection(client.get(path))).toMatchObject({ causes: [], causesLeftOut: 0 });
});

test("a 400 is told in the server's words even where it names a location", async () => {
  const client = await against({ ...status(400, "BadRequest", "what is this"), headers: { location: "http://x/" } });
  expect((await rejection(client.get(path))).message).toContain("failed: 400 BadRequest: what is this.");
});

test.each([200, 404])("HTML is recognised after empty lines, with status %i", async (code) => {
  const client = await against({ status: code, body: "\n \n<html>" });
  expect((await rejection(client.get(path))).message).toContain("answered HTML, not JSON");
});

test("text is no HTML for a sign in it", async () => {
  const client = await against({ body: "1 < 2" });
  expect((await rejection(client.get(path))).message).toContain("answered no JSON");
});

test("a create or delete that is answered with a line end only is answered with nothing", async () => {
  const client = await against({ status: 201, body: " \n" });
  expect(await client.create(["spacetemplates"], dev)).toEqual({ metadata: {} });
  expect(await client.delete(path)).toBeUndefined();
});

test.each<[string, object]>([
  ["a Status, whatever metadata it has", { kind: "Status", status: "Success", metadata: { name: "other" } }],
  ["an object without metadata", { kind: "Done" }],
])("a create may be answered with %s: it tells nothing of the object", async (_what, body) => {
  const client = await against({ body });
  expect(await client.create(["spacetemplates"], dev)).toEqual({ ...body, metadata: {} });
});

test("a create or delete may be answered with an object without a uid: whoever asked looks again", async () => {
  const nameless = { metadata: { name: "dev" } };
  const client = await against({ body: nameless });
  expect(await client.create(["spacetemplates"], dev)).toEqual(nameless);
  expect(await client.delete(path)).toEqual(nameless);
});

test("the object of a create that has metadata must be the one asked for", async () => {
  const client = await against({ body: { metadata: { name: "other" } } });
  expect((await rejection(client.create(["spacetemplates"], dev))).message).toContain('asked for "dev"');
});

test("the answer must be the object at the end of the path, however long that is", async () => {
  const long = ["projects", "web", "spacetemplates", "dev"];
  const client = await against({ body: dev });
  for (const answer of [client.get(long), client.replace(long, dev), client.patch(long, [])]) {
    expect(await answer).toEqual(dev);
  }
});

test.each<[string, object, string]>([
  ["an object", dev, "answered no list"],
  ["numbers", { metadata: {}, items: [1] }, "answered a list of other things than objects"],
])("a list of %s is refused in words that say why", async (_what, body, words) => {
  const client = await against({ body });
  expect((await rejection(all(client.list(["spacetemplates"])))).message).toContain(words);
});

test("the kind of a list's objects is the list's without its last word", async () => {
  const client = await against({ body: { kind: "ListenerList", metadata: {}, items: [{ metadata: { name: "a" } }] } });
  expect(await all(client.list(["listeners"]))).toMatchObject([{ kind: "Listener" }]);
});

test("warnings of any agent are unquoted, and what only looks like one is told as it is", async () => {
  const heard: string[] = [];
  const warning = ['299 api.example.com "of an agent"', '9 - "no code"', '299  "no agent"'];
  const client = await against({ body: dev, headers: { warning } as Reply["headers"] & object });
  await client.get(path, { onWarning: (text) => heard.push(text) });
  expect(heard).toEqual(["of an agent", '9 - "no code"', '299  "no agent"']);
  // Nobody has to listen.
  expect(await client.get(path)).toEqual(dev);
});

describe("all pages of a list", () => {
  const subject = { method: "GET", path: "spacetemplates", baseUrl: "https://platform.test" };

  test("objects without a uid are told apart by namespace and name", async () => {
    const objects = [
      { metadata: { name: "a" } },
      { metadata: { name: "a", namespace: "n" } },
      { metadata: { name: "b", namespace: "n" } },
      { metadata: { name: "a", namespace: "m" } },
      { metadata: { namespace: "n" } },
      { metadata: { name: "a", namespace: "n" } },
      { metadata: { name: "a" } },
    ];
    const read = async () => ({ items: objects, continueToken: "", length: 1, limit: 500 });
    expect(await all(allPages(subject, { sizes: new PageSizes(), read, wait }))).toEqual(objects.slice(0, 5));
  });

  test.each([
    { what: "10000 pages", objects: 0, length: 1, reads: 10_001 },
    { what: "100000 objects", objects: 50_000, length: 1, reads: 3 },
    { what: "134217728 characters", objects: 1, length: 64 * 1024 * 1024, reads: 3 },
  ])("are no more than $what", async ({ what, objects, length, reads }) => {
    const items = Array.from({ length: objects }, () => dev);
    let pages = 0;
    const read = async () => {
      if (pages === reads) throw new Error("asked for more");
      return { items, continueToken: `page ${++pages}`, length, limit: 500 };
    };
    const endless = allPages(subject, { sizes: new PageSizes(), read, wait });
    expect(await rejection(all(endless))).toMatchObject({
      kind: "tooLarge",
      sent: true,
      message: expect.stringContaining(`more than ${what}`),
    });
    expect(pages).toBe(reads);
  });
});

describe("a client's waiting", () => {
  const later = status(503, "ServiceUnavailable", "later");
  const clock = { now: () => 1000, random: () => 1, sleep: async () => undefined };

  test.each([
    { deadline: 1400, requests: 1 },
    { deadline: 1401, requests: 2 },
  ])("nothing is tried again at the deadline itself: $deadline", async ({ deadline, requests }) => {
    // The first wait is 0.4 s, the next one longer.
    const server = await serve([later]);
    await rejection(connect(server.url, { clock }).get(path, { deadline }));
    expect(server.requests).toHaveLength(requests);
  });

  test("a clock that fails for no cancellation is no cancellation", async () => {
    const broken = {
      ...clock,
      sleep: async () => {
        throw new Error("no clock");
      },
    };
    const server = await serve([later]);
    const client = connect(server.url, { clock: broken });
    expect((await rejection(client.get(path))).message).toBe("no clock");
    expect((await rejection(client.pause(1, path))).message).toBe("no clock");
  });

  test("a pause that would end at the deadline is not begun", async () => {
    const client = await against({ body: dev });
    const paused = connect("http://127.0.0.1:1", { clock });
    expect(await paused.pause(500, path, { deadline: 1500 })).toBe(false);
    expect(await paused.pause(499, path, { deadline: 1500 })).toBe(true);
    expect(await client.pause(1, path)).toBe(true);
  });
});
