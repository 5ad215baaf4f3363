import { type Expectation, forbidden, get, ok, type Request, type Rows, template } from "./row";

const refused = { status: 401, reason: "Unauthorized", message: "Unauthorized", absent: ["details"] };
const asking = (authorization: string | null) => ({ ...get("/spacetemplates"), authorization });

const asViewer = (method: string, name = "", body: unknown = template("my-x"), type = "application/json"): Request => ({
  method,
  path: `/spacetemplates${name === "" ? "" : `/${name}`}`,
  ...(method !== "DELETE" && { body, type }),
  as: "viewer",
});
const denied = (verb: string, name = ""): [Expectation, string] => [
  { ...forbidden, match: { details: { ...(name !== "" && { name }), group: "<g>", kind: "spacetemplates" } } },
  `spacetemplates.<g> ${name === "" ? "" : `"${name}" `}is forbidden: User "viewer" cannot ${verb} resource "spacetemplates" in API group "<g>" at the cluster scope`,
];

/** Requests without a key, with a wrong one, and with one that may not do everything. */
export const whoAsks: Rows = {
  "no token": [asking(null), refused],
  "unknown token": [asking("Bearer unknown"), refused],
  "empty token": [asking("Bearer "), refused],
  "Authorization: the token alone": [asking("my-key"), refused],
  "nobody + broken JSON: who asks is checked first": [
    { method: "POST", path: "/spacetemplates", body: "{", type: "application/json", authorization: null },
    refused,
  ],
  "viewer, GET list": [{ ...get("/spacetemplates?limit=1"), as: "viewer" }, ok()],
  "viewer, POST": [asViewer("POST"), ...denied("create")],
  "viewer, POST of broken JSON": [asViewer("POST", "", "{"), ...denied("create")],
  "viewer, POST of an unknown type": [asViewer("POST", "", "a", "text/html"), ...denied("create")],
  "viewer, PUT": [asViewer("PUT", "my-x"), ...denied("update", "my-x")],
  "viewer, PATCH of an unknown name": [
    asViewer("PATCH", "my-nope", [], "application/json-patch+json"),
    ...denied("patch", "my-nope"),
  ],
  "viewer, DELETE of an unknown name": [asViewer("DELETE", "my-nope"), ...denied("delete", "my-nope")],
  // The selector finds nothing, in case that a server lets the viewer do it.
  "viewer, DELETE of the collection": [
    { method: "DELETE", path: "/spacetemplates?labelSelector=set%3Dmy-nope", as: "viewer" },
    ...denied("deletecollection"),
  ],
  "viewer, import into a project": [
    { method: "POST", path: "/projects/my-project/importvirtualcluster", body: {}, as: "viewer" },
    forbidden,
    'projects.<g> "my-project" is forbidden: User "viewer" cannot create resource "projects/importvirtualcluster" in API group "<g>" at the cluster scope',
  ],
  "viewer, POST into a namespace": [
    { method: "POST", path: "/namespaces/p-web/virtualclusterinstances", body: {}, as: "viewer" },
    forbidden,
    'virtualclusterinstances.<g> is forbidden: User "viewer" cannot create resource "virtualclusterinstances" in API group "<g>" in the namespace "p-web"',
  ],
};
