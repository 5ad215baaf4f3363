import { type Expectation, invalid, type Rows, type Step } from "./expectations";
import { type Body, get, merge, post, remove, template } from "./row";

const labeled = (name: string, set = "my-watch") => post(template(name, {}, { labels: { set } }));
const watch = (query: string) => get(`/spacetemplates?watch=true&${query}`);
const bySet = "labelSelector=set%3Dmy-watch";
const byName = "fieldSelector=metadata.name%3Dmy-w1";
const since = (query: string, index: number) => (given: Body[]) =>
  watch(`${query}&resourceVersion=${given[index]?.metadata.resourceVersion}`);
const event = (type: string, name: string, more: object = {}) => ({
  type,
  object: { kind: "SpaceTemplate", apiVersion: "<g>/v1", metadata: { name }, ...more },
});
const streams = (during: Step[], ...events: object[]): Expectation => ({ status: 200, during, events });
const relabel = (name: string, set: string) => merge(name, { metadata: { labels: { set } } });

/** Watches: their events, and when they are refused. */
export const watching: Rows = {
  "watch: POST, PATCH, DELETE": [
    watch(byName),
    streams(
      [post(template("my-w1")), merge("my-w1", { spec: { displayName: "x" } }), remove("my-w1")],
      event("ADDED", "my-w1", { metadata: { generation: 1 } }),
      event("MODIFIED", "my-w1", { spec: { displayName: "x" } }),
      event("DELETED", "my-w1", { spec: { displayName: "x" } }),
    ),
  ],
  "watch without resourceVersion: existing objects first": [
    labeled("my-w1"),
    labeled("my-w2"),
    watch(bySet),
    streams([labeled("my-w3")], event("ADDED", "my-w1"), event("ADDED", "my-w2"), event("ADDED", "my-w3")),
  ],
  "watch from a resourceVersion: only later changes": [
    labeled("my-w1"),
    labeled("my-w2"),
    remove("my-w1"),
    since(bySet, 0),
    streams([labeled("my-w3")], event("ADDED", "my-w2"), event("DELETED", "my-w1"), event("ADDED", "my-w3")),
  ],
  "watch with a selector: leaving it is DELETED, entering it ADDED": [
    labeled("my-w1"),
    labeled("my-w2", "my-other"),
    since(bySet, 1),
    streams(
      [relabel("my-w1", "my-other"), relabel("my-w2", "my-watch")],
      event("DELETED", "my-w1", { metadata: { labels: { set: "my-watch" } } }),
      event("ADDED", "my-w2", { metadata: { labels: { set: "my-watch" } } }),
    ),
  ],
  "watch of a delete that finalizers delay: MODIFIED, and DELETED with the last one": [
    post(template("my-w1", {}, { finalizers: ["x.test/a"] })),
    since(byName, 0),
    streams(
      [remove("my-w1"), merge("my-w1", { metadata: { finalizers: null } })],
      event("MODIFIED", "my-w1", { metadata: { deletionTimestamp: expect.any(String) } }),
      event("DELETED", "my-w1", { metadata: { finalizers: ["x.test/a"] } }),
    ),
  ],
  "watch from resourceVersion 1, which is too old": [
    watch("resourceVersion=1"),
    streams([], { type: "ERROR", object: { kind: "Status", status: "Failure", reason: "Expired", code: 410 } }),
  ],
  "watch from a resourceVersion that is no number": [watch("resourceVersion=abc"), invalid("Invalid resourceVersion")],
};
