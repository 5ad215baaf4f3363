import { type Body, get, post, type Section, template } from "./row";

const group = [
  post(template("my-g1", {}, { labels: { set: "my-group" } })),
  post(template("my-g2", {}, { labels: { set: "my-group" } })),
  post(template("my-g3", {}, { labels: { set: "my-group" }, finalizers: ["x.test/a"] })),
];
const removeAll = (query = "", body?: unknown) => ({
  method: "DELETE",
  path: `/spacetemplates?labelSelector=set%3Dmy-group${query}`,
  ...(body !== undefined && { body }),
});

/** Deletes of many objects at once. */
export const deletingCollections: Section = {
  title: "Delete of collections",
  rows: [
    {
      fact: "DELETE collection (labelSelector), the items as they were",
      given: group,
      request: removeAll(),
      status: 200,
      match: {
        kind: "SpaceTemplateList",
        apiVersion: "<g>/v1",
        metadata: { continue: "" },
        items: [{ metadata: { name: "my-g1" } }, { metadata: { name: "my-g2" } }, { metadata: { name: "my-g3" } }],
      },
      absent: ["items.0.metadata.deletionTimestamp"],
    },
    {
      fact: "list after DELETE collection",
      given: [...group, removeAll()],
      request: get("/spacetemplates?labelSelector=set%3Dmy-group"),
      status: 200,
      match: { items: [{ metadata: { name: "my-g3", deletionTimestamp: expect.any(String) } }] },
    },
    {
      fact: "DELETE collection (labelSelector), nothing selected",
      request: removeAll(),
      status: 200,
      match: { kind: "SpaceTemplateList", items: [] },
    },
    {
      fact: "DELETE collection with limit",
      given: [...group, removeAll("&limit=1")],
      request: removeAll("&limit=1"),
      status: 200,
      match: { metadata: { continue: expect.stringMatching(/./) }, items: [{ metadata: { name: "my-g2" } }] },
    },
    {
      fact: "DELETE collection (fieldSelector)",
      given: group,
      request: { method: "DELETE", path: "/spacetemplates?fieldSelector=metadata.name%3Dmy-g2" },
      status: 200,
      match: { items: [{ metadata: { name: "my-g2" } }] },
    },
    {
      fact: "list after DELETE collection, dryRun=All",
      given: [...group, removeAll("&dryRun=All")],
      request: get("/spacetemplates?labelSelector=set%3Dmy-group"),
      status: 200,
      match: {
        items: [{ metadata: { name: "my-g1" } }, { metadata: { name: "my-g2" } }, { metadata: { name: "my-g3" } }],
      },
      absent: ["items.2.metadata.deletionTimestamp"],
    },
    {
      fact: "DELETE collection, preconditions.uid of another object",
      given: group,
      request: ([, second]: Body[]) => removeAll("", { preconditions: { uid: second?.metadata.uid } }),
      status: 409,
      reason: "Conflict",
    },
    {
      fact: "DELETE collection, propagationPolicy=Nope",
      request: removeAll("&propagationPolicy=Nope"),
      status: 422,
      reason: "Invalid",
      causes: ["FieldValueNotSupported propagationPolicy"],
    },
  ],
};
