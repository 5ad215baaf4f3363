import { type Expected, get, patch, patchType, post, postKey, type Section, template } from "./row";

const access = [{ users: ["a"], verbs: ["get"] }];
const plain = [post(template("my-p1", { description: "x", access, displayName: "d" }))];

// Go types answer 422 as well, but in the words of the decoder.
const undecodable: Expected = { status: 422, reason: "Invalid", causes: ["FieldValueInvalid patch"] };

/** What becomes of an object by a JSON patch. */
export const jsonPatchedObjects: Section = {
  title: "JSON patch: what becomes of the object",
  rows: [
    {
      fact: "replace metadata.name",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/metadata/name", value: "x" }]),
      status: 400,
      reason: "BadRequest",
      message: "the name of the object (x) does not match the name on the URL (my-p1)",
    },
    {
      fact: "replace metadata.uid",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/metadata/uid", value: "x" }]),
      status: 422,
      reason: "Invalid",
      message: 'SpaceTemplate.<g> "my-p1" is invalid: metadata.uid: Invalid value: "x": field is immutable',
      causes: ["FieldValueInvalid metadata.uid", "FieldValueInvalid metadata.uid"],
    },
    {
      fact: "replace metadata.creationTimestamp",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/metadata/creationTimestamp", value: "2001-01-01T00:00:00Z" }]),
      status: 200,
      match: { metadata: { creationTimestamp: expect.not.stringMatching(/^2001/) } },
    },
    {
      fact: "replace metadata.resourceVersion with a stale one",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }]),
      status: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on spacetemplates.<g> "my-p1": the object has been modified; please apply your changes to the latest version and try again',
    },
    {
      fact: "replace kind",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/kind", value: "Project" }]),
      status: 422,
      reason: "Invalid",
      message: 'Project.<g> "my-p1" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
      causes: ["FieldValueInvalid kind"],
      native: undecodable,
    },
    {
      fact: "replace apiVersion",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/apiVersion", value: "management.loft.sh/v9" }]),
      status: 422,
      reason: "Invalid",
      message: 'SpaceTemplate.<g> "my-p1" is invalid: apiVersion: Invalid value: "<g>/v9": must be <g>/v1',
      causes: ["FieldValueInvalid apiVersion"],
      warning: '299 - "unknown field \\"spec\\""',
      native: undecodable,
    },
    {
      fact: "remove /spec",
      given: plain,
      request: patch("my-p1", [{ op: "remove", path: "/spec" }]),
      status: 200,
      contains: '"spec":{}',
      match: { metadata: { generation: 2 } },
    },
    {
      fact: "wrong type",
      given: plain,
      request: patch("my-p1", [{ op: "replace", path: "/spec/displayName", value: 5 }]),
      status: 422,
      reason: "Invalid",
      message:
        'SpaceTemplate.<g> "my-p1" is invalid: spec.displayName: Invalid value: "integer": spec.displayName in body must be of type string: "integer"',
      causes: ["FieldValueTypeInvalid spec.displayName"],
      native: undecodable,
    },
    {
      fact: "wrong type in metadata quotes the whole object",
      given: [postKey("my-k1", { description: "my-words" })],
      request: {
        method: "PATCH",
        path: "/ownedaccesskeys/my-k1",
        type: patchType,
        body: [{ op: "add", path: "/metadata/annotations", value: { a: 5 } }],
      },
      status: 422,
      reason: "Invalid",
      message:
        ' "" is invalid: patch: Invalid value: "{...my-words...}": json: cannot unmarshal number into Go struct field ObjectMeta.annotations of type string',
    },
    {
      fact: "PATCH unknown name",
      request: patch("my-nope", []),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-nope" not found',
    },
    {
      fact: "dryRun=All",
      given: plain,
      request: patch("my-p1", [{ op: "add", path: "/spec/description", value: "dry" }], "?dryRun=All"),
      status: 200,
      match: { spec: { description: "dry" }, metadata: { generation: 2 } },
    },
    {
      fact: "GET after dryRun=All",
      given: [...plain, patch("my-p1", [{ op: "add", path: "/spec/description", value: "dry" }], "?dryRun=All")],
      request: get("/spacetemplates/my-p1"),
      status: 200,
      match: { spec: { description: "x" } },
      sameVersionAs: 0,
    },
  ],
};
