import { get, post, type Section, template } from "./row";

const page = { status: 404, text: "404 page not found\n" };

/** Reads of one object, of nothing, and of what is not served. */
export const reading: Section = {
  title: "Reading",
  rows: [
    {
      fact: "GET unknown name",
      request: get("/spacetemplates/my-nope"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-nope" not found',
      match: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 404 },
    },
    {
      fact: "GET list",
      request: get("/spacetemplates?labelSelector=none%3Dmy-label"),
      status: 200,
      match: {
        kind: "SpaceTemplateList",
        apiVersion: "<g>/v1",
        metadata: { continue: "", resourceVersion: expect.stringMatching(/^\d+$/) },
        items: [],
      },
    },
    { fact: "GET unknown resource type", request: get("/widgets"), ...page },
    {
      fact: "GET unknown group",
      request: get("//kubernetes/management/apis/management.other.sh/v1/spacetemplates"),
      ...page,
    },
    {
      fact: "GET unknown version",
      request: get("//kubernetes/management/apis/management.loft.sh/v9/spacetemplates"),
      ...page,
    },
    { fact: "GET outside the prefix", request: get("//version-of-nothing"), ...page },
    {
      fact: "GET name with a slash encoded",
      request: get("/spacetemplates/a%2Fb"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "a" not found',
    },
    {
      fact: "GET list, limit=abc",
      request: get("/spacetemplates?limit=abc"),
      status: 400,
      reason: "BadRequest",
      message: 'strconv.ParseInt: parsing "abc": invalid syntax',
    },
    {
      fact: "GET list, bad labelSelector",
      request: get("/spacetemplates?labelSelector=%3D%3D"),
      status: 400,
      reason: "BadRequest",
      message: "found '==', expected: !, identifier, or 'end of string'",
    },
    {
      fact: "GET list, fieldSelector spec.displayName",
      request: get("/spacetemplates?fieldSelector=spec.displayName%3Dx"),
      status: 400,
      reason: "BadRequest",
      message: "field label not supported: spec.displayName",
    },
    {
      fact: "GET list, fieldSelector metadata.name",
      given: [post(template("my-a")), post(template("my-b"))],
      request: get("/spacetemplates?fieldSelector=metadata.name%3Dmy-nope"),
      status: 200,
      match: { items: [] },
    },
    {
      fact: "GET list, fieldSelector metadata.name of one",
      given: [post(template("my-a")), post(template("my-b"))],
      request: get("/spacetemplates?fieldSelector=metadata.name%3Dmy-a"),
      status: 200,
      match: { items: [{ metadata: { name: "my-a" } }] },
    },
    {
      fact: "GET Accept text/html",
      request: get("/spacetemplates", { accept: "text/html" }),
      status: 406,
      reason: "NotAcceptable",
      message:
        "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    },
    {
      fact: "GET Accept application/yaml",
      request: get("/spacetemplates/my-nope", { accept: "application/yaml" }),
      status: 404,
      contains:
        "apiVersion: v1\ncode: 404\ndetails:\n  group: management.loft.sh\n  kind: spacetemplates\n  name: my-nope\nkind: Status\nmessage: spacetem",
    },
    {
      fact: "GET name with a trailing slash",
      request: get("/spacetemplates/my-nope/"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-nope" not found',
    },
    {
      fact: "GET double slash",
      request: get("//kubernetes/management//apis/management.loft.sh/v1/spacetemplates"),
      ...page,
    },
    {
      fact: "GET name with a space",
      request: get("/spacetemplates/a%20b"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "a b" not found',
    },
    { fact: "HEAD list", request: { method: "HEAD", path: "/spacetemplates" }, status: 200 },
    {
      fact: "OPTIONS list",
      request: { method: "OPTIONS", path: "/spacetemplates" },
      status: 405,
      reason: "MethodNotAllowed",
      message: ' is not supported on resources of kind "spacetemplates.<g>"',
      match: { details: { group: "<g>", kind: "spacetemplates" } },
    },
  ],
};
