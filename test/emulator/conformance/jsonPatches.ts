import { type Body, patch, post, type Row, type Section, template } from "./row";

const access = [{ users: ["a"], verbs: ["get"] }];
const plain = [post(template("my-p1", { description: "x", access, displayName: "d" }))];
const annotated = [
  post(template("my-p1", { description: "x", access, displayName: "d" }, { annotations: { note: "x" } })),
];
const failed = {
  status: 422,
  reason: "Invalid",
  message: "the server rejected our request due to an error in our request",
  absent: ["details.causes"],
};
const refusedStep = (fact: string, ...steps: (object | null)[]): Row => ({
  fact,
  given: plain,
  request: patch("my-p1", steps),
  ...failed,
});
const done = (fact: string, steps: object[], match: object): Row => ({
  fact,
  given: annotated,
  request: patch("my-p1", steps),
  status: 200,
  match,
});

/** JSON patches that can or cannot be carried out. */
export const jsonPatches: Section = {
  title: "JSON patch",
  rows: [
    refusedStep("add annotation, annotations missing", { op: "add", path: "/metadata/annotations/note", value: "x" }),
    {
      fact: "add the map of annotations, then an annotation",
      given: plain,
      request: patch("my-p1", [
        { op: "add", path: "/metadata/annotations", value: {} },
        { op: "add", path: "/metadata/annotations/note", value: "x" },
      ]),
      status: 200,
      match: { metadata: { annotations: { note: "x" }, generation: 1 } },
    },
    done("add annotation, map there", [{ op: "add", path: "/metadata/annotations/a~1b", value: "y" }], {
      metadata: { annotations: { "a/b": "y", note: "x" } },
    }),
    done(
      "test ok + replace",
      [
        { op: "test", path: "/spec/displayName", value: "d" },
        { op: "replace", path: "/spec/displayName", value: "e" },
      ],
      { spec: { displayName: "e" }, metadata: { generation: 2 } },
    ),
    refusedStep("test fails", { op: "test", path: "/spec/displayName", value: "no" }),
    refusedStep("test of a missing path", { op: "test", path: "/spec/none", value: "x" }),
    refusedStep("test resourceVersion (wrong)", { op: "test", path: "/metadata/resourceVersion", value: "1" }),
    {
      fact: "test resourceVersion (right)",
      given: plain,
      request: ([first]: Body[]) =>
        patch("my-p1", [{ op: "test", path: "/metadata/resourceVersion", value: first?.metadata.resourceVersion }]),
      status: 200,
      match: { spec: { description: "x", access, displayName: "d" } },
      sameVersionAs: 0,
    },
    {
      fact: "replace of a missing path",
      given: [post(template("my-p1", { displayName: "d" }))],
      request: patch("my-p1", [{ op: "replace", path: "/spec/description", value: "x" }]),
      status: 200,
      match: { spec: { description: "x", displayName: "d" } },
    },
    {
      fact: "remove of a path that is there",
      given: plain,
      request: patch("my-p1", [{ op: "remove", path: "/spec/description" }]),
      status: 200,
      absent: ["spec.description"],
    },
    refusedStep("remove of a missing path", { op: "remove", path: "/spec/none" }),
    refusedStep("remove of a missing annotation", { op: "remove", path: "/metadata/annotations/none" }),
    refusedStep("replace of /metadata/labels/x, no labels", { op: "replace", path: "/metadata/labels/x", value: "y" }),
    done(
      "move, copy",
      [
        { op: "copy", from: "/spec/description", path: "/metadata/annotations/copied" },
        { op: "move", from: "/spec/description", path: "/spec/displayName" },
      ],
      { metadata: { annotations: { copied: "x", note: "x" } }, spec: { displayName: "x" } },
    ),
    done("annotation value null", [{ op: "add", path: "/metadata/annotations/n", value: null }], {
      metadata: { annotations: { n: "", note: "x" } },
    }),
    { ...done("add without value", [{ op: "add", path: "/spec/nov" }], { spec: { nov: null } }), only: "custom" },
    done("add an existing annotation (overwrites)", [{ op: "add", path: "/metadata/annotations/note", value: "x2" }], {
      metadata: { annotations: { note: "x2" } },
    }),
    refusedStep("add under a missing parent", { op: "add", path: "/spec/none/x", value: "y" }),
    refusedStep("add list index too large", { op: "add", path: "/spec/access/5", value: {} }),
    done("add at the end of a list", [{ op: "add", path: "/spec/access/-", value: { users: ["b"] } }], {
      spec: { access: [...access, { users: ["b"] }] },
    }),
    refusedStep("unknown op", { op: "upsert", path: "/spec/description", value: "y" }),
    refusedStep("op without path", { op: "add", value: "y" }),
    {
      fact: "not an array",
      given: plain,
      request: patch("my-p1", { op: "add" }),
      status: 400,
      reason: "BadRequest",
      message: "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    },
    { fact: "null, which is no operation", given: plain, request: patch("my-p1", null), status: 200 },
    refusedStep("null as an operation", null),
    {
      fact: "empty array",
      given: plain,
      request: patch("my-p1", []),
      status: 200,
      match: { metadata: { generation: 1 } },
      sameVersionAs: 0,
    },
    {
      fact: "broken JSON",
      given: plain,
      request: patch("my-p1", "[{"),
      status: 400,
      reason: "BadRequest",
      message: "error decoding patch: unexpected end of JSON input",
    },
    {
      fact: "JSON patch as YAML text",
      given: plain,
      request: patch("my-p1", "- op: add\n  path: /spec/description\n"),
      status: 400,
      reason: "BadRequest",
      message: "error decoding patch: invalid character ' ' in numeric literal",
    },
    {
      fact: "10001 operations",
      given: plain,
      request: patch(
        "my-p1",
        Array.from({ length: 10_001 }, () => ({ op: "add", path: "/spec/description", value: 1 })),
      ),
      status: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
    },
    {
      fact: "a path without a leading slash: the first step is cut off",
      given: plain,
      request: patch("my-p1", [{ op: "add", path: "spec/displayName", value: "lost" }]),
      status: 200,
      match: { spec: { displayName: "d" } },
      warning: '299 - "unknown field \\"displayName\\""',
      sameVersionAs: 0,
    },
  ],
};
