import { type Body, merge, patch, post, type Row, type Section, template } from "./row";

const given = [post(template("my-p1", { displayName: "d" }))];
const unsupported = {
  status: 415,
  reason: "UnsupportedMediaType",
  message:
    "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
};
const refused = (fact: string, type: string): Row => ({
  fact,
  given,
  request: patch("my-p1", { spec: { description: "m" } }, "", type),
  ...unsupported,
  // Go types read one more.
  native: { ...unsupported, message: unsupported.message.replace("+json, application/a", "+json, ..., application/a") },
});

const apply = (name: string, query: string, body: unknown) => patch(name, body, query, "application/apply-patch+yaml");
const one = apply("my-a1", "?fieldManager=m1", template("my-a1", { displayName: "one" }));

/** Patches of other types than JSON patch. */
export const otherPatches: Section = {
  title: "Other patch types",
  rows: [
    {
      fact: "merge patch",
      given,
      request: merge("my-p1", { spec: { description: "m", displayName: null } }),
      status: 200,
      match: { spec: { description: "m" } },
      absent: ["spec.displayName"],
    },
    {
      fact: "merge patch adds an annotation where there are none",
      given,
      request: merge("my-p1", { metadata: { annotations: { a: "b" } } }),
      status: 200,
      match: { metadata: { annotations: { a: "b" }, generation: 1 } },
    },
    {
      fact: "merge patch with a stale resourceVersion",
      given,
      request: merge("my-p1", { metadata: { resourceVersion: "1" }, spec: { description: "m" } }),
      status: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on spacetemplates.<g> "my-p1": the object has been modified; please apply your changes to the latest version and try again',
    },
    {
      ...refused("strategic merge patch", "application/strategic-merge-patch+json"),
      native: { status: 200, match: { spec: { displayName: "d", description: "m" } } },
    },
    refused("application/json as patch", "application/json"),
    refused("application/yaml as patch", "application/yaml"),
    refused("no Content-Type", ""),
    {
      fact: "apply without fieldManager",
      request: apply("my-a1", "", template("my-a1", { displayName: "one" })),
      status: 422,
      reason: "Invalid",
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      causes: ["FieldValueRequired fieldManager"],
    },
    {
      fact: "apply, creates",
      request: one,
      status: 201,
      match: { spec: { displayName: "one" }, metadata: { generation: 1 } },
    },
    {
      fact: "apply, same again",
      given: [one],
      request: one,
      status: 200,
      match: { metadata: { generation: 1 } },
      sameVersionAs: 0,
    },
    {
      fact: "apply by another manager, conflict",
      given: [one],
      request: apply("my-a1", "?fieldManager=m2", template("my-a1", { displayName: "two" })),
      status: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "m1": .spec.displayName',
      causes: ["FieldManagerConflict .spec.displayName"],
    },
    {
      fact: "apply by another manager, force",
      given: [one],
      request: apply("my-a1", "?fieldManager=m2&force=true", template("my-a1", { displayName: "two" })),
      status: 200,
      match: { spec: { displayName: "two" } },
    },
    {
      fact: "apply with managedFields in the body",
      given: [one],
      request: ([first]: Body[]) =>
        apply("my-a1", "?fieldManager=m1", {
          ...template("my-a1", { displayName: "one" }),
          metadata: { name: first?.metadata.name, managedFields: first?.metadata.managedFields },
        }),
      status: 400,
      reason: "BadRequest",
      message: "metadata.managedFields must be nil",
    },
    {
      fact: "apply with resourceVersion, unknown name",
      request: apply("my-a2", "?fieldManager=m1", template("my-a2", { displayName: "x" }, { resourceVersion: "5" })),
      status: 201,
    },
  ],
};
