import { get, type Request, type Section, template } from "./row";

const refused = { status: 401, reason: "Unauthorized", message: "Unauthorized", absent: ["details"] };
const asking = (authorization: string | null) => ({ ...get("/spacetemplates"), authorization });

const asViewer = (method: string, name = "", body: unknown = template("my-x"), type = "application/json"): Request => ({
  method,
  path: `/spacetemplates${name === "" ? "" : `/${name}`}`,
  ...(method !== "DELETE" && { body, type }),
  as: "viewer",
});
const forbidden = (verb: string, name = "") => ({
  status: 403,
  reason: "Forbidden",
  message: `spacetemplates.<g> ${name === "" ? "" : `"${name}" `}is forbidden: User "viewer" cannot ${verb} resource "spacetemplates" in API group "<g>" at the cluster scope`,
  match: { details: { ...(name !== "" && { name }), group: "<g>", kind: "spacetemplates" } },
});

/** Requests without a key, with a wrong one, and with one that may not do everything. */
export const whoAsks: Section = {
  title: "Who asks",
  rows: [
    { fact: "no token", request: asking(null), ...refused },
    { fact: "unknown token", request: asking("Bearer unknown"), ...refused },
    { fact: "empty token", request: asking("Bearer "), ...refused },
    { fact: "Authorization: the token alone", request: asking("my-key"), ...refused },
    {
      fact: "nobody + broken JSON: who asks is checked first",
      request: { method: "POST", path: "/spacetemplates", body: "{", type: "application/json", authorization: null },
      ...refused,
    },
    { fact: "viewer, GET list", request: { ...get("/spacetemplates?limit=1"), as: "viewer" }, status: 200 },
    { fact: "viewer, POST", request: asViewer("POST"), ...forbidden("create") },
    { fact: "viewer, POST of broken JSON", request: asViewer("POST", "", "{"), ...forbidden("create") },
    {
      fact: "viewer, POST of an unknown type",
      request: asViewer("POST", "", "a", "text/html"),
      ...forbidden("create"),
    },
    { fact: "viewer, PUT", request: asViewer("PUT", "my-x"), ...forbidden("update", "my-x") },
    {
      fact: "viewer, PATCH of an unknown name",
      request: asViewer("PATCH", "my-nope", [], "application/json-patch+json"),
      ...forbidden("patch", "my-nope"),
    },
    {
      fact: "viewer, DELETE of an unknown name",
      request: asViewer("DELETE", "my-nope"),
      ...forbidden("delete", "my-nope"),
    },
    {
      fact: "viewer, DELETE of the collection",
      // The selector finds nothing, in case that a server lets the viewer do it.
      request: { method: "DELETE", path: "/spacetemplates?labelSelector=set%3Dmy-nope", as: "viewer" },
      ...forbidden("deletecollection"),
    },
    {
      fact: "viewer, import into a project",
      request: { method: "POST", path: "/projects/my-project/importvirtualcluster", body: {}, as: "viewer" },
      status: 403,
      reason: "Forbidden",
      message:
        'projects.<g> "my-project" is forbidden: User "viewer" cannot create resource "projects/importvirtualcluster" in API group "<g>" at the cluster scope',
    },
    {
      fact: "viewer, POST into a namespace",
      request: { method: "POST", path: "/namespaces/p-web/virtualclusterinstances", body: {}, as: "viewer" },
      status: 403,
      reason: "Forbidden",
      message:
        'virtualclusterinstances.<g> is forbidden: User "viewer" cannot create resource "virtualclusterinstances" in API group "<g>" in the namespace "p-web"',
    },
  ],
};
