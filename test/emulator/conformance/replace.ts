import { after, bad, conflict, failed, invalid, notAllowed, notFound, ok, type Row, type Rows } from "./expectations";
import { type Body, changed, get, onKeys, patch, post, postKey, put, template } from "./row";

const replaced = after(post(template("my-c1", { displayName: "d" })));
const again =
  (spec: object, metadata: object = {}, more: object = {}, query = "") =>
  ([first]: Body[]) =>
    put("my-c1", { ...changed(first, spec, metadata), ...more }, query);
const noVersion = (resourceVersion: string | undefined): Row =>
  replaced(again({ displayName: "c" }, { resourceVersion }), {
    ...invalid("Invalid metadata.resourceVersion"),
    native: ok({ spec: { displayName: "c" } }),
  });
const unknownName = (metadata: object): Row => [put("my-nope", template("my-nope", {}, metadata)), notFound];

/** Replaces of an object. */
export const replace: Rows = {
  "PUT with the right resourceVersion": replaced(
    again({ displayName: "d2" }),
    ok({ metadata: { generation: 2 }, spec: { displayName: "d2" } }),
  ),
  "PUT with nothing changed": replaced(again({}), ok({ metadata: { generation: 1 } }, { sameVersionAs: 0 })),
  "PUT only labels changed": replaced(
    again({}, { labels: { a: "b" } }),
    ok({ metadata: { generation: 1, labels: { a: "b" } } }),
  ),
  "PUT status, with another spec and label": replaced(
    (given) => {
      const { path, ...request } = again({ displayName: "x" }, { labels: { a: "b" } }, { status: { x: 1 } })(given);
      return { ...request, path: `${path}/status` };
    },
    ok(
      { status: { x: 1 }, spec: { displayName: "d" }, metadata: { generation: 1 } },
      {
        absent: ["metadata.labels"],
        product: { ...notFound, message: "the server could not find the requested resource" },
      },
    ),
  ),
  "PUT without resourceVersion": noVersion(undefined),
  'PUT with resourceVersion ""': noVersion(""),
  'PUT with resourceVersion "0"': noVersion("0"),
  "PUT with a stale resourceVersion": replaced(
    patch("my-c1", [{ op: "add", path: "/spec/displayName", value: "z" }]),
    again({ displayName: "late" }),
    conflict,
  ),
  'PUT with resourceVersion "abc"': replaced(again({}, { resourceVersion: "abc" }), failed),
  "PUT with a resourceVersion of more than 64 bits": replaced(
    again({}, { resourceVersion: "18446744073709551616" }),
    failed,
  ),
  "PUT with the greatest resourceVersion": replaced(again({}, { resourceVersion: "18446744073709551615" }), conflict),
  "PUT with a wrong uid": replaced(again({ displayName: "u" }, { uid: "wrong" }), {
    ...conflict,
    message: "...UID in precondition: wrong, UID in object meta: <uid>",
  }),
  "PUT another name in the body": replaced(again({}, { name: "other" }), bad),
  "PUT no name in the body": replaced(again({}, { name: undefined }), bad),
  "PUT another creationTimestamp and generation": replaced(
    again({}, { creationTimestamp: "2001-01-01T00:00:00Z", generation: 9 }),
    ok({ metadata: { generation: 1, creationTimestamp: expect.not.stringMatching(/^2001/) } }),
  ),
  "PUT with deletionTimestamp": replaced(
    again({}, { deletionTimestamp: "2001-01-01T00:00:00Z" }),
    invalid("Invalid metadata.deletionTimestamp", "Invalid metadata.deletionTimestamp"),
  ),
  "PUT with a namespace": replaced(again({}, { namespace: "x" }), ok({}, { absent: ["metadata.namespace"] })),
  "PUT another kind": replaced(again({}, {}, { kind: "Project" }), { ...invalid("Invalid kind"), native: bad }),
  "PUT another apiVersion": replaced(again({}, {}, { apiVersion: "management.loft.sh/v9" }), {
    ...bad,
    warning: '299 - "unknown field \\"spec\\""',
    native: bad,
  }),
  "PUT unknown name, no resourceVersion": unknownName({}),
  "PUT unknown name, with resourceVersion": unknownName({ resourceVersion: "1" }),
  "PUT unknown name, with uid": unknownName({ uid: "x" }),
  "PUT to the collection": [
    { method: "PUT", path: "/spacetemplates", body: template("my-c1") },
    { ...bad, native: notAllowed },
  ],
  "PUT dryRun=All": replaced(
    again({ displayName: "dry" }, {}, {}, "?dryRun=All"),
    ok({ spec: { displayName: "dry" }, metadata: { generation: 2 } }),
  ),
  "GET after PUT dryRun=All": replaced(
    again({ displayName: "dry" }, {}, {}, "?dryRun=All"),
    get("/spacetemplates/my-c1"),
    ok({ spec: { displayName: "d" }, metadata: { generation: 1 } }, { sameVersionAs: 0 }),
  ),
  "PUT without managedFields": replaced(
    again({}, { managedFields: undefined }),
    ok(
      { metadata: { generation: 1, managedFields: [expect.objectContaining({ operation: "Update" })] } },
      { sameVersionAs: 0 },
    ),
  ),
  "PUT without spec.key removes the key": [
    postKey("my-k1", { key: "my-secret", displayName: "d" }),
    ([first]) => onKeys(put("my-k1", changed(first, { key: undefined }))),
    ok({ spec: { displayName: "d" } }, { absent: ["spec.key"] }),
  ],
  "PUT wrong type": replaced(again({ displayName: 5 }), { ...invalid("TypeInvalid spec.displayName"), native: bad }),
};
