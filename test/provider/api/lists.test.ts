import { PageSizes } from "../../../provider/api/pageSizes.js";
import {
  against,
  closeAll,
  connect,
  fakeClock,
  limitsAskedOf,
  type Reply,
  rejection,
  serve,
  status,
} from "./scriptedServer.js";

afterEach(closeAll);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a list", () => {
  const item = (name: string) => ({ metadata: { name, uid: `uid-${name}` } });
  const page = (token: string, ...names: string[]): Reply => ({
    body: {
      kind: "SpaceTemplateList",
      apiVersion: "management.loft.sh/v1",
      metadata: { continue: token },
      items: names.map(item),
    },
  });

  test("reads page by page and fills in what only the list says of its items", async () => {
    const { server, client } = await against([page("t1", "a", "b"), page("", "c")]);
    const items = await all(client.list(["spacetemplates"], { labelSelector: "owner=x y", sizes: new PageSizes(2) }));
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
    expect(items[0]).toMatchObject({ kind: "SpaceTemplate", apiVersion: "management.loft.sh/v1" });
    expect(server.requests.map(({ url }) => url.split("?")[1])).toEqual([
      "limit=2&labelSelector=owner%3Dx+y",
      "limit=2&labelSelector=owner%3Dx+y&continue=t1",
    ]);
  });

  test("asks for 500 first, and takes null for no items", async () => {
    const { server, client } = await against([{ body: { metadata: {}, items: null } }]);
    expect(await all(client.list(["spacetemplates"]))).toEqual([]);
    expect(server.requests[0]?.url).toContain("?limit=500");
  });

  const sixPages = ["t1", "t2", "t3", "t4", "t5", ""].map((token) => page(token, `of-${token}`));
  /** The same page, its JSON that many characters longer. */
  const longer = (reply: Reply, characters: number) => ({ body: JSON.stringify(reply.body) + " ".repeat(characters) });

  test.each<{ what: string; sizes?: PageSizes; pages: readonly Reply[]; limits: readonly number[] }>([
    { what: "twice as many with each page", pages: sixPages, limits: [500, 1000, 2000, 4000, 8000, 8000] },
    { what: "as many as it is told", sizes: new PageSizes(7), pages: sixPages, limits: Array(6).fill(7) },
    {
      what: "no more than 500 where it is told",
      sizes: new PageSizes(501),
      pages: sixPages,
      limits: Array(6).fill(500),
    },
    {
      what: "no more than 8 Mi characters hold as far as a page tells",
      pages: sixPages.map((reply, index) => longer(reply, index === 0 ? 8000 : 4200)),
      limits: [500, 1000, 1000, 1000, 1000, 1000],
    },
  ])("asks for $what", async ({ sizes, pages, limits }) => {
    const { server, client } = await against(pages);
    await all(client.list(["spacetemplates"], { sizes }));
    expect(limitsAskedOf(server)).toEqual(limits);
  });

  test("that is read again asks at once for as many as the last time", async () => {
    const { server, client } = await against([...sixPages.slice(0, 2), ...sixPages.slice(-1), ...sixPages.slice(-1)]);
    const sizes = new PageSizes();
    for (const _again of [1, 2]) await all(client.list(["spacetemplates"], { sizes }));
    expect(limitsAskedOf(server)).toEqual([500, 1000, 2000, 4000]);
  });

  test("begins again when the list expired, and gives no object twice", async () => {
    const expired = status(410, "Expired", "too old");
    const { client } = await against([page("t1", "a", "b"), expired, page("t2", "a", "b"), page("", "c")]);
    const names = (await all(client.list(["spacetemplates"]))).map(({ metadata }) => metadata.name);
    expect(names).toEqual(["a", "b", "c"]);
  });

  test("takes a part that is null for absent, and an item without a name for no object", async () => {
    const body = (each: object) => ({ body: { metadata: {}, items: [each] } });
    const { client } = await against([
      body({ metadata: { name: "a" }, spec: null, status: null }),
      body({ metadata: {} }),
    ]);
    const [found] = await all(client.list(["ownedaccesskeys"]));
    expect([found?.spec, found?.status]).toEqual([undefined, undefined]);
    expect(await rejection(all(client.list(["ownedaccesskeys"])))).toMatchObject({
      message: expect.stringContaining("an object without a name"),
    });
  });

  test("gives up a list that expires again and again", async () => {
    const { server, client } = await against([status(410, "Expired", "too old")]);
    expect(await rejection(all(client.list(["spacetemplates"])))).toMatchObject({ status: 410 });
    expect(server.requests).toHaveLength(4);
  });

  test("begins again no sooner than Retry-After asks, and not at all where the time does not suffice", async () => {
    const expired = { ...status(410, "Expired", "too old"), headers: { "retry-after": "30" } };
    const clock = fakeClock();
    const server = await serve([expired, page("", "a"), expired]);
    const client = connect(server.url, { clock });
    const within = (seconds: number) => ({ deadline: clock.now() + seconds * 1000 });
    expect(await all(client.list(["spacetemplates"], {}, within(60)))).toHaveLength(1);
    expect(clock.slept).toEqual([30_000]);
    const error = await rejection(all(client.list(["spacetemplates"], {}, within(20))));
    expect(error.message).toContain(
      "Not tried again: the next try in 30 s would be after the operation's time is over.",
    );
    expect(server.requests).toHaveLength(3);
  });

  test("gives up a list that leads back to the same page", async () => {
    const { server, client } = await against([page("t1", "a")]);
    expect((await rejection(all(client.list(["spacetemplates"])))).message).toContain("same page");
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, Reply]>([
    ["an object", { body: { kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } } }],
    ["items that are no objects", { body: { metadata: {}, items: [1] } }],
    ["items without metadata", { body: { metadata: {}, items: [{}] } }],
    ["no metadata", { body: { items: [] } }],
  ])("refuses %s", async (_what, reply) => {
    const { client } = await against([reply]);
    expect(await rejection(all(client.list(["spacetemplates"])))).toMatchObject({ reason: "InvalidAnswer" });
  });

  test("stops asking when its reader stops", async () => {
    const { server, client } = await against([page("t1", "a"), page("", "b")]);
    for await (const _item of client.list(["spacetemplates"])) break;
    expect(server.requests).toHaveLength(1);
  });
});
