import { merge, patch, post, type Row, type Section, template } from "./row";

const given = [post(template("my-p1", { displayName: "d" }))];
const refused = (fact: string, type: string): Row => ({
  fact,
  given,
  request: patch("my-p1", { spec: { description: "m" } }, "", type),
  status: 415,
  reason: "UnsupportedMediaType",
  message:
    "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
});

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
    refused("strategic merge patch", "application/strategic-merge-patch+json"),
    refused("application/json as patch", "application/json"),
    refused("application/yaml as patch", "application/yaml"),
    refused("no Content-Type", ""),
  ],
  todo: [
    "apply without fieldManager",
    "apply, creates",
    "apply, same again",
    "apply by another manager, conflict",
    "apply by another manager, force",
    "apply with managedFields in the body",
    "apply with resourceVersion, unknown name",
  ],
};
