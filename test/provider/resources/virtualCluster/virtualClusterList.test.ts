import type { ApiObject } from "../../../../provider/api/client";
import type { Context, PageRequest } from "../../../../provider/objects/operation";
import { ResourceError } from "../../../../provider/objects/resourceError";
import { listVirtualClusters } from "../../../../provider/resources/virtualCluster/virtualClusterList";

const instance = (name: string, isImported: boolean, namespace = "p-web") =>
  ({
    metadata: { name, namespace },
    spec: isImported ? { clusterRef: { cluster: "c1", namespace: "vc", virtualCluster: name } } : {},
  }) as ApiObject;

type Asked = { limit?: number | undefined; token?: string };

/** A platform with these virtual clusters in every namespace, or with the responses of `page`. */
function onPlatform(all: readonly ApiObject[], { prefixes = ["p-"], page = pageOf(all) } = {}) {
  const asked: (number | undefined)[] = [];
  const client = {
    page: async (_path: readonly string[], query: Asked) => {
      asked.push(query.limit);
      return page(query);
    },
  };
  const context = { client, config: { projectNamespacePrefixes: prefixes }, call: {} } as unknown as Context;
  const list = async (request: Partial<PageRequest>) => {
    const { items, token } = await listVirtualClusters(context, { filter: {}, ...request });
    return { ids: items.map(({ id }) => id), token };
  };
  return { asked, list };
}

/** Pages of the requested size, or smaller ones that fit; the next one begins at the token. */
const pageOf =
  (all: readonly ApiObject[], most = 500) =>
  ({ limit = 500, token = "" }: Asked) => {
    const size = Math.min(limit, most);
    const [from, to] = [Number(token), Number(token) + size];
    return { items: all.slice(from, to), continueToken: to < all.length ? String(to) : "", limit: size };
  };

const others = Array.from({ length: 10 }, (_, index) => instance(`other${index}`, false));

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
  expect(pages).toEqual([["web/a"], ["web/b", "web/c"], ["web/d"]]);
});

test("a page size that was too large is not requested again", async () => {
  const { asked, list } = onPlatform([], { page: pageOf([...others, instance("a", true)], 5) });
  expect((await list({ limit: 100 })).ids).toEqual(["web/a"]);
  expect(asked).toEqual([100, 5, 5]);
});

test("a list reads every namespace that the project may have", async () => {
  const { list } = onPlatform([instance("a", true)], { prefixes: ["p-", "loft-p-"] });
  const first = await list({ filter: { project: "web" } });
  expect(first.ids).toEqual(["web/a"]);
  expect(await list({ filter: { project: "web" }, token: first.token })).toEqual({ ids: ["web/a"], token: "" });
});

test.each([
  ...["no JSON", "null", "[]", "7", '{"index":-1,"token":""}', '{"index":1,"token":""}'],
  ...['{"index":0,"token":3}', '{"index":0.5,"token":""}', '{"index":0,"token":"","skip":0}'],
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
