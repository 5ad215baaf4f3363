import { after, conflict, created, failed, invalid, named, notFound, ok, type Rows, taken } from "./expectations";
import { apiVersion, type Body, get, patch, post, remove, template } from "./row";

const aString = expect.any(String);
const both = ["x.test/a", "x.test/b"];
const finalized = post(template("my-b", {}, { finalizers: both }));
const setFinalizers = (value: string[]) => patch("my-b", [{ op: "replace", path: "/metadata/finalizers", value }]);
const newFinalizer = invalid("Forbidden metadata.finalizers", "Forbidden metadata.finalizers");
const deleted = ok({
  kind: "Status",
  status: "Success",
  details: { name: "my-a", group: "management.loft.sh", kind: "spacetemplates", uid: aString },
});
const preconditions = (uid?: string) => ({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } });
const owned =
  (name: string, more: object = {}) =>
  (given: Body[]) =>
    post(
      template(
        name,
        {},
        {
          ownerReferences: [{ apiVersion, kind: "SpaceTemplate", name: "my-a", uid: given[0]?.metadata.uid, ...more }],
        },
      ),
    );
const blocking = owned("my-bod", { blockOwnerDeletion: true });
const plain = after(post(template("my-a")));
const held = after(finalized, remove("my-b"));

/** Deletes of one object, with finalizers, preconditions and owners. */
export const deleting: Rows = {
  DELETE: plain(remove("my-a"), deleted),
  "DELETE unknown name": [remove("my-nope"), notFound],
  "DELETE dryRun=All": plain(remove("my-a", "?dryRun=All"), deleted),
  "GET after dryRun delete": plain(
    remove("my-a", "?dryRun=All"),
    get("/spacetemplates/my-a"),
    ok({}, { absent: ["metadata.deletionTimestamp"] }),
  ),
  "DELETE uid mismatch": plain(remove("my-a", "", preconditions("other")), conflict),
  "DELETE uid right": plain(([first]) => remove("my-a", "", preconditions(first?.metadata.uid)), deleted),
  "DELETE resourceVersion mismatch": plain(remove("my-a", "", { preconditions: { resourceVersion: "1" } }), conflict),
  "DELETE with a body of broken JSON": plain({ ...remove("my-a", "", "{"), type: "application/json" }, failed),
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
  "POST same name while terminating": held(post(template("my-b")), {
    ...taken,
    message: 'object is being deleted: spacetemplates.<g> "my-b" already exists',
  }),
  "spec change while terminating": held(
    patch("my-b", [{ op: "add", path: "/spec/displayName", value: "late" }]),
    ok({ spec: { displayName: "late" }, metadata: { generation: 3 } }),
  ),
  "add a finalizer while terminating": held(setFinalizers([...both, "x.test/c"]), newFinalizer),
  "replace a finalizer while terminating": held(setFinalizers(["x.test/z"]), newFinalizer),
  "remove deletionTimestamp": held(
    patch("my-b", [{ op: "remove", path: "/metadata/deletionTimestamp" }]),
    ok({ metadata: { deletionTimestamp: aString } }),
  ),
  "remove one finalizer": held(setFinalizers(["x.test/b"]), ok({ metadata: { finalizers: ["x.test/b"] } })),
  "remove the last finalizer": held(
    setFinalizers([]),
    ok({ kind: "SpaceTemplate", metadata: { name: "my-b", deletionTimestamp: aString } }),
  ),
  "GET after the last finalizer is removed": held(setFinalizers([]), get("/spacetemplates/my-b"), notFound),
  "propagationPolicy=Foreground returns a terminating object, even without dependents": plain(
    remove("my-a", "?propagationPolicy=Foreground"),
    ok({ kind: "SpaceTemplate", metadata: { finalizers: ["foregroundDeletion"], deletionTimestamp: aString } }),
  ),
  "POST blockOwnerDeletion without the permission to delete the owner": plain(
    (given) => ({ ...blocking(given), as: "author" }),
    { ...invalid("Forbidden metadata.ownerReferences"), specification: "7", rightsFromKeys: true },
  ),
  "POST ownerReference without blockOwnerDeletion, same caller": plain(
    (given) => ({ ...owned("my-dep")(given), as: "author" }),
    created({ metadata: { name: "my-dep" } }, { rightsFromKeys: true }),
  ),
  "POST blockOwnerDeletion by admin": plain(blocking, created({ metadata: { name: "my-bod" } })),
  "GET dependent after its owner was deleted": plain(owned("my-dep"), remove("my-a"), get("/spacetemplates/my-dep"), {
    ...notFound,
    eventually: true,
  }),
};

const member = (name: string, more: object = {}) => post(template(name, {}, { labels: { set: "my-group" }, ...more }));
const onGroup = after(member("my-g1"), member("my-g2"), member("my-g3", { finalizers: ["x.test/a"] }));
const group = "/spacetemplates?labelSelector=set%3Dmy-group";
const removeAll = (query = "", body?: unknown) => ({ method: "DELETE", path: `${group}${query}`, body });

/** Deletes of many objects at once. */
export const deletingCollections: Rows = {
  "DELETE collection (labelSelector) returns the items as they were": onGroup(
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
    get(group),
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
    get(group),
    ok(named("my-g1", "my-g2", "my-g3"), { absent: ["items.2.metadata.deletionTimestamp"] }),
  ),
  "DELETE collection, preconditions.uid of another object": onGroup(
    ([, second]) => removeAll("", { preconditions: { uid: second?.metadata.uid } }),
    conflict,
  ),
  "DELETE collection, unknown policy": [
    removeAll("&propagationPolicy=Nope"),
    invalid("NotSupported propagationPolicy"),
  ],
};
