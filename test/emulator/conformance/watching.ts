import { type Body, get, merge, post, remove, type Section, template } from "./row";

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
const relabel = (name: string, set: string) => merge(name, { metadata: { labels: { set } } });
const bySet = "labelSelector=set%3Dmy-watch";

/** Watches: what they tell, and when they are refused. */
export const watching: Section = {
  title: "Watch",
  rows: [
    {
      fact: "watch: POST, PATCH, DELETE",
      request: watch("fieldSelector=metadata.name%3Dmy-w1"),
      during: [post(template("my-w1")), merge("my-w1", { spec: { displayName: "x" } }), remove("my-w1")],
      status: 200,
      events: [
        event("ADDED", "my-w1", { metadata: { generation: 1 } }),
        event("MODIFIED", "my-w1", { spec: { displayName: "x" } }),
        event("DELETED", "my-w1", { spec: { displayName: "x" } }),
      ],
    },
    {
      fact: "watch without resourceVersion: first what is there",
      given: [labelled("my-w1"), labelled("my-w2")],
      request: watch(bySet),
      during: [labelled("my-w3")],
      status: 200,
      events: [event("ADDED", "my-w1"), event("ADDED", "my-w2"), event("ADDED", "my-w3")],
    },
    {
      fact: "watch from a resourceVersion: only what came after",
      given: [labelled("my-w1"), labelled("my-w2"), remove("my-w1")],
      request: (given) => watch(`${bySet}&resourceVersion=${versionOf(given[0])}`),
      during: [labelled("my-w3")],
      status: 200,
      events: [event("ADDED", "my-w2"), event("DELETED", "my-w1"), event("ADDED", "my-w3")],
    },
    {
      fact: "watch with a selector: leaving it is DELETED, coming into it ADDED",
      given: [labelled("my-w1"), labelled("my-w2", "my-other")],
      request: (given) => watch(`${bySet}&resourceVersion=${versionOf(given[1])}`),
      during: [relabel("my-w1", "my-other"), relabel("my-w2", "my-watch")],
      status: 200,
      events: [
        event("DELETED", "my-w1", { metadata: { labels: { set: "my-watch" } } }),
        event("ADDED", "my-w2", { metadata: { labels: { set: "my-watch" } } }),
      ],
    },
    {
      fact: "watch of a delete that finalizers hold: MODIFIED, and DELETED with the last one",
      given: [post(template("my-w1", {}, { finalizers: ["x.test/a"] }))],
      request: (given) => watch(`fieldSelector=metadata.name%3Dmy-w1&resourceVersion=${versionOf(given[0])}`),
      during: [remove("my-w1"), merge("my-w1", { metadata: { finalizers: null } })],
      status: 200,
      events: [
        event("MODIFIED", "my-w1", { metadata: { deletionTimestamp: expect.any(String) } }),
        event("DELETED", "my-w1", { metadata: { finalizers: ["x.test/a"] } }),
      ],
    },
    {
      fact: "watch with sendInitialEvents: a bookmark ends what is there",
      given: [labelled("my-w1")],
      request: watch(`${bySet}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`),
      during: [labelled("my-w2")],
      status: 200,
      events: [
        event("ADDED", "my-w1"),
        bookmark({ annotations: { "k8s.io/initial-events-end": "true" }, resourceVersion: expect.any(String) }),
        event("ADDED", "my-w2"),
      ],
    },
    {
      fact: "watch from resourceVersion 1, which is too old",
      request: watch("resourceVersion=1"),
      status: 200,
      events: [
        {
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
        },
      ],
    },
    {
      fact: "watch from a resourceVersion that is no number",
      request: watch("resourceVersion=abc"),
      status: 422,
      reason: "Invalid",
      message:
        'spacetemplates.<g> "" is invalid: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
      causes: ["FieldValueInvalid resourceVersion"],
    },
    {
      fact: "watch with sendInitialEvents and no resourceVersionMatch",
      request: watch("sendInitialEvents=true"),
      status: 422,
      reason: "Invalid",
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      causes: ["FieldValueForbidden resourceVersionMatch"],
    },
    {
      fact: "watch with resourceVersionMatch and no sendInitialEvents",
      request: watch("resourceVersionMatch=NotOlderThan"),
      status: 422,
      reason: "Invalid",
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      causes: ["FieldValueForbidden resourceVersionMatch"],
    },
  ],
};
