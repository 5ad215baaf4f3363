import { after, bad, named, ok, type Rows } from "./expectations";
import { type Body, get, post, remove, template } from "./row";

const member = (name: string) => post(template(name, {}, { labels: { set: "my-list" } }));
const onFive = after(...["a", "b", "c", "d", "e"].map((name) => member(`my-${name}`)));
const list = (query = "") => get(`/spacetemplates?labelSelector=set%3Dmy-list${query}`);
const next = (limit: number) => (given: Body[]) =>
  list(`&limit=${limit}&continue=${encodeURIComponent(String(given[5]?.metadata.continue))}`);
const ahead = (body: Body | undefined) => BigInt(String(body?.metadata.resourceVersion)) + 10n ** 9n;
const future = {
  status: 504,
  reason: "Timeout",
  match: { details: { retryAfterSeconds: 1, causes: [{ reason: "ResourceVersionTooLarge" }] } },
  retryAfter: "1",
};
const uncounted = { absent: ["metadata.remainingItemCount"] };

/** Lists, page by page. */
export const lists: Rows = {
  "limit=2": onFive(
    list("&limit=2"),
    ok({ metadata: { continue: expect.stringMatching(/./) }, ...named("my-a", "my-b") }, uncounted),
  ),
  "limit=2 + continue": onFive(
    list("&limit=2"),
    next(2),
    ok(named("my-c", "my-d"), { ...uncounted, sameVersionAs: 5 }),
  ),
  "the last page": onFive(list("&limit=4"), next(4), ok({ metadata: { continue: "" }, ...named("my-e") }, uncounted)),
  "limit=2 without selector": onFive(
    get("/spacetemplates?limit=2"),
    ok({ metadata: { remainingItemCount: expect.any(Number) } }),
  ),
  "list items of a custom resource have kind and apiVersion": onFive(
    list("&limit=1"),
    ok(
      { items: [{ kind: "SpaceTemplate", apiVersion: "<g>/v1" }] },
      { native: ok(named("my-a"), { absent: ["items.0.kind", "items.0.apiVersion"] }) },
    ),
  ),
  "broken continue token": [list("&limit=2&continue=abc"), bad],
  "resourceVersion in the future, GET": [
    member("my-a"),
    ([first]) => get(`/spacetemplates/my-a?resourceVersion=${ahead(first)}`),
    future,
  ],
  "the pages of one list are one snapshot": onFive(
    list("&limit=2"),
    remove("my-d"),
    remove("my-e"),
    member("my-bb"),
    member("my-e"),
    next(9),
    ok({ metadata: { continue: "" }, ...named("my-c", "my-d", "my-e") }, { sameVersionAs: 5 }),
  ),
  "continue with a resourceVersion": onFive(
    list("&limit=2"),
    (given) => ({ ...next(2)(given), path: `${next(2)(given).path}&resourceVersion=1` }),
    bad,
  ),
  "resourceVersion that is no number": [list("&resourceVersion=abc"), bad],
};
