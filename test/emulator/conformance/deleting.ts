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

const aString = expect.any(String);
const both = ["x.test/a", "x.test/b"];
const finalized = post(template("my-b", {}, { finalizers: both }));
const setFinalizers = (value: string[]) => patch("my-b", [{ op: "replace", path: "/metadata/finalizers", value }]);
const newFinalizer = (name: string): [Expectation, string] => [
  invalid("FieldValueForbidden metadata.finalizers", "FieldValueForbidden metadata.finalizers"),
  `SpaceTemplate.<g> "my-b" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"${name}"}`,
];
const success = {
  kind: "Status",
  status: "Success",
  details: { name: "my-a", group: "management.loft.sh", kind: "spacetemplates", uid: aString },
};
const preconditions = (uid?: string) => ({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } });
const ownedBy = (body: Body | undefined, more: object = {}) => ({
  ownerReferences: [{ apiVersion, kind: "SpaceTemplate", name: "my-a", uid: body?.metadata.uid, ...more }],
});
const plain = after(post(template("my-a")));
const held = after(finalized, remove("my-b"));

/** Deletes of one object, with finalizers, preconditions and owners. */
export const deleting: Rows = {
  DELETE: plain(remove("my-a"), ok(success)),
  "DELETE unknown name": [remove("my-nope"), notFound],
  "DELETE dryRun=All": plain(remove("my-a", "?dryRun=All"), ok(success)),
  "GET after dryRun delete": plain(
    remove("my-a", "?dryRun=All"),
    get("/spacetemplates/my-a"),
    ok({}, { absent: ["metadata.deletionTimestamp"] }),
  ),
  "DELETE uid mismatch": plain(
    remove("my-a", "", preconditions("other")),
    conflict,
    'Operation cannot be fulfilled on SpaceTemplate.<g> "my-a": the UID in the precondition (other) does not match the UID in record (<uid>). The object might have been deleted and then recreated',
  ),
  "DELETE resourceVersion mismatch": plain(remove("my-a", "", { preconditions: { resourceVersion: "1" } }), conflict),
  "DELETE with a body of broken JSON": plain(
    { ...remove("my-a", "", "{"), type: "application/json" },
    failed,
    "couldn't get version/kind; json parse error: unexpected end of JSON input",
  ),
  "DELETE uid right": plain(([first]) => remove("my-a", "", preconditions(first?.metadata.uid)), ok(success)),
  "DELETE with finalizers": [
    finalized,
    remove("my-b"),
    ok({
      kind: "SpaceTemplate",
      metadata: { deletionTimestamp: aString, generation: 2, deletionGracePeriodSeconds: 0 },
    }),
  ],
  "GET terminating": held(get("/spacetemplates/my-b"), ok({ metadata: { deletionTimestamp: aString, generation: 2 } })),
  "DELETE again, terminating": held(
    remove("my-b"),
    ok({ kind: "SpaceTemplate", metadata: { generation: 2 } }, { sameVersionAs: 1 }),
  ),
  "POST same name while terminating": held(
    post(template("my-b")),
    taken,
    'object is being deleted: spacetemplates.<g> "my-b" already exists',
  ),
  "spec change while terminating": held(
    patch("my-b", [{ op: "add", path: "/spec/displayName", value: "late" }]),
    ok({ spec: { displayName: "late" }, metadata: { generation: 3 } }),
  ),
  "add a finalizer while terminating": held(setFinalizers([...both, "x.test/c"]), ...newFinalizer("x.test/c")),
  "replace a finalizer while terminating": held(setFinalizers(["x.test/z"]), ...newFinalizer("x.test/z")),
  "remove deletionTimestamp": held(
    patch("my-b", [{ op: "remove", path: "/metadata/deletionTimestamp" }]),
    ok({ metadata: { deletionTimestamp: aString } }),
  ),
  "remove one finalizer": held(setFinalizers(["x.test/b"]), ok({ metadata: { finalizers: ["x.test/b"] } })),
  "remove the last finalizer": held(
    setFinalizers([]),
    ok({ kind: "SpaceTemplate", metadata: { name: "my-b", deletionTimestamp: aString } }),
  ),
  "GET after the last finalizer went": held(
    setFinalizers([]),
    get("/spacetemplates/my-b"),
    notFound,
    'spacetemplates.<g> "my-b" not found',
  ),
  "propagationPolicy=Foreground comes back as terminating, even without dependents": plain(
    remove("my-a", "?propagationPolicy=Foreground"),
    ok({ kind: "SpaceTemplate", metadata: { finalizers: ["foregroundDeletion"], deletionTimestamp: aString } }),
  ),
  "POST blockOwnerDeletion, no right on the owner": plain(
    ([first]) => ({ ...post(template("my-bod2", {}, ownedBy(first, { blockOwnerDeletion: true }))), as: "author" }),
    { ...invalid("FieldValueForbidden metadata.ownerReferences"), specification: "7", rightsFromKeys: true },
    'SpaceTemplate.<g> "my-bod2" is invalid: metadata.ownerReferences: Forbidden: cannot set blockOwnerDeletion ...',
  ),
  "POST ownerReference without blockOwnerDeletion, same caller": plain(
    ([first]) => ({ ...post(template("my-bod3", {}, ownedBy(first))), as: "author" }),
    created({ metadata: { name: "my-bod3" } }, { rightsFromKeys: true }),
  ),
  "GET dependent after its owner was deleted": plain(
    ([first]) => post(template("my-dep", {}, ownedBy(first))),
    remove("my-a"),
    get("/spacetemplates/my-dep"),
    { ...notFound, eventually: true },
    'spacetemplates.<g> "my-dep" not found',
  ),
  "POST blockOwnerDeletion by admin": plain(
    ([first]) => post(template("my-bod", {}, ownedBy(first, { blockOwnerDeletion: true }))),
    created({ metadata: { name: "my-bod" } }),
  ),
};

const member = (name: string, more: object = {}) => post(template(name, {}, { labels: { set: "my-group" }, ...more }));
const onGroup = after(member("my-g1"), member("my-g2"), member("my-g3", { finalizers: ["x.test/a"] }));
const removeAll = (query = "", body?: unknown) => ({
  method: "DELETE",
  path: `/spacetemplates?labelSelector=set%3Dmy-group${query}`,
  ...(body !== undefined && { body }),
});

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
    ok({ items: [{ metadata: { name: "my-g3", deletionTimestamp: aString } }] }),
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
  "DELETE collection, unknown policy": [
    removeAll("&propagationPolicy=Nope"),
    invalid("FieldValueNotSupported propagationPolicy"),
  ],
};
