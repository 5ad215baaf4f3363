import type { ApiObject } from "../../../provider/api/client";
import { PageSizes } from "../../../provider/api/pageSizes.js";
import { closeAll, connect, limitsAskedOf, type Reply, rejection, serve, status } from "./scriptedServer.js";

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
