import { paginate } from "../../../../provider/api/lists/pages.js";
import { against, closeAll, fakeClock, limitsAskedOf, type Reply, rejection, status } from "../scriptedServer";

afterEach(closeAll);

const templates = ["spacetemplates"];
const ofList = { kind: "SpaceTemplateList", apiVersion: "management.loft.sh/v1" };
const item = (name: string) => ({ metadata: { name, uid: `uid-${name}` } });
const page = (token: string, ...names: string[]): Reply => ({
  body: { ...ofList, metadata: { continue: token }, items: names.map(item) },
});
const expired = status(410, "Expired", "too old");
const later = (reply: Reply): Reply => ({ ...reply, headers: { "retry-after": "30" } });

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of items) found.push(each);
  return found;
}

const namesIn = async (list: AsyncIterable<{ metadata: { name?: unknown } }>) =>
  (await all(list)).map(({ metadata }) => metadata.name);

describe("a list", () => {
  test("is read page by page, and its items get its kind and version", async () => {
    const token = "x".repeat(4096);
    const { server, client } = await against([page(token, "a", "b"), page("", "c")]);
    const items = await all(client.list(templates, { labelSelector: "owner=x y", limit: 2 }));
    const { apiVersion } = ofList;
    expect(items).toEqual(["a", "b", "c"].map((name) => ({ ...item(name), apiVersion, kind: "SpaceTemplate" })));
    expect(server.requests.map(({ url }) => url.split("?")[1])).toEqual([
      "limit=2&labelSelector=owner%3Dx+y",
      `limit=2&labelSelector=owner%3Dx+y&continue=${token}`,
    ]);
  });

  test("without items is empty, and its items without a part lack it", async () => {
    const bare = { metadata: { name: "a" }, spec: null, status: null };
    const { client } = await against([
      { body: { metadata: {}, items: null } },
      { body: { kind: "ListenerList", metadata: {}, items: [bare] } },
    ]);
    expect(await all(client.list(templates))).toEqual([]);
    const [found] = await all(client.list(["listeners"]));
    expect([found?.kind, found?.spec, found?.status]).toEqual(["Listener", undefined, undefined]);
  });

  test("stops when its reader stops", async () => {
    const { server, client } = await against([page("t1", "a"), page("", "b")]);
    for await (const _item of client.list(templates)) break;
    expect(server.requests).toHaveLength(1);
  });

  test("that expires begins again, and gives no object twice", async () => {
    const { client } = await against([page("t1", "a", "b"), expired, page("t2", "a", "b"), page("", "c")]);
    expect(await namesIn(client.list(templates))).toEqual(["a", "b", "c"]);
  });

  test("that expires begins again, and gives an object again only if it has a newer version", async () => {
    const at = (name: string, resourceVersion: string) => ({ metadata: { name, uid: `uid-${name}`, resourceVersion } });
    const of = (token: string, ...items: object[]): Reply => ({
      body: { ...ofList, metadata: { continue: token }, items },
    });
    const { client } = await against([
      of("t1", at("a", "1"), at("b", "2")),
      expired,
      of("t2", at("a", "5"), at("b", "2"), at("a", "5")),
      of("", at("c", "3")),
    ]);
    const found = await all(client.list(templates));
    const versions = found.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
    expect(versions).toEqual(["a 1", "b 2", "a 5", "c 3"]);
  });

  test("that expires four times fails", async () => {
    const { server, client } = await against([expired]);
    expect(await rejection(all(client.list(templates)))).toMatchObject({ status: 410 });
    expect(server.requests).toHaveLength(4);
  });

  test("that expires begins again after Retry-After, unless the deadline is earlier", async () => {
    const clock = fakeClock();
    const { server, client } = await against([later(expired), page("", "a"), later(expired)], { clock });
    const within = (seconds: number) => ({ deadline: clock.now() + seconds * 1000 });
    expect(await all(client.list(templates, {}, within(60)))).toHaveLength(1);
    expect(clock.slept).toEqual([30_000]);
    const { message } = await rejection(all(client.list(templates, {}, within(20))));
    expect(message).toContain("Not tried again: the next attempt in 30 s would exceed the operation's timeout.");
    expect(server.requests).toHaveLength(3);
  });

  test("is repeated after a failure, unless it is sent once", async () => {
    const unavailable = status(503, "ServiceUnavailable", "later");
    const { server, client } = await against([unavailable, unavailable, page("", "a")]);
    expect(await rejection(all(client.list(templates, { noRetry: true })))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
    expect(await namesIn(client.list(templates))).toEqual(["a"]);
  });

  test("that leads to the same page again fails", async () => {
    const { server, client } = await against([page("t1", "a")]);
    expect((await rejection(all(client.list(templates)))).message).toContain("same page");
    expect(server.requests).toHaveLength(2);
  });

  test("of metadata is asked for as such, and may be answered with whole objects", async () => {
    const partial = { ...item("a"), apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };
    const { server, client } = await against([
      { body: { ...partial, kind: "PartialObjectMetadataList", metadata: {}, items: [partial] } },
      page("", "a"),
    ]);
    expect(await all(client.list(templates, { metadataOnly: true }))).toEqual([partial]);
    expect(await all(client.list(templates, { metadataOnly: true }))).toMatchObject([{ kind: "SpaceTemplate" }]);
    expect(server.requests[0]?.headers.accept).toBe(
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
    );
  });

  const token = (value: unknown) => ({ metadata: { continue: value }, items: [] });
  const of = (each: unknown) => ({ metadata: {}, items: [each] });

  test.each<[what: string, body: object, words: string]>([
    ["an object", { kind: "SpaceTemplate", ...item("dev") }, "returned something other than a list"],
    [
      "a kind without List at its end",
      { kind: "SpaceTemplate", metadata: {}, items: [] },
      "returned something other than a list",
    ],
    [
      "List elsewhere in its kind",
      { kind: "ListOfAll", metadata: {}, items: [] },
      "returned something other than a list",
    ],
    ["items that are no list", { ...ofList, metadata: {}, items: {} }, "returned something other than a list"],
    ["a kind that is no text", { kind: 7, metadata: {}, items: [] }, "returned something other than a list"],
    ["no metadata", { items: [] }, "returned something other than a list"],
    ["numbers", of(1), "returned a list with items that are not objects"],
    ["an object without metadata", of({}), "an object without metadata"],
    ["an object without a name", of({ metadata: {} }), "an object without a name"],
    ["an object of another kind", of({ ...item("a"), kind: "Project" }), 'received "kind Project"'],
    ["a list as token", token(["x"]), "continue token is not a text of at most 4096"],
    [
      "a token of 4097 characters",
      token("x".repeat(4097)),
      "a list whose continue token is not a text of at most 4096",
    ],
    ["a control character in its token", token("\u001b[31m"), "continue token does not fit into a URL"],
  ])("with %s is refused", async (_what, body, words) => {
    const { client } = await against([{ body }]);
    const invalid = { reason: "InvalidResponse", message: expect.stringContaining(words) };
    expect(await rejection(all(client.list(templates)))).toMatchObject(invalid);
  });
});

describe("the page size", () => {
  test.each<[what: string, given: number | undefined, size: number]>([
    ["500", undefined, 500],
    ["the given one", 7, 7],
    ["500 if more is given", 501, 500],
  ])("is %s", async (_what, limit, size) => {
    const { server, client } = await against([page("t1", "a"), page("t2", "b"), page("", "c")]);
    await all(client.list(templates, { limit }));
    expect(limitsAskedOf(server)).toEqual([size, size, size]);
  });

  const large = { body: "x".repeat(8 * 1024 * 1024 + 1) };

  test.each<[what: string, script: Reply[], limits: number[]]>([
    ["again and again", [large, large, page("t1", "a"), page("t2", "b"), page("", "c")], [500, 50, 5, 5, 5]],
    ["also after a restart", [large, page("t1", "a"), expired, page("", "b", "c")], [500, 50, 50, 50]],
  ])("shrinks to a tenth if an answer is too large, %s", async (_what, script, limits) => {
    const { server, client } = await against(script);
    expect(await namesIn(client.list(templates))).toEqual(["a", "b", "c"]);
    expect(limitsAskedOf(server)).toEqual(limits);
  });

  test("shrinks to one object, and the list fails if that is too large", async () => {
    const { server, client } = await against([large]);
    const list = client.list(templates, { limit: 60 });
    expect((await rejection(all(list))).message).toContain("the response is too large");
    expect(limitsAskedOf(server)).toEqual([60, 6, 1]);
  });

  test("stays if it is refused", async () => {
    const { server, client } = await against([status(400, "BadRequest", "limit must be at most 100")]);
    expect((await rejection(all(client.list(templates)))).message).toContain("must be at most 100");
    expect(limitsAskedOf(server)).toEqual([500]);
  });
});

describe("all pages of a list", () => {
  const subject = { method: "GET", path: "spacetemplates", baseUrl: "https://platform.test" };
  const pagesFrom = (
    read: () => Promise<{ items: object[]; continueToken: string; characters: number; limit: number }>,
  ) => all(paginate(subject, undefined, { read: read as never, wait: async () => true }));

  test("tell objects without a uid apart by namespace and name", async () => {
    const named = (name?: string, namespace?: string) => ({ metadata: { name, namespace } });
    const distinct = [named("a"), named("a", "n"), named("b", "n"), named("a", "m"), named(undefined, "n")];
    const items = [...distinct, named("a", "n"), named("a")];
    const found = await pagesFrom(async () => ({ items, continueToken: "", characters: 1, limit: 500 }));
    expect(found).toMatchObject([{ items: distinct }]);
  });

  test.each([
    { what: "10000 pages", objects: 0, characters: 1, reads: 10_001 },
    { what: "100000 objects", objects: 50_000, characters: 1, reads: 3 },
    { what: "134217728 characters", objects: 1, characters: 64 * 1024 * 1024, reads: 3 },
  ])("are no more than $what", async ({ what, objects, characters, reads }) => {
    const items = Array.from({ length: objects }, () => item("a"));
    let pages = 0;
    const endless = pagesFrom(async () => {
      if (pages === reads) throw new Error("asked for more");
      return { items, continueToken: `page ${++pages}`, characters, limit: 500 };
    });
    const message = expect.stringContaining(`more than ${what}`);
    expect(await rejection(endless)).toMatchObject({ failure: "tooLarge", sent: true, message });
    expect(pages).toBe(reads);
  });
});
