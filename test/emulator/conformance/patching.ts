import {
  after,
  bad,
  conflict,
  type Expectation,
  invalid,
  notFound,
  ok,
  type Row,
  type Rows,
  tooLarge,
  unsupported,
} from "./expectations";
import { type Body, get, merge, onKeys, patch, post, postKey, template } from "./row";

const access = [{ users: ["a"], verbs: ["get"] }];
const spec = { description: "x", access, displayName: "d" };
const plain = post(template("my-a", spec));
const annotated = post(template("my-a", spec, { annotations: { note: "x" } }));
const rejected = { ...invalid(), absent: ["details.causes"] };
const patched = (steps: unknown, expectation: Expectation): Row => [plain, patch("my-a", steps), expectation];
const refused = (step: object | null) => patched([step], rejected);
const refusedAt = (op: string, path: string) => refused({ op, path, value: "y" });
const done = (steps: object[], match: object, more?: object): Row => [annotated, patch("my-a", steps), ok(match, more)];

const step = (op: string, path: string, value?: unknown) => ({ op, path, value });
const annotations = (more: object) => ({ metadata: { annotations: more } });
const version = ([first]: Body[]) => first?.metadata.resourceVersion;
const [note, name] = ["/metadata/annotations/note", "/spec/displayName"];

/** JSON patches that can or cannot be carried out. */
export const jsonPatches: Rows = {
  "add annotation, annotations missing": refusedAt("add", note),
  "add the map of annotations, then an annotation": patched(
    [step("add", "/metadata/annotations", {}), step("add", note, "x")],
    ok({ metadata: { annotations: { note: "x" }, generation: 1 } }),
  ),
  "add annotation, map exists": done(
    [step("add", "/metadata/annotations/a~1b", "y")],
    annotations({ "a/b": "y", note: "x" }),
  ),
  "test ok + replace": done([step("test", name, "d"), step("replace", name, "e")], {
    spec: { displayName: "e" },
    metadata: { generation: 2 },
  }),
  "test fails": refusedAt("test", name),
  "test of a missing path": refusedAt("test", "/spec/none"),
  "test resourceVersion (right)": [
    plain,
    (given) => patch("my-a", [step("test", "/metadata/resourceVersion", version(given))]),
    ok({ spec }, { sameVersionAs: 0 }),
  ],
  "test resourceVersion (wrong)": refused(step("test", "/metadata/resourceVersion", "1")),
  "replace of a missing path": done([step("remove", name), step("replace", name, "e")], { spec: { displayName: "e" } }),
  "remove of a path": patched([step("remove", "/spec/description")], ok({}, { absent: ["spec.description"] })),
  "remove of a missing path": refusedAt("remove", "/spec/none"),
  "remove of a missing annotation": refusedAt("remove", "/metadata/annotations/none"),
  "replace of /metadata/labels/x, no labels": refusedAt("replace", "/metadata/labels/x"),
  "move, copy": done(
    [
      { op: "copy", from: "/spec/description", path: "/metadata/annotations/copied" },
      { op: "move", from: "/spec/description", path: name },
    ],
    { ...annotations({ copied: "x", note: "x" }), spec: { displayName: "x" } },
  ),
  "annotation value null": done([step("add", "/metadata/annotations/n", null)], annotations({ n: "", note: "x" })),
  "add without value": done([step("add", "/spec/nov")], { spec: { nov: null } }, { only: "custom" }),
  "add an existing annotation (overwrites)": done([step("add", note, "x2")], annotations({ note: "x2" })),
  "add under a missing parent": refusedAt("add", "/spec/none/x"),
  "add list index too large": refused(step("add", "/spec/access/5", {})),
  "add at the end of a list": done([step("add", "/spec/access/-", {})], { spec: { access: [...access, {}] } }),
  "unknown op": refusedAt("upsert", "/spec/description"),
  "op without path": refused({ op: "add", value: "y" }),
  "not an array": patched({ op: "add" }, bad),
  "null, which is no operation": patched(null, ok()),
  "null as an operation": refused(null),
  "empty array": patched([], ok({ metadata: { generation: 1 } }, { sameVersionAs: 0 })),
  "broken JSON": patched("[{", bad),
  "JSON patch as YAML text": patched("- op: add\n  path: /spec/description\n", bad),
  "10001 operations": patched(Array(10_001).fill(step("add", "/spec/description", 1)), {
    ...tooLarge,
    message: "...allowed maximum operations in a JSON patch is 10000...",
  }),
  "a path without a leading slash loses its first step": patched(
    [step("add", "spec/displayName", "lost")],
    ok({ spec: { displayName: "d" } }, { warning: '299 - "unknown field \\"displayName\\""', sameVersionAs: 0 }),
  ),
};

// Go types answer 422 as well.
const undecodable = invalid("Invalid patch");
const replaces = (path: string, value: unknown, expectation: Expectation) =>
  patched([{ op: "replace", path, value }], expectation);
const dryRun = patch("my-a", [step("add", "/spec/description", "dry")], "?dryRun=All");

/** How a JSON patch changes an object. */
export const jsonPatchedObjects: Rows = {
  "replace metadata.name": replaces("/metadata/name", "x", bad),
  "replace metadata.uid": replaces("/metadata/uid", "x", invalid("Invalid metadata.uid", "Invalid metadata.uid")),
  "replace metadata.creationTimestamp": replaces(
    "/metadata/creationTimestamp",
    "2001-01-01T00:00:00Z",
    ok({ metadata: { creationTimestamp: expect.not.stringMatching(/^2001/) } }),
  ),
  "replace metadata.resourceVersion with a stale one": replaces("/metadata/resourceVersion", "1", conflict),
  "replace kind": replaces("/kind", "Project", { ...invalid("Invalid kind"), native: undecodable }),
  "replace apiVersion": replaces("/apiVersion", "management.loft.sh/v9", {
    ...invalid("Invalid apiVersion"),
    warning: '299 - "unknown field \\"spec\\""',
    native: undecodable,
  }),
  "remove spec": patched([step("remove", "/spec")], ok({ metadata: { generation: 2 } }, { contains: '"spec":{}' })),
  "wrong type": replaces(name, 5, { ...invalid("TypeInvalid spec.displayName"), native: undecodable }),
  "wrong type in metadata quotes the whole object": [
    postKey("my-k1", { description: "my-words" }),
    onKeys(patch("my-k1", [step("add", "/metadata/annotations", { a: 5 })])),
    { ...invalid(), message: '...patch: Invalid value: "{...my-words...}": ...' },
  ],
  "PATCH unknown name": [patch("my-nope", []), notFound],
  "dryRun=All": [plain, dryRun, ok({ spec: { description: "dry" }, metadata: { generation: 2 } })],
  "GET after dryRun=All": [plain, dryRun, get("/spacetemplates/my-a"), ok({ spec }, { sameVersionAs: 0 })],
};

const onNamed = after(post(template("my-a", { displayName: "d" })));
const typed = (type: string, more: Partial<Expectation> = {}) =>
  onNamed(patch("my-a", { spec: { description: "m" } }, "", type), { ...unsupported, ...more });
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
    conflict,
  ),
  "strategic merge patch": typed("application/strategic-merge-patch+json", { only: "custom" }),
  "application/json as patch": typed("application/json"),
  "no Content-Type": typed(""),
  "force of a JSON patch": onNamed(patch("my-a", [], "?force=true"), invalid("Forbidden force")),
};
