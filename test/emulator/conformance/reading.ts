import { bad, named, notAllowed, notFound, ok, type Rows } from "./expectations";
import { get, post, template } from "./row";

const page = { status: 404, text: "404 page not found\n" };
const apis = "//kubernetes/management/apis";
const list = (query: string) => get(`/spacetemplates?${query}`);
const two = [post(template("my-a")), post(template("my-b"))];

/** Reads of one object, of nothing, and of paths that are not served. */
export const reading: Rows = {
  "GET unknown name": [get("/spacetemplates/my-nope"), notFound],
  "GET list": [
    list("labelSelector=none%3Dmy-label"),
    ok({
      kind: "SpaceTemplateList",
      apiVersion: "<g>/v1",
      metadata: { continue: "", resourceVersion: expect.stringMatching(/^\d+$/) },
      items: [],
    }),
  ],
  "GET unknown resource type": [get("/widgets"), page],
  "GET unknown group": [get(`${apis}/management.other.sh/v1/spacetemplates`), page],
  "GET unknown version": [get(`${apis}/management.loft.sh/v9/spacetemplates`), page],
  "GET outside the prefix": [get("//version-of-nothing"), page],
  "GET double slash": [get("//kubernetes/management//apis/management.loft.sh/v1/spacetemplates"), page],
  "GET name with a slash encoded": [
    get("/spacetemplates/a%2Fb"),
    { ...notFound, match: { details: { name: "a" } }, product: notFound },
  ],
  "GET name with a space": [get("/spacetemplates/a%20b"), { ...notFound, match: { details: { name: "a b" } } }],
  "GET name with a trailing slash": [get("/spacetemplates/my-nope/"), notFound],
  "GET list, limit=abc": [list("limit=abc"), bad],
  "GET list, limit of 64 bits": [list("limit=9223372036854775807&labelSelector=none%3Dmy-label"), ok()],
  "GET list, limit of more than 64 bits": [list("limit=9223372036854775808"), bad],
  "GET list, bad labelSelector": [list("labelSelector=%3D%3D"), bad],
  "GET list, fieldSelector spec.displayName": [list("fieldSelector=spec.displayName%3Dx"), bad],
  "GET list, fieldSelector metadata.name": [...two, list("fieldSelector=metadata.name%3Dmy-nope"), ok({ items: [] })],
  "GET list, fieldSelector metadata.name of one": [
    ...two,
    list("fieldSelector=metadata.name%3Dmy-a"),
    ok(named("my-a")),
  ],
  "GET Accept text/html": [get("/spacetemplates", { accept: "text/html" }), { status: 406, reason: "NotAcceptable" }],
  "HEAD list": [{ method: "HEAD", path: "/spacetemplates" }, ok()],
  "OPTIONS list": [
    { method: "OPTIONS", path: "/spacetemplates" },
    { ...notAllowed, match: { details: { group: "<g>", kind: "spacetemplates" } } },
  ],
};
