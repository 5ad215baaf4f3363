import { bad, created, invalid, notAllowed, type Row, type Rows, unsupported } from "./expectations";
import { apiVersion, post, postKey, postKeyText, postYaml, template } from "./row";

const postJson = (text: string) => post(text, "", "application/json");
// A server of Go types takes missing types from the path.
const withoutType = { ...bad, native: created({ kind: "SpaceTemplate", apiVersion: "<g>/v1" }) };
const unread = (text: string): Row => [postJson(text), bad];
const yaml = (rest: string) =>
  postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-a}\n${rest}`);
const isCreated = created({ metadata: { name: "my-a" } });

/** Bodies of a create that can or cannot be read. */
export const createBodies: Rows = {
  "POST without kind": [postJson(`{"apiVersion": "${apiVersion}", "metadata": {"name": "my-a"}}`), withoutType],
  "POST without apiVersion": [postJson('{"kind": "SpaceTemplate", "metadata": {"name": "my-a"}}'), withoutType],
  "POST without apiVersion and kind: the message quotes the body": [
    postJson('{"metadata": {"name": "my-a"}}'),
    {
      ...withoutType,
      message: `...'Kind' is missing in '{"metadata": {"name": "my-a"}}' ({"metadata": {"name": "...)`,
    },
  ],
  "POST YAML without kind: the message quotes the body, and again as hex": [
    postYaml(`apiVersion: ${apiVersion}\nmetadata: {name: my-a}\n`),
    {
      ...withoutType,
      message: "...'Kind' is missing in 'apiVersion: <g>/v1\nmetadata: {name: my-a}\n' (61706956657273696f6e3a20...)",
    },
  ],
  "POST apiVersion v9": [
    post({ ...template("my-a", {}), apiVersion: "management.loft.sh/v9" }),
    { ...bad, warning: '299 - "unknown field \\"spec\\""', native: bad },
  ],
  "POST apiVersion of another group": [post({ ...template("my-a"), apiVersion: "apps/v1" }), bad],
  "POST wrong kind": [post({ ...template("my-a"), kind: "Project" }), { ...invalid("Invalid kind"), native: bad }],
  "POST empty body": unread(""),
  "POST null": unread("null"),
  "POST []": unread("[]"),
  "POST broken JSON": unread('{"apiVersion": '),
  "POST broken YAML": [postYaml("a: [b\nc: d"), bad],
  "POST YAML body as application/json": unread(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\n`),
  "POST YAML with two documents": [yaml("---\nmetadata: {name: my-ab}\n"), isCreated],
  "POST YAML with a duplicate key": [
    yaml("spec:\n  displayName: a\n  displayName: b\n"),
    created({ spec: { displayName: "b" } }, { warning: '299 - "line 6: ..."' }),
  ],
  "POST JSON body as application/yaml": [postYaml(JSON.stringify(template("my-a"))), isCreated],
  "POST text/yaml": [post("a: b", "", "text/yaml"), unsupported],
  "POST without Content-Type": [post(JSON.stringify(template("my-a")), "", ""), isCreated],
  "POST onto a name, other name in the body": [
    { ...post(template("my-ab")), path: "/spacetemplates/my-aa" },
    created({ metadata: { name: "my-ab" } }, { native: notAllowed }),
  ],
};

const postSpec = (spec: string) =>
  postJson(`{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"my-a"},"spec":${spec}}`);
const holds = (spec: string, contains: string): Row => [postSpec(spec), created({}, { only: "custom", contains })];
const withoutEmpty = ["spec.access", "spec.displayName", "spec.template"];
const emptyFields = { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } };

/** What a create keeps as it was sent. */
export const createKept: Rows = {
  "empty list, map, string, false, 0 in spec": [
    post(template("my-a", emptyFields)),
    created(
      { spec: emptyFields },
      {
        native: created({}, { absent: withoutEmpty }),
        product: created(
          { spec: { template: { metadata: {}, instanceTemplate: { metadata: {} } } } },
          { absent: withoutEmpty.filter((path) => path !== "spec.template"), warning: "299 - ..." },
        ),
      },
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
  "1.0, 1e2, 2^64, 0.1 as numbers": holds(
    '{"x":[1.0,1e2,18446744073709551616,0.1]}',
    '"x":[1,100,18446744073709552000,0.1]',
  ),
  "2^53+1 in an untyped field": holds('{"x":9007199254740993}', '"x":9007199254740993'),
  "duplicate JSON key": [
    postSpec('{"description":"a","description":"b"}'),
    created({ spec: { description: "b" } }, { warning: '299 - "duplicate field ..."' }),
  ],
};

const isWrong = (field: string) => ({ ...invalid(`TypeInvalid ${field}`), native: bad });
const inTemplate = (field: string, spec: object): Row => [post(template("my-a", spec)), isWrong(field)];
const inKey = (field: string, spec: string): Row => [postKeyText("my-k", spec), isWrong(field)];

/** Fields of a wrong type. */
export const wrongTypes: Rows = {
  "spec.displayName a number": inTemplate("spec.displayName", { displayName: 5 }),
  "spec.access an object": inTemplate("spec.access", { access: {} }),
  "a label of spec.template a number": inTemplate("spec.template.metadata.labels.a", {
    template: { metadata: { labels: { a: 1 } } },
  }),
  "spec.template.objects a list": inTemplate("spec.template.objects", { template: { objects: [] } }),
  "every wrong field has its cause": [
    post(template("my-a", { displayName: 5, description: true }, { labels: { a: "!" } })),
    {
      ...invalid("Invalid metadata.labels", "TypeInvalid spec.displayName", "TypeInvalid spec.description"),
      native: bad,
    },
  ],
  "metadata.labels a list": [post(template("my-a", {}, { labels: [] })), bad],
  "metadata.name a number": [post(template(undefined, {}, { name: 5 })), bad],
  "key: ttl 1.5": inKey("spec.ttl", '{"ttl":1.5}'),
  "key: ttl 2^63-1": [
    postKeyText("my-k", '{"ttl":9223372036854775807}'),
    created({}, { contains: '"ttl":9223372036854775807' }),
  ],
  "key: ttl 2^63": inKey("spec.ttl", '{"ttl":9223372036854775808}'),
  "key: ttl -1": [postKey("my-k", { ttl: -1 }), created({ spec: { ttl: -1 } })],
  'key: disabled "true"': inKey("spec.disabled", '{"disabled":"true"}'),
};

/** YAML scalars, and the JSON that they are read as. */
const scalars = {
  ...{ yes: "true", no: "false", on: "true", off: "false", y: "true", TRUE: "true", true: "true", "~": "null" },
  ...{ "012": "10", "08": "8", "0o14": "12", "0x1F": "31", "0b11": "3", "1_000": "1000", "0x": '"0x"' },
  ...{ ".5": "0.5", "+1": "1", "1e3": "1000", "1.": "1", "-0": "0", "1e400": '"1e400"', "1,000": '"1,000"' },
  ...{ "1:30": '"1:30"', "2020-01-01": '"2020-01-01"', "<<x": '"<<x"', "=": '"="' },
};
const keys = { y: "true", "012": "10", "1.0": "1", "2020-01-01": "2020-01-01" };

const scalarRows = Object.entries(scalars).map(([plain, json]): [string, Row] => [
  plain,
  [yaml(`spec:\n  x: ${plain}\n`), created({}, { contains: `"x":${json}`, only: "custom" })],
]);
const keyRows = Object.entries(keys).map(([plain, key]): [string, Row] => [
  `as a map key: ${plain}`,
  [yaml(`spec: {template: {metadata: {labels: {${plain}: x}}}}\n`), created({}, { contains: `{"${key}":"x"}` })],
]);

/** Plain YAML scalars as the server reads them. */
export const yamlScalars: Rows = {
  ...Object.fromEntries([...scalarRows, ...keyRows]),
  ".inf": [yaml("spec: {x: .inf}\n"), bad],
  "as a map key: null": [yaml("spec: {x: {null: x}}\n"), bad],
  "y as displayName": [yaml("spec: {displayName: y}\n"), { ...invalid(), native: bad }],
  "a boolean as a label value": [
    postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-a, labels: {a: on}}\n`),
    bad,
  ],
};
