import {
  after,
  type Body,
  bad,
  cannotHandle,
  changed,
  conflict,
  failed,
  get,
  invalid,
  methodNotAllowed,
  notFound,
  ok,
  patch,
  post,
  postKey,
  put,
  type Row,
  type Rows,
  template,
} from "./row";

const given = [post(template("my-c1", { displayName: "d" }))];
const again =
  (spec: object, metadata: object = {}, more: object = {}, query = "") =>
  ([first]: Body[]) =>
    put("my-c1", { ...changed(first, spec, metadata), ...more }, query);
const noVersion = (resourceVersion: string | undefined): Row => [
  ...given,
  again({ displayName: "c" }, { resourceVersion }),
  { ...invalid("FieldValueInvalid metadata.resourceVersion"), native: ok({ spec: { displayName: "c" } }) },
  'spacetemplates.<g> "my-c1" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
];
const unknownName = (metadata: object): Row => [
  put("my-nope", template("my-nope", {}, metadata)),
  notFound,
  'spacetemplates.<g> "my-nope" not found',
];
const stale =
  'Operation cannot be fulfilled on spacetemplates.<g> "my-c1": the object has been modified; please apply your changes to the latest version and try again';

const replaced = after(...given);

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
  "PUT without resourceVersion": noVersion(undefined),
  'PUT with resourceVersion ""': noVersion(""),
  'PUT with resourceVersion "0"': noVersion("0"),
  "PUT with a stale resourceVersion": replaced(
    patch("my-c1", [{ op: "add", path: "/spec/displayName", value: "z" }]),
    again({ displayName: "late" }),
    conflict,
    stale,
  ),
  'PUT with resourceVersion "abc"': replaced(
    again({}, { resourceVersion: "abc" }),
    failed,
    'strconv.ParseUint: parsing "abc": invalid syntax',
  ),
  "PUT with a resourceVersion of more than 64 bits": replaced(
    again({}, { resourceVersion: "18446744073709551616" }),
    failed,
    'strconv.ParseUint: parsing "18446744073709551616": value out of range',
  ),
  "PUT with the greatest resourceVersion": replaced(again({}, { resourceVersion: "18446744073709551615" }), conflict),
  "PUT with a wrong uid": replaced(
    again({ displayName: "u" }, { uid: "wrong" }),
    conflict,
    "...UID in precondition: wrong, UID in object meta: <uid>",
  ),
  "PUT another name in the body": replaced(
    again({}, { name: "other" }),
    bad,
    "the name of the object (other) does not match the name on the URL (my-c1)",
  ),
  "PUT no name in the body": replaced(
    again({}, { name: undefined }),
    bad,
    "the name of the object (my-c1 based on URL) was undeterminable: name must be provided",
  ),
  "PUT another creationTimestamp and generation": replaced(
    again({}, { creationTimestamp: "2001-01-01T00:00:00Z", generation: 9 }),
    ok({ metadata: { generation: 1, creationTimestamp: expect.not.stringMatching(/^2001/) } }),
  ),
  "PUT with deletionTimestamp": replaced(
    again({}, { deletionTimestamp: "2001-01-01T00:00:00Z" }),
    invalid("FieldValueInvalid metadata.deletionTimestamp", "FieldValueInvalid metadata.deletionTimestamp"),
    'SpaceTemplate.<g> "my-c1" is invalid: metadata.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable',
  ),
  "PUT with a namespace": replaced(again({}, { namespace: "x" }), ok({}, { absent: ["metadata.namespace"] })),
  "PUT another kind": replaced(
    again({}, {}, { kind: "Project" }),
    {
      ...invalid("FieldValueInvalid kind"),
      native: { ...bad, message: 'Project in version "v1" cannot be handled as a SpaceTemplate: ...' },
    },
    'Project.<g> "my-c1" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
  ),
  "PUT another apiVersion": replaced(
    again({}, {}, { apiVersion: "management.loft.sh/v9" }),
    {
      ...bad,
      warning: '299 - "unknown field \\"spec\\""',
      native: cannotHandle('no kind "SpaceTemplate" is registered for version "<g>/v9" in scheme "..."', "v9"),
    },
    "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
  ),
  "PUT unknown name, no resourceVersion": unknownName({}),
  "PUT unknown name, with resourceVersion": unknownName({ resourceVersion: "1" }),
  "PUT unknown name, with uid": unknownName({ uid: "x" }),
  "PUT to the collection": [
    { method: "PUT", path: "/spacetemplates", body: template("my-c1") },
    { ...bad, native: methodNotAllowed },
    "name must be provided",
  ],
  "PUT dryRun=All": replaced(
    again({ displayName: "dry" }, {}, {}, "?dryRun=All"),
    ok({ spec: { displayName: "dry" }, metadata: { generation: 2 } }),
  ),
  "GET after PUT dryRun=All": replaced(
    {
      ...patch("my-c1", [{ op: "add", path: "/spec/displayName", value: "dry" }]),
      path: "/spacetemplates/my-c1?dryRun=All",
    },
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
    ([first]) => ({ ...put("my-k1", changed(first, { key: undefined })), path: "/ownedaccesskeys/my-k1" }),
    ok({ spec: { displayName: "d" } }, { absent: ["spec.key"] }),
  ],
  "PUT wrong type": replaced(
    again({ displayName: 5 }),
    {
      ...invalid("FieldValueTypeInvalid spec.displayName"),
      native: cannotHandle("json: cannot unmarshal number into Go struct field ... of type string"),
    },
    'SpaceTemplate.<g> "my-c1" is invalid: spec.displayName: Invalid value: "integer": spec.displayName in body must be of type string: "integer"',
  ),
};
