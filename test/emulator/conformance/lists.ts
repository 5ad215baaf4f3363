import { type Body, get, post, remove, type Section, template } from "./row";

const five = ["a", "b", "c", "d", "e"].map((name) => post(template(`my-${name}`, {}, { labels: { set: "my-list" } })));
const selected = "/spacetemplates?labelSelector=set%3Dmy-list";
const tokenOf = (list: Body | undefined) => encodeURIComponent(String(list?.metadata.continue));
const ahead = (list: Body | undefined) => BigInt(String(list?.metadata.resourceVersion)) + 10n ** 9n;
const versionOf = (body: Body | undefined) => String(body?.metadata.resourceVersion);
const named = (...names: string[]) => ({ items: names.map((name) => ({ metadata: { name: `my-${name}` } })) });
const refused = (causes: string[], why: string) => ({
  status: 422,
  reason: "Invalid",
  message: `ListOptions.meta.k8s.io "" is invalid: ${why}`,
  causes,
});
const matchRefused = (why: string) =>
  refused(["FieldValueForbidden resourceVersionMatch"], `resourceVersionMatch: Forbidden: resourceVersionMatch ${why}`);
const future = {
  status: 504,
  reason: "Timeout",
  message: "Timeout: Too large resource version: ..., current: ...",
  match: { details: { retryAfterSeconds: 1, causes: [{ reason: "ResourceVersionTooLarge" }] } },
  retryAfter: "1",
};

/** Lists, page by page and as of a version. */
export const lists: Section = {
  title: "Lists",
  rows: [
    {
      fact: "limit=2",
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
    {
      fact: "the pages of one list are one snapshot",
      given: [
        ...five,
        get(`${selected}&limit=2`),
        remove("my-d"),
        post(template("my-bb", {}, { labels: { set: "my-list" } })),
      ],
      request: (given: Body[]) => get(`${selected}&limit=9&continue=${tokenOf(given[5])}`),
      status: 200,
      match: { metadata: { continue: "" }, ...named("c", "d", "e") },
      sameVersionAs: 5,
    },
    {
      fact: "continue with a resourceVersion",
      given: [...five, get(`${selected}&limit=2`)],
      request: (given: Body[]) =>
        get(`${selected}&continue=${tokenOf(given[5])}&resourceVersion=${versionOf(given[5])}`),
      status: 400,
      reason: "BadRequest",
      message: "specifying resource version is not allowed when using continue",
    },
    {
      fact: "resourceVersion of the past, Exact",
      given: five,
      request: (given: Body[]) => get(`${selected}&resourceVersion=${versionOf(given[2])}&resourceVersionMatch=Exact`),
      status: 200,
      match: named("a", "b", "c"),
      sameVersionAs: 2,
    },
    {
      fact: "resourceVersion of the past, NotOlderThan",
      given: five,
      request: (given: Body[]) =>
        get(`${selected}&resourceVersion=${versionOf(given[2])}&resourceVersionMatch=NotOlderThan`),
      status: 200,
      match: named("a", "b", "c", "d", "e"),
    },
    {
      fact: "resourceVersion of the past with limit is exact",
      given: five,
      request: (given: Body[]) => get(`${selected}&resourceVersion=${versionOf(given[2])}&limit=9`),
      status: 200,
      match: named("a", "b", "c"),
    },
    {
      fact: "resourceVersion of the past without limit is not older than",
      given: five,
      request: (given: Body[]) => get(`${selected}&resourceVersion=${versionOf(given[2])}`),
      status: 200,
      match: named("a", "b", "c", "d", "e"),
    },
    {
      fact: "resourceVersion that is no number",
      request: get("/spacetemplates?resourceVersion=abc"),
      status: 400,
      reason: "BadRequest",
      message:
        'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    },
    {
      fact: "resourceVersionMatch without resourceVersion",
      request: get("/spacetemplates?resourceVersionMatch=Exact"),
      ...matchRefused("is forbidden unless resourceVersion is provided"),
    },
    {
      fact: "resourceVersionMatch=Exact with resourceVersion 0",
      request: get("/spacetemplates?resourceVersionMatch=Exact&resourceVersion=0"),
      ...matchRefused('"exact" is forbidden for resourceVersion "0"'),
    },
    {
      fact: "resourceVersionMatch with continue",
      request: get("/spacetemplates?resourceVersionMatch=Exact&resourceVersion=1&continue=abc"),
      ...matchRefused("is forbidden when continue is provided"),
    },
    {
      fact: "unknown resourceVersionMatch",
      request: get("/spacetemplates?resourceVersionMatch=Newest&resourceVersion=1"),
      ...refused(
        ["FieldValueNotSupported resourceVersionMatch"],
        'resourceVersionMatch: Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", ""',
      ),
    },
    {
      fact: "sendInitialEvents without watch",
      request: get("/spacetemplates?sendInitialEvents=true"),
      ...refused(
        ["FieldValueForbidden sendInitialEvents"],
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
      ),
    },
  ],
};
