import { type Body, changed, get, patch, post, postKey, put, type Row, type Section, template } from "./row";

const given = [post(template("my-c1", { displayName: "d" }))];
const invalid = { status: 422, reason: "Invalid" };
const again =
  (spec: object, metadata: object = {}, more: object = {}, query = "") =>
  ([first]: Body[]) =>
    put("my-c1", { ...changed(first, spec, metadata), ...more }, query);
const noVersion = (fact: string, resourceVersion: string | undefined): Row => ({
  fact,
  given,
  request: again({ displayName: "c" }, { resourceVersion }),
  ...invalid,
  message:
    'spacetemplates.<g> "my-c1" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  causes: ["FieldValueInvalid metadata.resourceVersion"],
  native: { status: 200, match: { spec: { displayName: "c" } } },
});
const unknownName = (fact: string, metadata: object): Row => ({
  fact,
  request: put("my-nope", template("my-nope", {}, metadata)),
  status: 404,
  reason: "NotFound",
  message: 'spacetemplates.<g> "my-nope" not found',
});
const stale =
  'Operation cannot be fulfilled on spacetemplates.<g> "my-c1": the object has been modified; please apply your changes to the latest version and try again';

/** Replaces of an object. */
export const replace: Section = {
  title: "Replace (PUT)",
  rows: [
    {
      fact: "PUT with the right resourceVersion",
      given,
      request: again({ displayName: "d2" }),
      status: 200,
      match: { metadata: { generation: 2 }, spec: { displayName: "d2" } },
    },
    {
      fact: "PUT with nothing changed",
      given,
      request: again({}),
      status: 200,
      match: { metadata: { generation: 1 } },
      sameVersionAs: 0,
    },
    {
      fact: "PUT only labels changed",
      given,
      request: again({}, { labels: { a: "b" } }),
      status: 200,
      match: { metadata: { generation: 1, labels: { a: "b" } } },
    },
    noVersion("PUT without resourceVersion", undefined),
    noVersion('PUT with resourceVersion ""', ""),
    noVersion('PUT with resourceVersion "0"', "0"),
    {
      fact: "PUT with a stale resourceVersion",
      given: [...given, patch("my-c1", [{ op: "add", path: "/spec/displayName", value: "z" }])],
      request: again({ displayName: "late" }),
      status: 409,
      reason: "Conflict",
      message: stale,
    },
    {
      fact: 'PUT with resourceVersion "abc"',
      given,
      request: again({}, { resourceVersion: "abc" }),
      status: 500,
      message: 'strconv.ParseUint: parsing "abc": invalid syntax',
      absent: ["reason"],
    },
    {
      fact: "PUT with a resourceVersion of more than 64 bits",
      given,
      request: again({}, { resourceVersion: "18446744073709551616" }),
      status: 500,
      message: 'strconv.ParseUint: parsing "18446744073709551616": value out of range',
      absent: ["reason"],
    },
    {
      fact: "PUT with the greatest resourceVersion",
      given,
      request: again({}, { resourceVersion: "18446744073709551615" }),
      status: 409,
      reason: "Conflict",
    },
    {
      fact: "PUT with a wrong uid",
      given,
      request: again({ displayName: "u" }, { uid: "wrong" }),
      status: 409,
      reason: "Conflict",
      message: "...UID in precondition: wrong, UID in object meta: <uid>",
    },
    {
      fact: "PUT another name in the body",
      given,
      request: again({}, { name: "other" }),
      status: 400,
      reason: "BadRequest",
      message: "the name of the object (other) does not match the name on the URL (my-c1)",
    },
    {
      fact: "PUT no name in the body",
      given,
      request: again({}, { name: undefined }),
      status: 400,
      reason: "BadRequest",
      message: "the name of the object (my-c1 based on URL) was undeterminable: name must be provided",
    },
    {
      fact: "PUT another creationTimestamp and generation",
      given,
      request: again({}, { creationTimestamp: "2001-01-01T00:00:00Z", generation: 9 }),
      status: 200,
      match: { metadata: { generation: 1, creationTimestamp: expect.not.stringMatching(/^2001/) } },
    },
    {
      fact: "PUT with deletionTimestamp",
      given,
      request: again({}, { deletionTimestamp: "2001-01-01T00:00:00Z" }),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c1" is invalid: metadata.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable',
      causes: ["FieldValueInvalid metadata.deletionTimestamp", "FieldValueInvalid metadata.deletionTimestamp"],
    },
    {
      fact: "PUT with a namespace",
      given,
      request: again({}, { namespace: "x" }),
      status: 200,
      absent: ["metadata.namespace"],
    },
    {
      fact: "PUT another kind",
      given,
      request: again({}, {}, { kind: "Project" }),
      ...invalid,
      message: 'Project.<g> "my-c1" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
      causes: ["FieldValueInvalid kind"],
      native: {
        status: 400,
        reason: "BadRequest",
        message: 'Project in version "v1" cannot be handled as a SpaceTemplate: ...',
      },
    },
    {
      fact: "PUT another apiVersion",
      given,
      request: again({}, {}, { apiVersion: "management.loft.sh/v9" }),
      status: 400,
      reason: "BadRequest",
      message: "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
      warning: '299 - "unknown field \\"spec\\""',
      native: {
        status: 400,
        reason: "BadRequest",
        message:
          'SpaceTemplate in version "v9" cannot be handled as a SpaceTemplate: no kind "SpaceTemplate" is registered for version "<g>/v9" in scheme "..."',
      },
    },
    unknownName("PUT unknown name, no resourceVersion", {}),
    unknownName("PUT unknown name, with resourceVersion", { resourceVersion: "1" }),
    unknownName("PUT unknown name, with uid", { uid: "x" }),
    {
      fact: "PUT to the collection",
      request: { method: "PUT", path: "/spacetemplates", body: template("my-c1") },
      status: 400,
      reason: "BadRequest",
      message: "name must be provided",
      native: {
        status: 405,
        reason: "MethodNotAllowed",
        message: "the server does not allow this method on the requested resource",
      },
    },
    {
      fact: "PUT dryRun=All",
      given,
      request: again({ displayName: "dry" }, {}, {}, "?dryRun=All"),
      status: 200,
      match: { spec: { displayName: "dry" }, metadata: { generation: 2 } },
    },
    {
      fact: "GET after PUT dryRun=All",
      given: [
        ...given,
        {
          ...patch("my-c1", [{ op: "add", path: "/spec/displayName", value: "dry" }]),
          path: "/spacetemplates/my-c1?dryRun=All",
        },
      ],
      request: get("/spacetemplates/my-c1"),
      status: 200,
      match: { spec: { displayName: "d" }, metadata: { generation: 1 } },
      sameVersionAs: 0,
    },
    {
      fact: "PUT without managedFields",
      given,
      request: again({}, { managedFields: undefined }),
      status: 200,
      match: { metadata: { generation: 1, managedFields: [expect.objectContaining({ operation: "Update" })] } },
      sameVersionAs: 0,
    },
    {
      fact: "PUT without spec.key removes the key",
      given: [postKey("my-k1", { key: "my-secret", displayName: "d" })],
      request: ([first]: Body[]) => ({
        ...put("my-k1", changed(first, { key: undefined })),
        path: "/ownedaccesskeys/my-k1",
      }),
      status: 200,
      match: { spec: { displayName: "d" } },
      absent: ["spec.key"],
    },
    {
      fact: "PUT wrong type",
      given,
      request: again({ displayName: 5 }),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c1" is invalid: spec.displayName: Invalid value: "integer": spec.displayName in body must be of type string: "integer"',
      causes: ["FieldValueTypeInvalid spec.displayName"],
      native: {
        status: 400,
        reason: "BadRequest",
        message:
          'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: json: cannot unmarshal number into Go struct field ... of type string',
      },
    },
  ],
};
