import { type Body, get, post, type Section, template } from "./row";

const five = ["a", "b", "c", "d", "e"].map((name) => post(template(`my-${name}`, {}, { labels: { set: "my-list" } })));
const selected = "/spacetemplates?labelSelector=set%3Dmy-list";
const tokenOf = (list: Body | undefined) => encodeURIComponent(String(list?.metadata.continue));
const ahead = (list: Body | undefined) => BigInt(String(list?.metadata.resourceVersion)) + 10n ** 9n;
const future = {
  status: 504,
  reason: "Timeout",
  message: "Timeout: Too large resource version: ..., current: ...",
  match: { details: { retryAfterSeconds: 1, causes: [{ reason: "ResourceVersionTooLarge" }] } },
  retryAfter: "1",
};

export const lists: Section = {
  title: "Lists",
  rows: [
    {
      fact: "limit=2 with a selector",
      given: five,
      request: get(`${selected}&limit=2`),
      status: 200,
      match: {
        metadata: { continue: expect.stringMatching(/./) },
        items: [{ metadata: { name: "my-a" } }, { metadata: { name: "my-b" } }],
      },
      absent: ["metadata.remainingItemCount"],
    },
    {
      fact: "limit=2 + continue",
      given: [...five, get(`${selected}&limit=2`)],
      request: (given: Body[]) => get(`${selected}&limit=2&continue=${tokenOf(given[5])}`),
      status: 200,
      match: { items: [{ metadata: { name: "my-c" } }, { metadata: { name: "my-d" } }] },
      absent: ["metadata.remainingItemCount"],
      sameVersionAs: 5,
    },
    {
      fact: "limit=2 + continue, last page",
      given: [...five, get(`${selected}&limit=4`)],
      request: (given: Body[]) => get(`${selected}&limit=4&continue=${tokenOf(given[5])}`),
      status: 200,
      match: { metadata: { continue: "" }, items: [{ metadata: { name: "my-e" } }] },
      absent: ["metadata.remainingItemCount"],
    },
    {
      fact: "limit=2 without selector",
      given: five,
      request: get("/spacetemplates?limit=2"),
      status: 200,
      match: { metadata: { remainingItemCount: expect.any(Number) } },
    },
    {
      fact: "list items of a custom resource carry kind and apiVersion",
      given: five,
      request: get(`${selected}&limit=1`),
      status: 200,
      match: { items: [{ kind: "SpaceTemplate", apiVersion: "<g>/v1" }] },
      native: {
        status: 200,
        match: { kind: "SpaceTemplateList", items: [{ metadata: { name: "my-a" } }] },
        absent: ["items.0.kind", "items.0.apiVersion"],
      },
    },
    {
      fact: "broken continue token",
      request: get("/spacetemplates?limit=2&continue=abc"),
      status: 400,
      reason: "BadRequest",
      message:
        "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
    },
    {
      fact: "resourceVersion in the future, Exact",
      given: [get(selected)],
      request: ([list]: Body[]) => get(`${selected}&resourceVersion=${ahead(list)}&resourceVersionMatch=Exact`),
      ...future,
    },
    {
      fact: "resourceVersion in the future, GET",
      given: [get(selected), ...five],
      request: ([list]: Body[]) => get(`/spacetemplates/my-a?resourceVersion=${ahead(list)}`),
      ...future,
    },
  ],
  todo: [
    "watch: POST, PATCH, DELETE",
    "watch from resourceVersion 1",
    "watch from a resourceVersion that is too old → ERROR event 410",
    "continue after a change: the pages of one list are one snapshot",
  ],
};
