import {
  apiVersion,
  bad,
  cannotHandle,
  created,
  invalid,
  methodNotAllowed,
  post,
  postYaml,
  type Rows,
  template,
  unsupported,
} from "./row";

const json = "application/json";
const unrecognized = "the object provided is unrecognized (must be of type SpaceTemplate): ";
/** A server of Go types takes what is missing from the path. */
const inferred = created({ kind: "SpaceTemplate", apiVersion: "<g>/v1" });

/** Bodies of a create that can or cannot be read. */
export const createBodies: Rows = {
  "POST without kind": [
    post(`{"apiVersion": "${apiVersion}", "metadata": {"name": "my-c8"}}`, "", json),
    { ...bad, native: inferred },
    `${unrecognized}Object 'Kind' is missing in '{"apiVersion": "<g>/v1", "metadata": {"name": "my-c8"}}' ({"apiVersion": "management.... ...)`,
  ],
  "POST without apiVersion and kind": [
    post('{"metadata": {"name": "my-c8"}}', "", json),
    { ...bad, native: inferred },
    `${unrecognized}Object 'Kind' is missing in '{"metadata": {"name": "my-c8"}}' ({"metadata": {"name": "...)`,
  ],
  "POST YAML without kind: the message quotes the body, and again as hex": [
    postYaml(`apiVersion: ${apiVersion}\nmetadata: {name: my-c8}\n`),
    { ...bad, native: inferred },
    `${unrecognized}Object 'Kind' is missing in 'apiVersion: <g>/v1\nmetadata: {name: my-c8}\n' (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
  ],
  "POST without apiVersion": [
    post('{"kind": "SpaceTemplate", "metadata": {"name": "my-c8"}}', "", json),
    { ...bad, native: inferred },
  ],
  "POST apiVersion v9": [
    post({ ...template("my-c9", {}), apiVersion: "management.loft.sh/v9" }),
    {
      ...bad,
      warning: '299 - "unknown field \\"spec\\""',
      native: cannotHandle('no kind "SpaceTemplate" is registered for version "<g>/v9" in scheme "..."', "v9"),
    },
    "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
  ],
  "POST apiVersion of another group": [
    post({ ...template("my-c9"), apiVersion: "apps/v1" }),
    { ...bad, native: cannotHandle('no kind "SpaceTemplate" is registered for version "apps/v1" in scheme "..."') },
    "the API version in the data (apps/v1) does not match the expected API version (<g>/v1)",
  ],
  "POST wrong kind": [
    post({ ...template("my-c9"), kind: "Project" }),
    {
      ...invalid("FieldValueInvalid kind"),
      native: { ...bad, message: 'Project in version "v1" cannot be handled as a SpaceTemplate: ...' },
    },
    'Project.<g> "my-c9" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
  ],
  "POST empty body": [
    post("", "", json),
    bad,
    `${unrecognized}couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)`,
  ],
  "POST null": [post("null", "", json), bad, `${unrecognized}Object 'Kind' is missing in 'null' (6e756c6c)`],
  "POST []": [
    post("[]", "", json),
    bad,
    `${unrecognized}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind ...`,
  ],
  "POST broken JSON": [
    post('{"apiVersion": ', "", json),
    bad,
    `${unrecognized}couldn't get version/kind; json parse error: unexpected end of JSON input ({"apiVersion": )`,
  ],
  "POST broken YAML": [
    postYaml("a: [b\nc: d"),
    bad,
    `${unrecognized}yaml: line 1: did not find expected ',' or ']' (613a205b620a633a2064)`,
  ],
  "POST YAML with two documents": [
    postYaml(
      `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-c9a}\n---\nmetadata: {name: my-c9b}\n`,
    ),
    created({ metadata: { name: "my-c9a" } }),
  ],
  "POST YAML with a doubled key": [
    postYaml(
      `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-c10}\nspec:\n  displayName: a\n  displayName: b\n`,
    ),
    created({ spec: { displayName: "b" } }, { warning: '299 - "line 6: key \\"displayName\\" already set in map"' }),
  ],
  "POST JSON body as application/yaml": [
    post(JSON.stringify(template("my-c11")), "", "application/yaml"),
    created({ metadata: { name: "my-c11" } }),
  ],
  "POST YAML body as application/json": [
    post(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\n`, "", json),
    bad,
    `${unrecognized}couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of value (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
  ],
  "POST text/yaml": [
    post("a: b", "", "text/yaml"),
    unsupported,
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  ],
  "POST application/x-yaml": [post("a: b", "", "application/x-yaml"), unsupported],
  "POST without Content-Type": [
    post(JSON.stringify(template("my-c14")), "", ""),
    created({ metadata: { name: "my-c14" } }),
  ],
  "POST onto a name, other name in the body": [
    { ...post(template("my-c15b")), path: "/spacetemplates/my-c15a" },
    created({ metadata: { name: "my-c15b" } }, { native: methodNotAllowed }),
  ],
};

const postSpec = (name: string, spec: string) =>
  post(`{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"${name}"},"spec":${spec}}`, "", json);

/** What a create keeps as it was sent. */
export const createKept: Rows = {
  "empty list, map, string, false, 0 in spec": [
    post(template("my-c35", { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } })),
    created(
      { spec: { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } } },
      { native: created({}, { absent: ["spec.access", "spec.displayName", "spec.template"] }) },
    ),
  ],
  "null in a typed field is dropped": [
    post(template("my-c35", { displayName: null })),
    created({}, { absent: ["spec.displayName"] }),
  ],
  "empty labels, annotations, finalizers": [
    post(template("my-c36", {}, { labels: {}, annotations: {}, finalizers: [] })),
    created({}, { absent: ["metadata.labels", "metadata.annotations", "metadata.finalizers"] }),
  ],
  "1.0, 1e2, 2^64, 0.1 as numbers": [
    postSpec("my-c37", '{"x":[1.0,1e2,18446744073709551616,0.1]}'),
    created({}, { only: "custom", contains: '"x":[1,100,18446744073709552000,0.1]' }),
  ],
  "2^53+1 in an untyped field": [
    postSpec("my-c38", '{"x":9007199254740993}'),
    created({}, { only: "custom", contains: '"x":9007199254740993' }),
  ],
  "doubled JSON key": [
    postSpec("my-c39", '{"description":"a","description":"b"}'),
    created({ spec: { description: "b" } }, { warning: '299 - "duplicate field \\"spec.description\\""' }),
  ],
};
