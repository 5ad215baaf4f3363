import { bad, get, named, notAllowed, notFound, ok, post, type Rows, template } from "./row";

const page = { status: 404, text: "404 page not found\n" };

/** Reads of one object, of nothing, and of what is not served. */
export const reading: Rows = {
  "GET unknown name": [
    get("/spacetemplates/my-nope"),
    { ...notFound, match: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 404 } },
    'spacetemplates.<g> "my-nope" not found',
  ],
  "GET list": [
    get("/spacetemplates?labelSelector=none%3Dmy-label"),
    ok({
      kind: "SpaceTemplateList",
      apiVersion: "<g>/v1",
      metadata: { continue: "", resourceVersion: expect.stringMatching(/^\d+$/) },
      items: [],
    }),
  ],
  "GET unknown resource type": [get("/widgets"), page],
  "GET unknown group": [get("//kubernetes/management/apis/management.other.sh/v1/spacetemplates"), page],
  "GET unknown version": [get("//kubernetes/management/apis/management.loft.sh/v9/spacetemplates"), page],
  "GET outside the prefix": [get("//version-of-nothing"), page],
  "GET name with a slash encoded": [get("/spacetemplates/a%2Fb"), notFound, 'spacetemplates.<g> "a" not found'],
  "GET list, limit=abc": [get("/spacetemplates?limit=abc"), bad, 'strconv.ParseInt: parsing "abc": invalid syntax'],
  "GET list, bad labelSelector": [
    get("/spacetemplates?labelSelector=%3D%3D"),
    bad,
    "found '==', expected: !, identifier, or 'end of string'",
  ],
  "GET list, fieldSelector spec.displayName": [
    get("/spacetemplates?fieldSelector=spec.displayName%3Dx"),
    bad,
    "field label not supported: spec.displayName",
  ],
  "GET list, fieldSelector metadata.name": [
    post(template("my-a")),
    post(template("my-b")),
    get("/spacetemplates?fieldSelector=metadata.name%3Dmy-nope"),
    ok({ items: [] }),
  ],
  "GET list, fieldSelector metadata.name of one": [
    post(template("my-a")),
    post(template("my-b")),
    get("/spacetemplates?fieldSelector=metadata.name%3Dmy-a"),
    ok(named("my-a")),
  ],
  "GET Accept text/html": [
    get("/spacetemplates", { accept: "text/html" }),
    { status: 406, reason: "NotAcceptable" },
    "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  ],
  "GET Accept application/yaml": [
    get("/spacetemplates/my-nope", { accept: "application/yaml" }),
    {
      status: 404,
      contains:
        "apiVersion: v1\ncode: 404\ndetails:\n  group: management.loft.sh\n  kind: spacetemplates\n  name: my-nope\nkind: Status\nmessage: spacetem",
    },
  ],
  "GET name with a trailing slash": [
    get("/spacetemplates/my-nope/"),
    notFound,
    'spacetemplates.<g> "my-nope" not found',
  ],
  "GET double slash": [get("//kubernetes/management//apis/management.loft.sh/v1/spacetemplates"), page],
  "GET name with a space": [get("/spacetemplates/a%20b"), notFound, 'spacetemplates.<g> "a b" not found'],
  "HEAD list": [{ method: "HEAD", path: "/spacetemplates" }, ok()],
  "OPTIONS list": [
    { method: "OPTIONS", path: "/spacetemplates" },
    { ...notAllowed, match: { details: { group: "<g>", kind: "spacetemplates" } } },
    ' is not supported on resources of kind "spacetemplates.<g>"',
  ],
};
