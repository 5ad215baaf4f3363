import { type Expectation, forbidden, ok, type Row, type Rows } from "./expectations";
import { get, template } from "./row";

const json = "application/json";
const refused = { status: 401, reason: "Unauthorized", message: "Unauthorized", absent: ["details"] };
const asking = (authorization: string | null): Row => [{ ...get("/spacetemplates"), authorization }, refused];
const asViewer = (method: string, path: string, body?: unknown, type?: string, expected: object = {}): Row => [
  { method, path, as: "viewer", ...(body !== undefined && { body, type: type ?? json }) },
  { ...forbidden, ...expected } as Expectation,
];
const named = (name: string) => ({ match: { details: { name, group: "<g>", kind: "spacetemplates" } } });

/** Requests without a key, with a wrong one, and with a restricted one. */
export const whoAsks: Rows = {
  "no token": asking(null),
  "unknown token": asking("Bearer unknown"),
  "empty token": asking("Bearer "),
  "Authorization: the token alone": asking("my-key"),
  "the caller is checked before the body": [
    { method: "POST", path: "/spacetemplates", body: "{", type: json, authorization: null },
    refused,
  ],
  "viewer, GET list": [{ ...get("/spacetemplates?limit=1"), as: "viewer" }, ok()],
  "viewer, POST": asViewer("POST", "/spacetemplates", template("my-x")),
  "viewer, POST of broken JSON": asViewer("POST", "/spacetemplates", "{"),
  "viewer, POST of an unknown type": asViewer("POST", "/spacetemplates", "a", "text/html"),
  "viewer, PUT": asViewer("PUT", "/spacetemplates/my-x", template("my-x"), json, named("my-x")),
  "viewer, PATCH of an unknown name": asViewer("PATCH", "/spacetemplates/my-nope", [], "application/json-patch+json"),
  "viewer, DELETE of an unknown name": asViewer("DELETE", "/spacetemplates/my-nope", undefined, "", named("my-nope")),
  // The selector finds nothing, in case a server allows it.
  "viewer, DELETE of the collection": asViewer("DELETE", "/spacetemplates?labelSelector=set%3Dmy-nope"),
  "viewer, import into a project": asViewer("POST", "/projects/my-project/importvirtualcluster", {}),
  "viewer, POST into a namespace": asViewer("POST", "/namespaces/p-web/virtualclusterinstances", {}),
};
