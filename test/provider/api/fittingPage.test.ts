import type { ApiObject } from "../../../provider/api/client";
import { PageSizes } from "../../../provider/api/pageSizes.js";
import { closeAll, connect, fakeClock, limitsAskedOf, type Reply, rejection, serve, status } from "./scriptedServer.js";

afterEach(closeAll);

const page = (token: string, ...names: string[]): Reply => ({
  body: { metadata: { continue: token }, items: names.map((name) => ({ metadata: { name, uid: `uid-${name}` } })) },
});
const large = { body: "x".repeat(3000) };
const maxResponseBytes = 2000;
const tooManyValues = { body: `{"metadata":{},"items":[${"1,".repeat(1_000_000)}1]}` };

async function namesIn(list: AsyncIterable<ApiObject>): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const { metadata } of list) names.push(metadata.name);
  return names;
}

describe("a list whose pages are more than an answer may hold", () => {
  test("goes on with pages of a tenth of the objects", async () => {
    const server = await serve([large, large, page("t1", "a"), page("t2", "b"), page("", "c")]);
    const list = connect(server.url, { maxResponseBytes }).list(["spacetemplates"]);
    expect(await namesIn(list)).toEqual(["a", "b", "c"]);
    expect(limitsAskedOf(server)).toEqual([500, 50, 5, 5, 5]);
  });

  test("begins with the smaller ones where it is begun again", async () => {
    const server = await serve([large, page("t1", "a"), status(410, "Expired", "too old"), page("", "a", "b")]);
    const list = connect(server.url, { maxResponseBytes }).list(["spacetemplates"]);
    expect(await namesIn(list)).toEqual(["a", "b"]);
    expect(limitsAskedOf(server)).toEqual([500, 50, 50, 50]);
  });

  test.each([
    ["hold no secret", "other"],
    ["hold a secret", "values"],
    ["give a reason that is a secret", "InvalidAnswer"],
  ])("asks for fewer also where there are too many values, and the words for it %s", async (_what, secret) => {
    const server = await serve([tooManyValues, page("", "a")]);
    const list = connect(server.url).list(["spacetemplates"], {}, { secrets: [secret] });
    expect(await namesIn(list)).toEqual(["a"]);
    expect(limitsAskedOf(server)).toEqual([500, 50]);
  });

  test("is an error where a single object is too large, and costs no request more", async () => {
    const server = await serve([large]);
    const list = connect(server.url, { maxResponseBytes }).list(["spacetemplates"], { sizes: new PageSizes(60) });
    expect((await rejection(namesIn(list))).message).toContain("the answer is too large");
    expect(limitsAskedOf(server)).toEqual([60, 6, 1]);
  });
});

describe.each([
  ["400", status(400, "BadRequest", "limit must be at most 500")],
  ["422", status(422, "Invalid", "limit: Invalid value: 1000: must be at most 500")],
])("a page that asks for more than 500 objects and is refused with %s", (_status, refused) => {
  test("is asked for again with 500, and no later one asks for more", async () => {
    const server = await serve([page("t1", "a"), refused, page("t2", "b"), page("", "c"), page("", "d")]);
    const [client, sizes] = [connect(server.url), new PageSizes()];
    expect(await namesIn(client.list(["spacetemplates"], { sizes }))).toEqual(["a", "b", "c"]);
    expect(await namesIn(client.list(["spacetemplates"], { sizes }))).toEqual(["d"]);
    expect(limitsAskedOf(server)).toEqual([500, 1000, 500, 500, 500]);
  });

  test("is asked for again no sooner than Retry-After asks", async () => {
    const clock = fakeClock();
    const server = await serve([page("t1", "a"), { ...refused, headers: { "retry-after": "30" } }, page("", "b")]);
    expect(await namesIn(connect(server.url, { clock }).list(["spacetemplates"]))).toEqual(["a", "b"]);
    expect(clock.slept).toEqual([30_000]);
  });

  test("is an error where 500 are refused, too", async () => {
    const server = await serve([page("t1", "a"), refused]);
    const error = await rejection(namesIn(connect(server.url).list(["spacetemplates"])));
    expect(error.message).toContain("must be at most 500");
    expect(limitsAskedOf(server)).toEqual([500, 1000, 500]);
  });

  test("is not meant by the refusal of 500 or fewer", async () => {
    for (const sizes of [new PageSizes(), new PageSizes(7)]) {
      const server = await serve([refused]);
      await rejection(namesIn(connect(server.url).list(["spacetemplates"], { sizes })));
      expect(server.requests).toHaveLength(1);
    }
  });
});
