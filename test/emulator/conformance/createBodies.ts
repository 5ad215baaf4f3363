import {
  apiVersion,
  bad,
  cannotHandle,
  created,
  invalid,
  methodNotAllowed,
  post,
  postYaml,
  type Request,
  type Row,
  type Rows,
  template,
  unsupported,
} from "./row";

const unrecognized = "the object provided is unrecognized (must be of type SpaceTemplate): ";
/** A server of Go types takes what is missing from the path. */
const inferred = created({ kind: "SpaceTemplate", apiVersion: "<g>/v1" });

const postJson = (text: string) => post(text, "", "application/json");
const withoutType = { ...bad, native: inferred };
/** A body that the server cannot read. */
const unread = (request: Request, why: string): Row => [request, bad, `${unrecognized}${why}`];
const noJson = "couldn't get version/kind; json parse error: ";

/** Bodies of a create that can or cannot be read. */
export const createBodies: Rows = {
  "POST without kind": [
    postJson(`{"apiVersion": "${apiVersion}", "metadata": {"name": "my-a"}}`),
    withoutType,
    `${unrecognized}Object 'Kind' is missing in '{"apiVersion": "<g>/v1", "metadata": {"name": "my-a"}}' ({"apiVersion": "management.... ...)`,
  ],
  "POST without apiVersion and kind": [
    postJson('{"metadata": {"name": "my-a"}}'),
    withoutType,
    `${unrecognized}Object 'Kind' is missing in '{"metadata": {"name": "my-a"}}' ({"metadata": {"name": "...)`,
  ],
  "POST YAML without kind: the message quotes the body, and again as hex": [
    postYaml(`apiVersion: ${apiVersion}\nmetadata: {name: my-a}\n`),
    withoutType,
    `${unrecognized}Object 'Kind' is missing in 'apiVersion: <g>/v1\nmetadata: {name: my-a}\n' (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
  ],
  "POST without apiVersion": [postJson('{"kind": "SpaceTemplate", "metadata": {"name": "my-a"}}'), withoutType],
  "POST apiVersion v9": [
    post({ ...template("my-a", {}), apiVersion: "management.loft.sh/v9" }),
    {
      ...bad,
      warning: '299 - "unknown field \\"spec\\""',
      native: cannotHandle('no kind "SpaceTemplate" is registered for version "<g>/v9" in scheme "..."', "v9"),
    },
    "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
  ],
  "POST apiVersion of another group": [
    post({ ...template("my-a"), apiVersion: "apps/v1" }),
    { ...bad, native: cannotHandle('no kind "SpaceTemplate" is registered for version "apps/v1" in scheme "..."') },
    "the API version in the data (apps/v1) does not match the expected API version (<g>/v1)",
  ],
  "POST wrong kind": [
    post({ ...template("my-a"), kind: "Project" }),
    {
      ...invalid("FieldValueInvalid kind"),
      native: { ...bad, message: 'Project in version "v1" cannot be handled as a SpaceTemplate: ...' },
    },
    'Project.<g> "my-a" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
  ],
  "POST empty body": unread(postJson(""), `${noJson}unexpected end of JSON input (<empty>)`),
  "POST null": unread(postJson("null"), `Object 'Kind' is missing in 'null' (6e756c6c)`),
  "POST []": unread(
    postJson("[]"),
    `${noJson}json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind ...`,
  ),
  "POST broken JSON": unread(postJson('{"apiVersion": '), `${noJson}unexpected end of JSON input ({"apiVersion": )`),
  "POST broken YAML": unread(
    postYaml("a: [b\nc: d"),
    `yaml: line 1: did not find expected ',' or ']' (613a205b620a633a2064)`,
  ),
  "POST YAML with two documents": [
    postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-aa}\n---\nmetadata: {name: my-ab}\n`),
    created({ metadata: { name: "my-aa" } }),
  ],
  "POST YAML with a doubled key": [
    postYaml(
      `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-a}\nspec:\n  displayName: a\n  displayName: b\n`,
    ),
    created({ spec: { displayName: "b" } }, { warning: '299 - "line 6: key \\"displayName\\" already set in map"' }),
  ],
  "POST JSON body as application/yaml": [
    post(JSON.stringify(template("my-a")), "", "application/yaml"),
    created({ metadata: { name: "my-a" } }),
  ],
  "POST YAML body as application/json": unread(
    postJson(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\n`),
    `${noJson}invalid character 'a' looking for beginning of value (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
  ),
  "POST text/yaml": [
    post("a: b", "", "text/yaml"),
    unsupported,
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  ],
  "POST application/x-yaml": [post("a: b", "", "application/x-yaml"), unsupported],
  "POST without Content-Type": [
    post(JSON.stringify(template("my-a")), "", ""),
    created({ metadata: { name: "my-a" } }),
  ],
  "POST onto a name, other name in the body": [
    { ...post(template("my-ab")), path: "/spacetemplates/my-aa" },
    created({ metadata: { name: "my-ab" } }, { native: methodNotAllowed }),
  ],
};

const postSpec = (spec: string) =>
  postJson(`{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"my-a"},"spec":${spec}}`);

const emptyFields = { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } };

/** What a create keeps as it was sent. */
export const createKept: Rows = {
  "empty list, map, string, false, 0 in spec": [
    post(template("my-a", emptyFields)),
    created(
      { spec: emptyFields },
      { native: created({}, { absent: ["spec.access", "spec.displayName", "spec.template"] }) },
    ),
  ],
  "null in a typed field is dropped": [
    post(template("my-a", { displayName: null })),
    created({}, { absent: ["spec.displayName"] }),
  ],
  "empty labels, annotations, finalizers": [
    post(template("my-a", {}, { labels: {}, annotations: {}, finalizers: [] })),
    created({}, { absent: ["metadata.labels", "metadata.annotations", "metadata.finalizers"] }),
  ],
  "1.0, 1e2, 2^64, 0.1 as numbers": [
    postSpec('{"x":[1.0,1e2,18446744073709551616,0.1]}'),
    created({}, { only: "custom", contains: '"x":[1,100,18446744073709552000,0.1]' }),
  ],
  "2^53+1 in an untyped field": [
    postSpec('{"x":9007199254740993}'),
    created({}, { only: "custom", contains: '"x":9007199254740993' }),
  ],
  "doubled JSON key": [
    postSpec('{"description":"a","description":"b"}'),
    created({ spec: { description: "b" } }, { warning: '299 - "duplicate field \\"spec.description\\""' }),
  ],
};
