import {
  after,
  apiVersion,
  type Body,
  conflict,
  created,
  type Expectation,
  failed,
  get,
  invalid,
  named,
  notFound,
  ok,
  patch,
  post,
  type Rows,
  remove,
  taken,
  template,
} from "./row";

const plain = [post(template("my-d1"))];
const both = ["x.test/a", "x.test/b"];
const finalized = post(template("my-d2", {}, { finalizers: both }));
const held = [finalized, remove("my-d2")];
const setFinalizers = (value: string[]) => patch("my-d2", [{ op: "replace", path: "/metadata/finalizers", value }]);
const newFinalizer = (name: string): [Expectation, string] => [
  invalid("FieldValueForbidden metadata.finalizers", "FieldValueForbidden metadata.finalizers"),
  `SpaceTemplate.<g> "my-d2" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"${name}"}`,
];
const success = {
  kind: "Status",
  status: "Success",
  details: { name: "my-d1", group: "management.loft.sh", kind: "spacetemplates", uid: expect.any(String) },
};
const preconditions = (uid: string | undefined) => ({
  kind: "DeleteOptions",
  apiVersion: "v1",
  preconditions: { uid },
});
const ownedBy = (body: Body | undefined, more: object = {}) => ({
  ownerReferences: [{ apiVersion, kind: "SpaceTemplate", name: "my-d1", uid: body?.metadata.uid, ...more }],
});
const onPlain = after(...plain);
const onHeld = after(...held);

/** Deletes of one object, with finalizers, preconditions and owners. */
export const deleting: Rows = {
  DELETE: onPlain(remove("my-d1"), ok(success)),
  "DELETE unknown name": [remove("my-nope"), notFound],
  "DELETE dryRun=All": onPlain(remove("my-d1", "?dryRun=All"), ok(success)),
  "GET after dryRun delete": onPlain(
    remove("my-d1", "?dryRun=All"),
    get("/spacetemplates/my-d1"),
    ok({}, { absent: ["metadata.deletionTimestamp"] }),
  ),
  "DELETE preconditions.uid mismatch": onPlain(
    remove("my-d1", "", preconditions("other")),
    conflict,
    'Operation cannot be fulfilled on SpaceTemplate.<g> "my-d1": the UID in the precondition (other) does not match the UID in record (<uid>). The object might have been deleted and then recreated',
  ),
  "DELETE preconditions.resourceVersion mismatch": onPlain(
    remove("my-d1", "", { preconditions: { resourceVersion: "1" } }),
    conflict,
  ),
  "DELETE with a body of broken JSON": onPlain(
    { ...remove("my-d1", "", "{"), type: "application/json" },
    failed,
    "couldn't get version/kind; json parse error: unexpected end of JSON input",
  ),
  "DELETE preconditions.uid right": onPlain(
    ([first]) => remove("my-d1", "", preconditions(first?.metadata.uid)),
    ok(success),
  ),
  "DELETE with finalizers": [
    finalized,
    remove("my-d2"),
    ok({
      kind: "SpaceTemplate",
      metadata: { deletionTimestamp: expect.any(String), generation: 2, deletionGracePeriodSeconds: 0 },
    }),
  ],
  "GET terminating": onHeld(
    get("/spacetemplates/my-d2"),
    ok({ metadata: { deletionTimestamp: expect.any(String), generation: 2 } }),
  ),
  "DELETE again, terminating": onHeld(
    remove("my-d2"),
    ok({ kind: "SpaceTemplate", metadata: { generation: 2 } }, { sameVersionAs: 1 }),
  ),
  "POST same name while terminating": onHeld(
    post(template("my-d2")),
    taken,
    'object is being deleted: spacetemplates.<g> "my-d2" already exists',
  ),
  "spec change while terminating": onHeld(
    patch("my-d2", [{ op: "add", path: "/spec/displayName", value: "late" }]),
    ok({ spec: { displayName: "late" }, metadata: { generation: 3 } }),
  ),
  "add a finalizer while terminating": onHeld(setFinalizers([...both, "x.test/c"]), ...newFinalizer("x.test/c")),
  "replace a finalizer while terminating": onHeld(setFinalizers(["x.test/z"]), ...newFinalizer("x.test/z")),
  "remove deletionTimestamp": onHeld(
    patch("my-d2", [{ op: "remove", path: "/metadata/deletionTimestamp" }]),
    ok({ metadata: { deletionTimestamp: expect.any(String) } }),
  ),
  "remove one finalizer": onHeld(setFinalizers(["x.test/b"]), ok({ metadata: { finalizers: ["x.test/b"] } })),
  "remove the last finalizer": onHeld(
    setFinalizers([]),
    ok({ kind: "SpaceTemplate", metadata: { name: "my-d2", deletionTimestamp: expect.any(String) } }),
  ),
  "GET after the last finalizer went": onHeld(
    setFinalizers([]),
    get("/spacetemplates/my-d2"),
    notFound,
    'spacetemplates.<g> "my-d2" not found',
  ),
  "propagationPolicy=Foreground comes back as terminating, even without dependents": onPlain(
    remove("my-d1", "?propagationPolicy=Foreground"),
    ok({
      kind: "SpaceTemplate",
      metadata: { finalizers: ["foregroundDeletion"], deletionTimestamp: expect.any(String) },
    }),
  ),
  "POST blockOwnerDeletion, no right on the owner": onPlain(
    ([first]) => ({ ...post(template("my-bod2", {}, ownedBy(first, { blockOwnerDeletion: true }))), as: "author" }),
    { ...invalid("FieldValueForbidden metadata.ownerReferences"), specification: "7", rightsFromKeys: true },
    'SpaceTemplate.<g> "my-bod2" is invalid: metadata.ownerReferences: Forbidden: cannot set blockOwnerDeletion ...',
  ),
  "POST ownerReference without blockOwnerDeletion, same caller": onPlain(
    ([first]) => ({ ...post(template("my-bod3", {}, ownedBy(first))), as: "author" }),
    created({ metadata: { name: "my-bod3" } }, { rightsFromKeys: true }),
  ),
  "GET dependent after its owner was deleted": onPlain(
    ([first]) => post(template("my-dep", {}, ownedBy(first))),
    remove("my-d1"),
    get("/spacetemplates/my-dep"),
    { ...notFound, eventually: true },
    'spacetemplates.<g> "my-dep" not found',
  ),
  "POST blockOwnerDeletion by admin": onPlain(
    ([first]) => post(template("my-bod", {}, ownedBy(first, { blockOwnerDeletion: true }))),
    created({ metadata: { name: "my-bod" } }),
  ),
};

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

const onGroup = after(...group);

/** Deletes of many objects at once. */
export const deletingCollections: Rows = {
  "DELETE collection (labelSelector), the items as they were": onGroup(
    removeAll(),
    ok(
      {
        kind: "SpaceTemplateList",
        apiVersion: "<g>/v1",
        metadata: { continue: "" },
        ...named("my-g1", "my-g2", "my-g3"),
      },
      { absent: ["items.0.metadata.deletionTimestamp"] },
    ),
  ),
  "list after DELETE collection": onGroup(
    removeAll(),
    get("/spacetemplates?labelSelector=set%3Dmy-group"),
    ok({ items: [{ metadata: { name: "my-g3", deletionTimestamp: expect.any(String) } }] }),
  ),
  "DELETE collection (labelSelector), nothing selected": [removeAll(), ok({ kind: "SpaceTemplateList", items: [] })],
  "DELETE collection with limit": onGroup(
    removeAll("&limit=1"),
    removeAll("&limit=1"),
    ok({ metadata: { continue: expect.stringMatching(/./) }, ...named("my-g2") }),
  ),
  "DELETE collection (fieldSelector)": onGroup(
    { method: "DELETE", path: "/spacetemplates?fieldSelector=metadata.name%3Dmy-g2" },
    ok(named("my-g2")),
  ),
  "list after DELETE collection, dryRun=All": onGroup(
    removeAll("&dryRun=All"),
    get("/spacetemplates?labelSelector=set%3Dmy-group"),
    ok(named("my-g1", "my-g2", "my-g3"), { absent: ["items.2.metadata.deletionTimestamp"] }),
  ),
  "DELETE collection, preconditions.uid of another object": onGroup(
    ([, second]) => removeAll("", { preconditions: { uid: second?.metadata.uid } }),
    conflict,
  ),
  "DELETE collection, propagationPolicy=Nope": [
    removeAll("&propagationPolicy=Nope"),
    invalid("FieldValueNotSupported propagationPolicy"),
  ],
};
