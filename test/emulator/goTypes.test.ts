import { bad, get, merge, ok, post, postKey, type Row, template } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { platformTest } from "./withPlatform";

const cannotHandle = (kind: string, as: string, why: string) =>
  `${kind} in version "v1" cannot be handled as a ${as}: ${why}`;
const undecodable = (spec: object, why: string): Row => [
  post(template("a", spec)),
  bad,
  cannotHandle("SpaceTemplate", "SpaceTemplate", `json: cannot unmarshal ${why}`),
];
const badKey = (spec: object, why: string): Row => [
  postKey("a", spec),
  bad,
  cannotHandle("OwnedAccessKey", "OwnedAccessKey", `json: cannot unmarshal ${why}`),
];
const badKind = (kind: string, why: string): Row => [
  post(template("a", {}, {}, { kind })),
  bad,
  cannotHandle(kind, "SpaceTemplate", why),
];
const goType = (type: string, field: string) => `into Go struct field ${field} of type ${type}`;
// judge() compares with toMatchObject, which accepts more fields than it is given.
const specIs = (title: string, spec: object, expected: object, omitEmpty = true) =>
  platformTest(title, { omitEmpty }, async (platform) => {
    const { body } = await send(platform, post(template("a", spec)));
    expect(body.spec).toEqual(expected);
    expect((await send(platform, get("/spacetemplates/a"))).body.spec).toEqual(expected);
  });

describe("a server of Go types", () => {
  platformRows(
    {
      "refuses a wrong type with the first error": undecodable(
        { displayName: 5, description: true },
        `number ${goType("string", "SpaceTemplateSpec.spec.displayName")}`,
      ),
      "refuses a wrong type in a list": undecodable(
        { access: [{}, { users: {} }] },
        `object ${goType("[]string", "Access.spec.access.users")}`,
      ),
      "refuses a wrong type in a map": undecodable(
        { template: { metadata: { labels: { a: 1 } } } },
        `number ${goType("string", "Metadata.spec.template.metadata.labels")}`,
      ),
      "refuses a text for a group": undecodable(
        { template: "x" },
        `string ${goType("v1.Template", "SpaceTemplateSpec.spec.template")}`,
      ),
      "refuses a group for a list": undecodable(
        { access: {} },
        `object ${goType("[]v1.Access", "SpaceTemplateSpec.spec.access")}`,
      ),
      "refuses a fraction": badKey({ ttl: 1.5 }, `number 1.5 ${goType("int64", "OwnedAccessKeySpec.spec.ttl")}`),
      "refuses a text for the flag allowLoftCLI": badKey(
        { scope: { allowLoftCLI: "yes" } },
        `string ${goType("bool", "Scope.spec.scope.allowLoftCLI")}`,
      ),
      "refuses a text for the flag allowLoftCli": badKey(
        { scope: { allowLoftCli: "yes" } },
        `string ${goType("bool", "Scope.spec.scope.allowLoftCli")}`,
      ),
      "refuses another kind": badKind(
        "Project",
        "converting (v1.Project) to (management.SpaceTemplate): unknown conversion",
      ),
      "refuses an unknown kind": badKind(
        "Pod",
        'no kind "Pod" is registered for version "management.loft.sh/v1" in scheme "pkg/runtime/scheme.go:110"',
      ),
      "takes the empty value of a field for its removal, and for no change afterwards": [
        post(template("a", { displayName: "x" })),
        merge("a", { spec: { displayName: "" } }),
        merge("a", { spec: { displayName: "" } }),
        ok({}, { contains: '"spec":{}', sameVersionAs: 1 }),
      ],
    },
    { omitEmpty: true },
  );

  specIs(
    "keeps unspecified fields of any type",
    { owner: { user: "u" }, more: [1] },
    { owner: { user: "u" }, more: [1] },
  );
  specIs(
    "drops empty fields at every depth, also unspecified ones",
    { displayName: "", description: "d", access: [], extra: { off: false, zero: 0, none: [], deep: { a: {} } } },
    { description: "d" },
  );
  specIs(
    "keeps empty entries of maps and items of lists",
    { template: { metadata: { labels: { a: "" } } }, access: [{ users: [""], verbs: [] }, {}] },
    { template: { metadata: { labels: { a: "" } } }, access: [{ users: [""] }, {}] },
  );
});

specIs(
  "a server of custom resources keeps empty fields",
  { displayName: "", access: [] },
  { displayName: "", access: [] },
  false,
);
