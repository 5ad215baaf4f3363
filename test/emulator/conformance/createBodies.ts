import { apiVersion, post, postYaml, type Section, template } from "./row";

const bad = { status: 400, reason: "BadRequest" };
const invalid = { status: 422, reason: "Invalid" };
const unrecognized = "the object provided is unrecognized (must be of type SpaceTemplate): ";
const json = "application/json";
/** A server of Go types takes what is missing from the path. */
const inferred = { status: 201, match: { kind: "SpaceTemplate", apiVersion: "<g>/v1" } };

/** Bodies of a create that can or cannot be read. */
export const createBodies: Section = {
  title: "Create: bodies",
  rows: [
    {
      fact: "POST without kind",
      request: post(`{"apiVersion": "${apiVersion}", "metadata": {"name": "my-c8"}}`, "", json),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in '{"apiVersion": "<g>/v1", "metadata": {"name": "my-c8"}}' ({"apiVersion": "management.... ...)`,
      native: inferred,
    },
    {
      fact: "POST without apiVersion and kind",
      request: post('{"metadata": {"name": "my-c8"}}', "", json),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in '{"metadata": {"name": "my-c8"}}' ({"metadata": {"name": "...)`,
      native: inferred,
    },
    {
      fact: "POST YAML without kind: the message quotes the body, and again as hex",
      request: postYaml(`apiVersion: ${apiVersion}\nmetadata: {name: my-c8}\n`),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in 'apiVersion: <g>/v1\nmetadata: {name: my-c8}\n' (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
      native: inferred,
    },
    {
      fact: "POST without apiVersion",
      request: post('{"kind": "SpaceTemplate", "metadata": {"name": "my-c8"}}', "", json),
      ...bad,
      native: inferred,
    },
    {
      fact: "POST apiVersion v9",
      request: post({ ...template("my-c9", {}), apiVersion: "management.loft.sh/v9" }),
      ...bad,
      message: "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
      warning: '299 - "unknown field \\"spec\\""',
      native: {
        ...bad,
        message:
          'SpaceTemplate in version "v9" cannot be handled as a SpaceTemplate: no kind "SpaceTemplate" is registered for version "<g>/v9" in scheme "..."',
      },
    },
    {
      fact: "POST apiVersion of another group",
      request: post({ ...template("my-c9"), apiVersion: "apps/v1" }),
      ...bad,
      message: "the API version in the data (apps/v1) does not match the expected API version (<g>/v1)",
      native: {
        ...bad,
        message:
          'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: no kind "SpaceTemplate" is registered for version "apps/v1" in scheme "..."',
      },
    },
    {
      fact: "POST wrong kind",
      request: post({ ...template("my-c9"), kind: "Project" }),
      ...invalid,
      message: 'Project.<g> "my-c9" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
      causes: ["FieldValueInvalid kind"],
      native: { ...bad, message: 'Project in version "v1" cannot be handled as a SpaceTemplate: ...' },
    },
    {
      fact: "POST empty body",
      request: post("", "", json),
      ...bad,
      message: `${unrecognized}couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)`,
    },
    {
      fact: "POST null",
      request: post("null", "", json),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in 'null' (6e756c6c)`,
    },
    {
      fact: "POST []",
      request: post("[]", "", json),
      ...bad,
      message: `${unrecognized}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind ...`,
    },
    {
      fact: "POST broken JSON",
      request: post('{"apiVersion": ', "", json),
      ...bad,
      message: `${unrecognized}couldn't get version/kind; json parse error: unexpected end of JSON input ({"apiVersion": )`,
    },
    {
      fact: "POST broken YAML",
      request: postYaml("a: [b\nc: d"),
      ...bad,
      message: `${unrecognized}yaml: line 1: did not find expected ',' or ']' (613a205b620a633a2064)`,
    },
    {
      fact: "POST YAML with two documents",
      request: postYaml(
        `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-c9a}\n---\nmetadata: {name: my-c9b}\n`,
      ),
      status: 201,
      match: { metadata: { name: "my-c9a" } },
    },
    {
      fact: "POST YAML with a doubled key",
      request: postYaml(
        `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-c10}\nspec:\n  displayName: a\n  displayName: b\n`,
      ),
      status: 201,
      match: { spec: { displayName: "b" } },
      warning: '299 - "line 6: key \\"displayName\\" already set in map"',
    },
    {
      fact: "POST JSON body as application/yaml",
      request: post(JSON.stringify(template("my-c11")), "", "application/yaml"),
      status: 201,
      match: { metadata: { name: "my-c11" } },
    },
    {
      fact: "POST YAML body as application/json",
      request: post(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\n`, "", json),
      ...bad,
      message: `${unrecognized}couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of value (61706956657273696f6e3a206d616e6167656d656e742e... ...)`,
    },
    {
      fact: "POST text/yaml",
      request: post("a: b", "", "text/yaml"),
      status: 415,
      reason: "UnsupportedMediaType",
      message:
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    },
    {
      fact: "POST application/x-yaml",
      request: post("a: b", "", "application/x-yaml"),
      status: 415,
      reason: "UnsupportedMediaType",
    },
    {
      fact: "POST without Content-Type",
      request: post(JSON.stringify(template("my-c14")), "", ""),
      status: 201,
      match: { metadata: { name: "my-c14" } },
    },
    {
      fact: "POST onto a name, other name in the body",
      request: { ...post(template("my-c15b")), path: "/spacetemplates/my-c15a" },
      status: 201,
      match: { metadata: { name: "my-c15b" } },
      native: {
        status: 405,
        reason: "MethodNotAllowed",
        message: "the server does not allow this method on the requested resource",
      },
    },
  ],
};
