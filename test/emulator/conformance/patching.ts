import {
  after,
  bad,
  conflict,
  created,
  type Expectation,
  type Expected,
  get,
  invalid,
  merge,
  notFound,
  ok,
  patch,
  patchType,
  post,
  postKey,
  type Row,
  type Rows,
  template,
  tooLarge,
  unsupported,
} from "./row";

const access = [{ users: ["a"], verbs: ["get"] }];
const spec = { description: "x", access, displayName: "d" };
const plain = [post(template("my-a", spec))];
const annotated = [post(template("my-a", spec, { annotations: { note: "x" } }))];
const modified: [Expectation, string] = [
  conflict,
  'Operation cannot be fulfilled on spacetemplates.<g> "my-a": the object has been modified; please apply your changes to the latest version and try again',
];
const rejected = { ...invalid(), absent: ["details.causes"] };
const rejection = "the server rejected our request due to an error in our request";
const refused = (...steps: (object | null)[]): Row => [...plain, patch("my-a", steps), rejected, rejection];
const done = (steps: object[], match: object, more?: object): Row => [
  ...annotated,
  patch("my-a", steps),
  ok(match, more),
];

const patched = (steps: unknown, ...answer: Row): Row => [...plain, patch("my-a", steps), ...answer];

/** JSON patches that can or cannot be carried out. */
export const jsonPatches: Rows = {
  "add annotation, annotations missing": refused({ op: "add", path: "/metadata/annotations/note", value: "x" }),
  "add the map of annotations, then an annotation": patched(
    [
      { op: "add", path: "/metadata/annotations", value: {} },
      { op: "add", path: "/metadata/annotations/note", value: "x" },
    ],
    ok({ metadata: { annotations: { note: "x" }, generation: 1 } }),
  ),
  "add annotation, map there": done([{ op: "add", path: "/metadata/annotations/a~1b", value: "y" }], {
    metadata: { annotations: { "a/b": "y", note: "x" } },
  }),
  "test ok + replace": done(
    [
      { op: "test", path: "/spec/displayName", value: "d" },
      { op: "replace", path: "/spec/displayName", value: "e" },
    ],
    { spec: { displayName: "e" }, metadata: { generation: 2 } },
  ),
  "test fails": refused({ op: "test", path: "/spec/displayName", value: "no" }),
  "test of a missing path": refused({ op: "test", path: "/spec/none", value: "x" }),
  "test resourceVersion (wrong)": refused({ op: "test", path: "/metadata/resourceVersion", value: "1" }),
  "test resourceVersion (right)": [
    ...plain,
    ([first]) =>
      patch("my-a", [{ op: "test", path: "/metadata/resourceVersion", value: first?.metadata.resourceVersion }]),
    ok({ spec }, { sameVersionAs: 0 }),
  ],
  "replace of a missing path": [
    post(template("my-a", { displayName: "d" })),
    patch("my-a", [{ op: "replace", path: "/spec/description", value: "x" }]),
    ok({ spec: { description: "x", displayName: "d" } }),
  ],
  "remove of a path": patched([{ op: "remove", path: "/spec/description" }], ok({}, { absent: ["spec.description"] })),
  "remove of a missing path": refused({ op: "remove", path: "/spec/none" }),
  "remove of a missing annotation": refused({ op: "remove", path: "/metadata/annotations/none" }),
  "replace of /metadata/labels/x, no labels": refused({ op: "replace", path: "/metadata/labels/x", value: "y" }),
  "move, copy": done(
    [
      { op: "copy", from: "/spec/description", path: "/metadata/annotations/copied" },
      { op: "move", from: "/spec/description", path: "/spec/displayName" },
    ],
    { metadata: { annotations: { copied: "x", note: "x" } }, spec: { displayName: "x" } },
  ),
  "annotation value null": done([{ op: "add", path: "/metadata/annotations/n", value: null }], {
    metadata: { annotations: { n: "", note: "x" } },
  }),
  "add without value": done([{ op: "add", path: "/spec/nov" }], { spec: { nov: null } }, { only: "custom" }),
  "add an existing annotation (overwrites)": done([{ op: "add", path: "/metadata/annotations/note", value: "x2" }], {
    metadata: { annotations: { note: "x2" } },
  }),
  "add under a missing parent": refused({ op: "add", path: "/spec/none/x", value: "y" }),
  "add list index too large": refused({ op: "add", path: "/spec/access/5", value: {} }),
  "add at the end of a list": done([{ op: "add", path: "/spec/access/-", value: { users: ["b"] } }], {
    spec: { access: [...access, { users: ["b"] }] },
  }),
  "unknown op": refused({ op: "upsert", path: "/spec/description", value: "y" }),
  "op without path": refused({ op: "add", value: "y" }),
  "not an array": patched(
    { op: "add" },
    bad,
    "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
  ),
  "null, which is no operation": patched(null, ok()),
  "null as an operation": refused(null),
  "empty array": patched([], ok({ metadata: { generation: 1 } }, { sameVersionAs: 0 })),
  "broken JSON": patched("[{", bad, "error decoding patch: unexpected end of JSON input"),
  "JSON patch as YAML text": patched(
    "- op: add\n  path: /spec/description\n",
    bad,
    "error decoding patch: invalid character ' ' in numeric literal",
  ),
  "10001 operations": [
    ...plain,
    patch("my-a", Array(10_001).fill({ op: "add", path: "/spec/description", value: 1 })),
    tooLarge,
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  ],
  "a path without a leading slash: the first step is cut off": patched(
    [{ op: "add", path: "spec/displayName", value: "lost" }],
    ok({ spec: { displayName: "d" } }, { warning: '299 - "unknown field \\"displayName\\""', sameVersionAs: 0 }),
  ),
};

// Go types answer 422 as well, but in the words of the decoder.
const undecodable = invalid("FieldValueInvalid patch");

const dryRun = patch("my-a", [{ op: "add", path: "/spec/description", value: "dry" }], "?dryRun=All");

/** What becomes of an object by a JSON patch. */
export const jsonPatchedObjects: Rows = {
  "replace metadata.name": patched(
    [{ op: "replace", path: "/metadata/name", value: "x" }],
    bad,
    "the name of the object (x) does not match the name on the URL (my-a)",
  ),
  "replace metadata.uid": patched(
    [{ op: "replace", path: "/metadata/uid", value: "x" }],
    invalid("FieldValueInvalid metadata.uid", "FieldValueInvalid metadata.uid"),
    'SpaceTemplate.<g> "my-a" is invalid: metadata.uid: Invalid value: "x": field is immutable',
  ),
  "replace metadata.creationTimestamp": patched(
    [{ op: "replace", path: "/metadata/creationTimestamp", value: "2001-01-01T00:00:00Z" }],
    ok({ metadata: { creationTimestamp: expect.not.stringMatching(/^2001/) } }),
  ),
  "replace metadata.resourceVersion with a stale one": patched(
    [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }],
    ...modified,
  ),
  "replace kind": patched(
    [{ op: "replace", path: "/kind", value: "Project" }],
    { ...invalid("FieldValueInvalid kind"), native: undecodable },
    'Project.<g> "my-a" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
  ),
  "replace apiVersion": patched(
    [{ op: "replace", path: "/apiVersion", value: "management.loft.sh/v9" }],
    { ...invalid("FieldValueInvalid apiVersion"), warning: '299 - "unknown field \\"spec\\""', native: undecodable },
    'SpaceTemplate.<g> "my-a" is invalid: apiVersion: Invalid value: "<g>/v9": must be <g>/v1',
  ),
  "remove spec": patched(
    [{ op: "remove", path: "/spec" }],
    ok({ metadata: { generation: 2 } }, { contains: '"spec":{}' }),
  ),
  "wrong type": patched(
    [{ op: "replace", path: "/spec/displayName", value: 5 }],
    { ...invalid("FieldValueTypeInvalid spec.displayName"), native: undecodable },
    'SpaceTemplate.<g> "my-a" is invalid: spec.displayName: Invalid value: "integer": spec.displayName in body must be of type string: "integer"',
  ),
  "wrong type in metadata quotes the whole object": [
    postKey("my-k1", { description: "my-words" }),
    {
      method: "PATCH",
      path: "/ownedaccesskeys/my-k1",
      type: patchType,
      body: [{ op: "add", path: "/metadata/annotations", value: { a: 5 } }],
    },
    invalid(),
    ' "" is invalid: patch: Invalid value: "{...my-words...}": json: cannot unmarshal number into Go struct field ObjectMeta.annotations of type string',
  ],
  "PATCH unknown name": [patch("my-nope", []), notFound, 'spacetemplates.<g> "my-nope" not found'],
  "dryRun=All": [...plain, dryRun, ok({ spec: { description: "dry" }, metadata: { generation: 2 } })],
  "GET after dryRun=All": [...plain, dryRun, get("/spacetemplates/my-a"), ok({ spec }, { sameVersionAs: 0 })],
};

const given = [post(template("my-a", { displayName: "d" }))];
const accepted =
  "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, ";
const strategicType = "application/strategic-merge-patch+json";
// Go types read one more.
const native = { ...unsupported, message: `${accepted}..., application/apply-patch+yaml` };
const typed = (type: string, more: Expected = native): Row => [
  ...given,
  patch("my-a", { spec: { description: "m" } }, "", type),
  { ...unsupported, native: more },
  `${accepted}application/apply-patch+yaml`,
];

const apply = (name: string, query: string, body: unknown) => patch(name, body, query, "application/apply-patch+yaml");
const one = apply("my-a1", "?fieldManager=m1", template("my-a1", { displayName: "one" }));

const onNamed = after(...given);

/** Patches of other types than JSON patch. */
export const otherPatches: Rows = {
  "merge patch": onNamed(
    merge("my-a", { spec: { description: "m", displayName: null } }),
    ok({ spec: { description: "m" } }, { absent: ["spec.displayName"] }),
  ),
  "merge patch adds an annotation where there are none": onNamed(
    merge("my-a", { metadata: { annotations: { a: "b" } } }),
    ok({ metadata: { annotations: { a: "b" }, generation: 1 } }),
  ),
  "merge patch with a stale resourceVersion": onNamed(
    merge("my-a", { metadata: { resourceVersion: "1" }, spec: { description: "m" } }),
    ...modified,
  ),
  "strategic merge patch": typed(strategicType, ok({ spec: { displayName: "d", description: "m" } })),
  "application/json as patch": typed("application/json"),
  "application/yaml as patch": typed("application/yaml"),
  "no Content-Type": typed(""),
  "apply without fieldManager": [
    apply("my-a1", "", template("my-a1", { displayName: "one" })),
    invalid("FieldValueRequired fieldManager"),
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  ],
  "apply, creates": [one, created({ spec: { displayName: "one" }, metadata: { generation: 1 } })],
  "apply, same again": [one, one, ok({ metadata: { generation: 1 } }, { sameVersionAs: 0 })],
  "apply by another manager, conflict": [
    one,
    apply("my-a1", "?fieldManager=m2", template("my-a1", { displayName: "two" })),
    { ...conflict, causes: ["FieldManagerConflict .spec.displayName"] },
    'Apply failed with 1 conflict: conflict with "m1": .spec.displayName',
  ],
  "apply by another manager, force": [
    one,
    apply("my-a1", "?fieldManager=m2&force=true", template("my-a1", { displayName: "two" })),
    ok({ spec: { displayName: "two" } }),
  ],
  "apply with managedFields in the body": [
    one,
    ([first]) =>
      apply("my-a1", "?fieldManager=m1", {
        ...template("my-a1", { displayName: "one" }),
        metadata: { name: first?.metadata.name, managedFields: first?.metadata.managedFields },
      }),
    bad,
    "metadata.managedFields must be nil",
  ],
  "apply with resourceVersion, unknown name": [
    apply("my-a2", "?fieldManager=m1", template("my-a2", { displayName: "x" }, { resourceVersion: "5" })),
    created(),
  ],
};
