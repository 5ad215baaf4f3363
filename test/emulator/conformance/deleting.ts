import { apiVersion, type Body, get, patch, post, remove, type Section, template } from "./row";

const plain = [post(template("my-d1"))];
const both = ["x.test/a", "x.test/b"];
const held = [post(template("my-d2", {}, { finalizers: both })), remove("my-d2")];
const setFinalizers = (value: string[]) => patch("my-d2", [{ op: "replace", path: "/metadata/finalizers", value }]);
const newFinalizer = (name: string) => ({
  status: 422,
  reason: "Invalid",
  message: `SpaceTemplate.<g> "my-d2" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"${name}"}`,
  causes: ["FieldValueForbidden metadata.finalizers", "FieldValueForbidden metadata.finalizers"],
});
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
/** Deletes of one object, with finalizers, preconditions and owners. */
export const deleting: Section = {
  title: "Delete and finalizers",
  rows: [
    { fact: "DELETE", given: plain, request: remove("my-d1"), status: 200, match: success },
    { fact: "DELETE unknown name", request: remove("my-nope"), status: 404, reason: "NotFound" },
    { fact: "DELETE dryRun=All", given: plain, request: remove("my-d1", "?dryRun=All"), status: 200, match: success },
    {
      fact: "GET after dryRun delete",
      given: [...plain, remove("my-d1", "?dryRun=All")],
      request: get("/spacetemplates/my-d1"),
      status: 200,
      absent: ["metadata.deletionTimestamp"],
    },
    {
      fact: "DELETE preconditions.uid mismatch",
      given: plain,
      request: remove("my-d1", "", preconditions("other")),
      status: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on SpaceTemplate.<g> "my-d1": the UID in the precondition (other) does not match the UID in record (<uid>). The object might have been deleted and then recreated',
    },
    {
      fact: "DELETE preconditions.resourceVersion mismatch",
      given: plain,
      request: remove("my-d1", "", { preconditions: { resourceVersion: "1" } }),
      status: 409,
      reason: "Conflict",
    },
    {
      fact: "DELETE with a body of broken JSON",
      given: plain,
      request: { ...remove("my-d1", "", "{"), type: "application/json" },
      status: 500,
      message: "couldn't get version/kind; json parse error: unexpected end of JSON input",
      absent: ["reason"],
    },
    {
      fact: "DELETE preconditions.uid right",
      given: plain,
      request: ([first]: Body[]) => remove("my-d1", "", preconditions(first?.metadata.uid)),
      status: 200,
      match: success,
    },
    {
      fact: "DELETE with finalizers",
      given: [held[0] ?? remove("")],
      request: remove("my-d2"),
      status: 200,
      match: {
        kind: "SpaceTemplate",
        metadata: { deletionTimestamp: expect.any(String), generation: 2, deletionGracePeriodSeconds: 0 },
      },
    },
    {
      fact: "GET terminating",
      given: held,
      request: get("/spacetemplates/my-d2"),
      status: 200,
      match: { metadata: { deletionTimestamp: expect.any(String), generation: 2 } },
    },
    {
      fact: "DELETE again, terminating",
      given: held,
      request: remove("my-d2"),
      status: 200,
      match: { kind: "SpaceTemplate", metadata: { generation: 2 } },
      sameVersionAs: 1,
    },
    {
      fact: "POST same name while terminating",
      given: held,
      request: post(template("my-d2")),
      status: 409,
      reason: "AlreadyExists",
      message: 'object is being deleted: spacetemplates.<g> "my-d2" already exists',
    },
    {
      fact: "spec change while terminating",
      given: held,
      request: patch("my-d2", [{ op: "add", path: "/spec/displayName", value: "late" }]),
      status: 200,
      match: { spec: { displayName: "late" }, metadata: { generation: 3 } },
    },
    {
      fact: "add a finalizer while terminating",
      given: held,
      request: setFinalizers([...both, "x.test/c"]),
      ...newFinalizer("x.test/c"),
    },
    {
      fact: "replace a finalizer while terminating",
      given: held,
      request: setFinalizers(["x.test/z"]),
      ...newFinalizer("x.test/z"),
    },
    {
      fact: "remove deletionTimestamp",
      given: held,
      request: patch("my-d2", [{ op: "remove", path: "/metadata/deletionTimestamp" }]),
      status: 200,
      match: { metadata: { deletionTimestamp: expect.any(String) } },
    },
    {
      fact: "remove one finalizer",
      given: held,
      request: setFinalizers(["x.test/b"]),
      status: 200,
      match: { metadata: { finalizers: ["x.test/b"] } },
    },
    {
      fact: "remove the last finalizer",
      given: held,
      request: setFinalizers([]),
      status: 200,
      match: { kind: "SpaceTemplate", metadata: { name: "my-d2", deletionTimestamp: expect.any(String) } },
    },
    {
      fact: "GET after the last finalizer went",
      given: [...held, setFinalizers([])],
      request: get("/spacetemplates/my-d2"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-d2" not found',
    },
    {
      fact: "propagationPolicy=Foreground comes back as terminating, even without dependents",
      given: plain,
      request: remove("my-d1", "?propagationPolicy=Foreground"),
      status: 200,
      match: {
        kind: "SpaceTemplate",
        metadata: { finalizers: ["foregroundDeletion"], deletionTimestamp: expect.any(String) },
      },
    },
    {
      fact: "POST blockOwnerDeletion, no right on the owner",
      given: plain,
      request: ([first]: Body[]) => ({
        ...post(template("my-bod2", {}, ownedBy(first, { blockOwnerDeletion: true }))),
        as: "author",
      }),
      status: 422,
      reason: "Invalid",
      message:
        'SpaceTemplate.<g> "my-bod2" is invalid: metadata.ownerReferences: Forbidden: cannot set blockOwnerDeletion ...',
      causes: ["FieldValueForbidden metadata.ownerReferences"],
      specification: "7",
      rightsFromKeys: true,
    },
    {
      fact: "POST ownerReference without blockOwnerDeletion, same caller",
      given: plain,
      request: ([first]: Body[]) => ({ ...post(template("my-bod3", {}, ownedBy(first))), as: "author" }),
      rightsFromKeys: true,
      status: 201,
      match: { metadata: { name: "my-bod3" } },
    },
    {
      fact: "GET dependent after its owner was deleted",
      given: [...plain, ([first]: Body[]) => post(template("my-dep", {}, ownedBy(first))), remove("my-d1")],
      request: get("/spacetemplates/my-dep"),
      eventually: true,
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-dep" not found',
    },
    {
      fact: "POST blockOwnerDeletion by admin",
      given: plain,
      request: ([first]: Body[]) => post(template("my-bod", {}, ownedBy(first, { blockOwnerDeletion: true }))),
      status: 201,
      match: { metadata: { name: "my-bod" } },
    },
  ],
};
