import { type Body, changed, get, post, put, type Section, template } from "./row";

const given = [post(template("n1", { displayName: "d" }))];

export const goServer: Section = {
  title: "Native types",
  omitEmpty: true,
  rows: [
    {
      fact: "POST without apiVersion and kind",
      request: post({ metadata: { name: "n2" } }),
      status: 201,
      match: { kind: "SpaceTemplate", apiVersion: "management.loft.sh/v1" },
    },
    {
      fact: "POST without kind",
      request: post({ apiVersion: "management.loft.sh/v1", metadata: { name: "n2" } }),
      status: 201,
    },
    {
      fact: "POST empty body",
      request: post("", "", "application/json"),
      status: 400,
      reason: "BadRequest",
      message:
        "the object provided is unrecognized (must be of type SpaceTemplate): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
    },
    {
      fact: "POST no name",
      request: post(template(undefined)),
      status: 422,
      reason: "Invalid",
      causes: ["FieldValueRequired metadata.name"],
    },
    {
      fact: "POST with resourceVersion",
      request: post(template("n2", {}, { resourceVersion: "5" })),
      status: 500,
      message: "resourceVersion should not be set on objects to be created",
    },
    {
      fact: "POST with another namespace",
      request: {
        method: "POST",
        path: "/namespaces/p-web/virtualclusterinstances",
        body: { kind: "VirtualClusterInstance", metadata: { name: "v", namespace: "p-other" } },
      },
      status: 400,
      reason: "BadRequest",
      message: "the namespace of the provided object does not match the namespace sent on the request",
    },
    {
      fact: "POST with a namespace (cluster-scoped)",
      request: post(template("n2", {}, { namespace: "x" })),
      status: 201,
      absent: ["metadata.namespace"],
    },
    {
      fact: "POST unknown field, Strict",
      request: post(template("n2", {}, {}, { bogus: 1 }), "?fieldValidation=Strict"),
      status: 400,
      reason: "BadRequest",
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error: unknown field "bogus"',
    },
    {
      fact: "POST onto a name",
      request: { ...post(template("n2")), path: "/spacetemplates/n2" },
      status: 405,
      reason: "MethodNotAllowed",
      message: "the server does not allow this method on the requested resource",
    },
    {
      fact: "PUT to the collection",
      request: { method: "PUT", path: "/spacetemplates", body: template("n1") },
      status: 405,
      reason: "MethodNotAllowed",
      message: "the server does not allow this method on the requested resource",
    },
    {
      fact: "PUT without resourceVersion",
      given,
      request: put("n1", template("n1", { displayName: "c" })),
      status: 200,
      match: { spec: { displayName: "c" } },
    },
    { fact: "PUT unknown name", request: put("n9", template("n9")), status: 404, reason: "NotFound" },
    {
      fact: "PUT another name in the body",
      given,
      request: ([first]: Body[]) => put("n1", changed(first, {}, { name: "other" })),
      status: 400,
      reason: "BadRequest",
      message: "the name of the object (other) does not match the name on the URL (n1)",
    },
    {
      fact: "list items of native types carry no kind",
      given,
      request: get("/spacetemplates"),
      status: 200,
      match: { kind: "SpaceTemplateList", items: [{ metadata: { name: "n1" } }] },
      absent: ["items.0.kind", "items.0.apiVersion"],
    },
    {
      fact: "empty fields are dropped",
      request: post(template("n3", { access: [], displayName: "", template: { metadata: { labels: {} } }, owner: {} })),
      status: 201,
      contains: '"spec":{}',
    },
  ],
  todo: [
    "POST wrong apiVersion: the Go message",
    "POST apiVersion of another group: the Go message",
    "POST wrong type: 400 with one Go message",
    "PUT wrong kind: 400",
    "strategic merge patch",
  ],
};
