import type { ApiObject } from "../../../provider/api/client";
import { type OperationContext, type PageRequest, ResourceError } from "../../../provider/objects/operation";
import { virtualClusterList } from "../../../provider/resources/virtualClusterList";

const instance = (name: string, isImported: boolean, namespace = "p-web") =>
  ({
    metadata: { name, namespace },
    spec: isImported ? { clusterRef: { cluster: "c1", namespace: "vc", virtualCluster: name } } : {},
  }) as ApiObject;

type Asked = { limit?: number | undefined; token?: string };

/** A platform with these virtual clusters in every namespace that is asked for, or with what `page` answers. */
function onPlatform(all: readonly ApiObject[], { prefixes = ["p-"], page = pageOf(all) } = {}) {
  const asked: (number | undefined)[] = [];
  const client = {
    page: async (_path: readonly string[], query: Asked) => {
      asked.push(query.limit);
      return page(query);
    },
  };
  const context = { client, config: { projectNamespacePrefixes: prefixes }, call: {} } as unknown as OperationContext;
  const list = async (request: Partial<PageRequest>) => {
    const { items, token } = await virtualClusterList.list(context, { filter: {}, ...request });
    return { ids: items.map(({ id }) => id), token };
  };
  return { asked, list };
}

/** Pages of the size that is asked for, at most 500; the token is where the next one begins. */
const pageOf =
  (all: readonly ApiObject[]) =>
  ({ limit = 500, token = "" }: Asked) => {
    const [from, to] = [Number(token), Number(token) + Math.min(limit, 500)];
    return { items: all.slice(from, to), continueToken: to < all.length ? String(to) : "" };
  };

const others = Array.from({ length: 900 }, (_, index) => instance(`other${index}`, false));

test("a small page needs no request for each virtual cluster that was not imported", async () => {
  const { asked, list } = onPlatform([...others, instance("a", true)]);
  expect((await list({ limit: 1 })).ids).toEqual(["web/a"]);
  expect(asked).toEqual([1, undefined, undefined]);
});

test("a page has at most its limit, and the next page continues after it", async () => {
  const imported = ["a", "b", "c", "d"].map((name) => instance(name, true));
  const { list } = onPlatform([
    ...others.slice(0, 3),
    ...imported.slice(0, 3),
    ...others.slice(3),
    ...imported.slice(3),
  ]);
  const pages: string[][] = [];
  let token = "";
  do {
    const page = await list({ limit: 2, token });
    pages.push(page.ids);
    token = page.token;
  } while (token !== "");
  expect(pages).toEqual([["web/a", "web/b"], ["web/c"], ["web/d"]]);
});

/** Pages of which no more objects fit into an answer than these. */
const fitting = (all: readonly ApiObject[], most: number) => (query: Asked) => {
  const limit = Math.min(query.limit ?? 500, most);
  return { ...pageOf(all)({ ...query, limit }), limit };
};

test("a page size that was too large is not requested again", async () => {
  const all = [...others.slice(0, 120), instance("a", true)];
  const { asked, list } = onPlatform([], { page: fitting(all, 50) });
  expect((await list({ limit: 100 })).ids).toEqual(["web/a"]);
  expect(asked).toEqual([100, 50, 50]);
});

test("a token within a page is valid after the page size has decreased", async () => {
  const all = Array.from({ length: 40 }, (_, index) => instance(`n${index}`, true));
  const token = JSON.stringify({ index: 0, token: "", skip: 30 });
  const { list } = onPlatform([], { page: fitting(all, 4) });
  expect((await list({ limit: 2, token })).ids).toEqual(["web/n30", "web/n31"]);
});

test("a list reads every namespace that the project may have", async () => {
  const { list } = onPlatform([instance("a", true)], { prefixes: ["p-", "loft-p-"] });
  const first = await list({ filter: { project: "web" } });
  expect(first.ids).toEqual(["web/a"]);
  expect(await list({ filter: { project: "web" }, token: first.token })).toEqual({ ids: ["web/a"], token: "" });
});

test("a list that never ends is an error", async () => {
  let count = 0;
  const { asked, list } = onPlatform([], { page: () => ({ items: [], continueToken: `t${count++ % 2}` }) });
  await expect(list({})).rejects.toThrow("does not end");
  expect(asked).toHaveLength(10_000);
});

test.each([
  ...["no JSON", "null", "[]", "7", '{"index":-1,"token":"","skip":0}', '{"index":1,"token":"","skip":0}'],
  ...['{"index":0,"token":3,"skip":0}', '{"index":0,"token":"","skip":0.5}'],
])("%s is refused as a continuation token before anything is sent", async (token) => {
  const { asked, list } = onPlatform([]);
  const refusal = await list({ token }).catch((error) => error);
  expect(refusal).toBeInstanceOf(ResourceError);
  expect(refusal.message).toMatch(/^The continuation token is none of a list .* Begin the list again without it\.$/);
  expect(asked).toEqual([]);
});

test("the longest matching prefix determines the project", async () => {
  const { list } = onPlatform([instance("a", true, "p-old-web"), instance("b", true)], { prefixes: ["p-", "p-old-"] });
  expect((await list({})).ids).toEqual(["web/a", "web/b"]);
});
