import { type Body, type Expectation, get, invalid, merge, post, type Rows, remove, type Step, template } from "./row";

const labelled = (name: string, set = "my-watch") => post(template(name, {}, { labels: { set } }));
const watch = (query: string) => get(`/spacetemplates?watch=true&${query}`);
const versionOf = (body: Body | undefined) => String(body?.metadata.resourceVersion);
const event = (type: string, name: string, more: object = {}) => ({
  type,
  object: { kind: "SpaceTemplate", apiVersion: "<g>/v1", metadata: { name }, ...more },
});
const bookmark = (metadata: object) => ({
  type: "BOOKMARK",
  object: { kind: "SpaceTemplate", apiVersion: "<g>/v1", metadata },
});
const streams = (during: Step[], ...events: object[]): Expectation => ({ status: 200, during, events });
const relabel = (name: string, set: string) => merge(name, { metadata: { labels: { set } } });
const bySet = "labelSelector=set%3Dmy-watch";

/** Watches: what they tell, and when they are refused. */
export const watching: Rows = {
  "watch: POST, PATCH, DELETE": [
    watch("fieldSelector=metadata.name%3Dmy-w1"),
    streams(
      [post(template("my-w1")), merge("my-w1", { spec: { displayName: "x" } }), remove("my-w1")],
      event("ADDED", "my-w1", { metadata: { generation: 1 } }),
      event("MODIFIED", "my-w1", { spec: { displayName: "x" } }),
      event("DELETED", "my-w1", { spec: { displayName: "x" } }),
    ),
  ],
  "watch without resourceVersion: first what is there": [
    labelled("my-w1"),
    labelled("my-w2"),
    watch(bySet),
    streams([labelled("my-w3")], event("ADDED", "my-w1"), event("ADDED", "my-w2"), event("ADDED", "my-w3")),
  ],
  "watch from a resourceVersion: only what came after": [
    labelled("my-w1"),
    labelled("my-w2"),
    remove("my-w1"),
    ([first]) => watch(`${bySet}&resourceVersion=${versionOf(first)}`),
    streams([labelled("my-w3")], event("ADDED", "my-w2"), event("DELETED", "my-w1"), event("ADDED", "my-w3")),
  ],
  "watch with a selector: leaving it is DELETED, coming into it ADDED": [
    labelled("my-w1"),
    labelled("my-w2", "my-other"),
    (given) => watch(`${bySet}&resourceVersion=${versionOf(given[1])}`),
    streams(
      [relabel("my-w1", "my-other"), relabel("my-w2", "my-watch")],
      event("DELETED", "my-w1", { metadata: { labels: { set: "my-watch" } } }),
      event("ADDED", "my-w2", { metadata: { labels: { set: "my-watch" } } }),
    ),
  ],
  "watch of a delete that finalizers hold: MODIFIED, and DELETED with the last one": [
    post(template("my-w1", {}, { finalizers: ["x.test/a"] })),
    (given) => watch(`fieldSelector=metadata.name%3Dmy-w1&resourceVersion=${versionOf(given[0])}`),
    streams(
      [remove("my-w1"), merge("my-w1", { metadata: { finalizers: null } })],
      event("MODIFIED", "my-w1", { metadata: { deletionTimestamp: expect.any(String) } }),
      event("DELETED", "my-w1", { metadata: { finalizers: ["x.test/a"] } }),
    ),
  ],
  "watch with sendInitialEvents: a bookmark ends what is there": [
    labelled("my-w1"),
    watch(`${bySet}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`),
    streams(
      [labelled("my-w2")],
      event("ADDED", "my-w1"),
      bookmark({ annotations: { "k8s.io/initial-events-end": "true" }, resourceVersion: expect.any(String) }),
      event("ADDED", "my-w2"),
    ),
  ],
  "watch from resourceVersion 1, which is too old": [
    watch("resourceVersion=1"),
    streams([], {
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$/),
        reason: "Expired",
        code: 410,
      },
    }),
  ],
  "watch from a resourceVersion that is no number": [
    watch("resourceVersion=abc"),
    invalid("FieldValueInvalid resourceVersion"),
    'spacetemplates.<g> "" is invalid: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  "watch with sendInitialEvents and no resourceVersionMatch": [
    watch("sendInitialEvents=true"),
    invalid("FieldValueForbidden resourceVersionMatch"),
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ],
  "watch with resourceVersionMatch and no sendInitialEvents": [
    watch("resourceVersionMatch=NotOlderThan"),
    invalid("FieldValueForbidden resourceVersionMatch"),
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  ],
};
