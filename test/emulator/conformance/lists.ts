import {
  after,
  type Body,
  bad,
  type Expectation,
  get,
  invalid,
  named,
  ok,
  post,
  type Rows,
  remove,
  template,
} from "./row";

const five = ["a", "b", "c", "d", "e"].map((name) => post(template(`my-${name}`, {}, { labels: { set: "my-list" } })));
const selected = "/spacetemplates?labelSelector=set%3Dmy-list";
const tokenOf = (list: Body | undefined) => encodeURIComponent(String(list?.metadata.continue));
const ahead = (list: Body | undefined) => BigInt(String(list?.metadata.resourceVersion)) + 10n ** 9n;
const versionOf = (body: Body | undefined) => String(body?.metadata.resourceVersion);
const refused = (cause: string, why: string): [Expectation, string] => [
  invalid(cause),
  `ListOptions.meta.k8s.io "" is invalid: ${why}`,
];
const matchRefused = (why: string) =>
  refused("FieldValueForbidden resourceVersionMatch", `resourceVersionMatch: Forbidden: resourceVersionMatch ${why}`);
const future = {
  status: 504,
  reason: "Timeout",
  message: "Timeout: Too large resource version: ..., current: ...",
  match: { details: { retryAfterSeconds: 1, causes: [{ reason: "ResourceVersionTooLarge" }] } },
  retryAfter: "1",
};

const onFive = after(...five);

/** Lists, page by page and as of a version. */
export const lists: Rows = {
  "limit=2": onFive(
    get(`${selected}&limit=2`),
    ok(
      { metadata: { continue: expect.stringMatching(/./) }, ...named("my-a", "my-b") },
      { absent: ["metadata.remainingItemCount"] },
    ),
  ),
  "limit=2 + continue": onFive(
    get(`${selected}&limit=2`),
    (given) => get(`${selected}&limit=2&continue=${tokenOf(given[5])}`),
    ok(named("my-c", "my-d"), { absent: ["metadata.remainingItemCount"], sameVersionAs: 5 }),
  ),
  "limit=2 + continue, last page": onFive(
    get(`${selected}&limit=4`),
    (given) => get(`${selected}&limit=4&continue=${tokenOf(given[5])}`),
    ok({ metadata: { continue: "" }, ...named("my-e") }, { absent: ["metadata.remainingItemCount"] }),
  ),
  "limit=2 without selector": onFive(
    get("/spacetemplates?limit=2"),
    ok({ metadata: { remainingItemCount: expect.any(Number) } }),
  ),
  "list items of a custom resource carry kind and apiVersion": onFive(
    get(`${selected}&limit=1`),
    ok(
      { items: [{ kind: "SpaceTemplate", apiVersion: "<g>/v1" }] },
      {
        native: ok({ kind: "SpaceTemplateList", ...named("my-a") }, { absent: ["items.0.kind", "items.0.apiVersion"] }),
      },
    ),
  ),
  "broken continue token": [
    get("/spacetemplates?limit=2&continue=abc"),
    bad,
    "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
  ],
  "resourceVersion in the future, Exact": [
    get(selected),
    ([list]) => get(`${selected}&resourceVersion=${ahead(list)}&resourceVersionMatch=Exact`),
    future,
  ],
  "resourceVersion in the future, GET": [
    get(selected),
    ...five,
    ([list]) => get(`/spacetemplates/my-a?resourceVersion=${ahead(list)}`),
    future,
  ],
  "the pages of one list are one snapshot": onFive(
    get(`${selected}&limit=2`),
    remove("my-d"),
    post(template("my-bb", {}, { labels: { set: "my-list" } })),
    (given) => get(`${selected}&limit=9&continue=${tokenOf(given[5])}`),
    ok({ metadata: { continue: "" }, ...named("my-c", "my-d", "my-e") }, { sameVersionAs: 5 }),
  ),
  "continue with a resourceVersion": onFive(
    get(`${selected}&limit=2`),
    (given) => get(`${selected}&continue=${tokenOf(given[5])}&resourceVersion=${versionOf(given[5])}`),
    bad,
    "specifying resource version is not allowed when using continue",
  ),
  "resourceVersion of the past, Exact": onFive(
    (given) => get(`${selected}&resourceVersion=${versionOf(given[2])}&resourceVersionMatch=Exact`),
    ok(named("my-a", "my-b", "my-c"), { sameVersionAs: 2 }),
  ),
  "resourceVersion of the past, NotOlderThan": onFive(
    (given) => get(`${selected}&resourceVersion=${versionOf(given[2])}&resourceVersionMatch=NotOlderThan`),
    ok(named("my-a", "my-b", "my-c", "my-d", "my-e")),
  ),
  "resourceVersion of the past with limit is exact": onFive(
    (given) => get(`${selected}&resourceVersion=${versionOf(given[2])}&limit=9`),
    ok(named("my-a", "my-b", "my-c")),
  ),
  "resourceVersion of the past without limit is not older than": onFive(
    (given) => get(`${selected}&resourceVersion=${versionOf(given[2])}`),
    ok(named("my-a", "my-b", "my-c", "my-d", "my-e")),
  ),
  "resourceVersion that is no number": [
    get("/spacetemplates?resourceVersion=abc"),
    bad,
    'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  "resourceVersionMatch without resourceVersion": [
    get("/spacetemplates?resourceVersionMatch=Exact"),
    ...matchRefused("is forbidden unless resourceVersion is provided"),
  ],
  "resourceVersionMatch=Exact with resourceVersion 0": [
    get("/spacetemplates?resourceVersionMatch=Exact&resourceVersion=0"),
    ...matchRefused('"exact" is forbidden for resourceVersion "0"'),
  ],
  "resourceVersionMatch with continue": [
    get("/spacetemplates?resourceVersionMatch=Exact&resourceVersion=1&continue=abc"),
    ...matchRefused("is forbidden when continue is provided"),
  ],
  "unknown resourceVersionMatch": [
    get("/spacetemplates?resourceVersionMatch=Newest&resourceVersion=1"),
    ...refused(
      "FieldValueNotSupported resourceVersionMatch",
      'resourceVersionMatch: Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", ""',
    ),
  ],
  "sendInitialEvents without watch": [
    get("/spacetemplates?sendInitialEvents=true"),
    ...refused(
      "FieldValueForbidden sendInitialEvents",
      "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
    ),
  ],
};
