import { apiVersion, get, post, postYaml, type Section, template } from "./row";

const bad = { status: 400, reason: "BadRequest" };
const invalid = { status: 422, reason: "Invalid" };
const unrecognized = "the object provided is unrecognized (must be of type SpaceTemplate): ";
const json = "application/json";
const owner = (fields: object) => ({ apiVersion: "v1", kind: "Namespace", name: "a", uid: "a", ...fields });

export const create: Section = {
  title: "Create",
  rows: [
    {
      fact: "POST minimal JSON",
      request: post(template("c1", { displayName: "d" })),
      status: 201,
      match: { metadata: { generation: 1 }, spec: { displayName: "d" }, status: {} },
    },
    {
      fact: "POST YAML, Accept */*",
      request: {
        ...postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: c2\n`),
        headers: { accept: "*/*" },
      },
      status: 201,
      match: { metadata: { name: "c2" }, status: {} },
    },
    {
      fact: "POST no name",
      request: post(template(undefined)),
      ...invalid,
      message: 'SpaceTemplate.<g> "" is invalid: metadata.name: Required value: name or generateName is required',
      causes: ["FieldValueRequired metadata.name"],
    },
    {
      fact: "POST bad name",
      request: post(template("Bad_Name")),
      ...invalid,
      message:
        'SpaceTemplate.<g> "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must ...',
      causes: ["FieldValueInvalid metadata.name"],
    },
    {
      fact: "POST name of 254 characters",
      request: post(template("a".repeat(254))),
      ...invalid,
      message:
        'SpaceTemplate.<g> "a..." is invalid: metadata.name: Invalid value: "a...": must be no more than 253 characters',
      causes: ["FieldValueInvalid metadata.name"],
    },
    {
      fact: "POST with resourceVersion",
      request: post(template("c3", {}, { resourceVersion: "5" })),
      status: 500,
      message: "resourceVersion should not be set on objects to be created",
      absent: ["reason"],
    },
    { fact: 'POST with resourceVersion "0"', request: post(template("c3", {}, { resourceVersion: "0" })), status: 201 },
    {
      fact: "POST with uid, generation, creationTimestamp set",
      request: post(template("c4", {}, { uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" })),
      status: 201,
      match: {
        metadata: {
          generation: 1,
          uid: expect.not.stringMatching(/^mine$/),
          creationTimestamp: expect.not.stringMatching(/^2001/),
        },
      },
    },
    {
      fact: "POST with deletionTimestamp set",
      request: post(template("c5", {}, { deletionTimestamp: "2001-01-01T00:00:00Z" })),
      status: 201,
      absent: ["metadata.deletionTimestamp"],
    },
    {
      fact: "POST with selfLink",
      request: post(template("c6", {}, { selfLink: "/x" })),
      status: 201,
      absent: ["metadata.selfLink"],
    },
    {
      fact: "POST with namespace",
      request: post(template("c7", {}, { namespace: "x" })),
      status: 201,
      absent: ["metadata.namespace"],
    },
    {
      fact: "POST without kind",
      request: post(`{"apiVersion": "${apiVersion}", "metadata": {"name": "c8"}}`, "", json),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in '{"apiVersion": "<g>/v1", "metadata": {"name": "c8"}}' ({"apiVersion": "management.lof ...)`,
    },
    {
      fact: "POST without apiVersion and kind",
      request: post('{"metadata": {"name": "c8"}}', "", json),
      ...bad,
      message: `${unrecognized}Object 'Kind' is missing in '{"metadata": {"name": "c8"}}' ({"metadata": {"name": "c8"}})`,
    },
    {
      fact: "POST without apiVersion",
      request: post('{"kind": "SpaceTemplate", "metadata": {"name": "c8"}}', "", json),
      ...bad,
    },
    {
      fact: "POST apiVersion v9",
      request: post({ ...template("c9", {}), apiVersion: "management.loft.sh/v9" }),
      ...bad,
      message: "the API version in the data (<g>/v9) does not match the expected API version (<g>/v1)",
      warning: '299 - "unknown field \\"spec\\""',
    },
    {
      fact: "POST apiVersion of another group",
      request: post({ ...template("c9"), apiVersion: "apps/v1" }),
      ...bad,
      message: "the API version in the data (apps/v1) does not match the expected API version (<g>/v1)",
    },
    {
      fact: "POST wrong kind",
      request: post({ ...template("c9"), kind: "Project" }),
      ...invalid,
      message: 'Project.<g> "c9" is invalid: kind: Invalid value: "Project": must be SpaceTemplate',
      causes: ["FieldValueInvalid kind"],
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
      message: `${unrecognized}yaml: line ... (613a205b620a633a2064)`,
    },
    {
      fact: "POST YAML with two documents",
      request: postYaml(
        `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: c9a}\n---\nmetadata: {name: c9b}\n`,
      ),
      status: 201,
      match: { metadata: { name: "c9a" } },
    },
    {
      fact: "POST YAML with a doubled key",
      request: postYaml(
        `apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: c10}\nspec:\n  displayName: a\n  displayName: b\n`,
      ),
      status: 201,
      match: { spec: { displayName: "b" } },
      warning: '299 - "line 6: key \\"displayName\\" already set in map"',
    },
    {
      fact: "POST JSON body as application/yaml",
      request: post(JSON.stringify(template("c11")), "", "application/yaml"),
      status: 201,
      match: { metadata: { name: "c11" } },
    },
    {
      fact: "POST YAML body as application/json",
      request: post(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\n`, "", json),
      ...bad,
      message: `${unrecognized}couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of value (61706956657273696f6e3a206d616e6167656d656e742e6c6f66742e7368 ...)`,
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
      request: post(JSON.stringify(template("c14")), "", ""),
      status: 201,
      match: { metadata: { name: "c14" } },
    },
    {
      fact: "POST onto a name, other name in the body",
      request: { ...post(template("c15b")), path: "/spacetemplates/c15a" },
      status: 201,
      match: { metadata: { name: "c15b" } },
    },
    { fact: "POST spec null", request: post(template("c16", null)), status: 201, match: { spec: {} } },
    {
      fact: "POST status with content (status subresource)",
      request: post(template("c17", {}, {}, { status: { x: 1 } })),
      status: 201,
      contains: '"status":{}',
    },
    {
      fact: "POST top-level unknown field",
      request: post(template("c18", {}, {}, { bogus: 1 })),
      status: 201,
      absent: ["bogus"],
      warning: '299 - "unknown field \\"bogus\\""',
    },
    {
      fact: "POST top-level unknown field, fieldValidation=Strict",
      request: post(template("c19", {}, {}, { bogus: 1 }), "?fieldValidation=Strict"),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error: unknown field "bogus"',
    },
    {
      fact: "POST unknown metadata field, fieldValidation=Strict",
      request: post(template("c20", {}, { bogus: 1 }), "?fieldValidation=Strict"),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error: unknown field "metadata.bogus"',
    },
    {
      fact: "POST unknown metadata field",
      request: post(template("c21", {}, { bogus: 1 })),
      status: 201,
      absent: ["metadata.bogus"],
      warning: '299 - "unknown field \\"metadata.bogus\\""',
    },
    {
      fact: "POST fieldValidation=Nope",
      request: post(template("c22"), "?fieldValidation=Nope"),
      ...invalid,
      message:
        'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Nope": supported values: "", "Ignore", "Strict", "Warn"',
      causes: ["FieldValueNotSupported fieldValidation"],
    },
    {
      fact: "POST generateName",
      request: post(template(undefined, {}, { generateName: "gen-" })),
      status: 201,
      match: {
        metadata: { name: expect.stringMatching(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/), generateName: "gen-" },
      },
    },
    {
      fact: "POST name and generateName",
      request: post(template("c24", {}, { generateName: "gen-" })),
      status: 201,
      match: { metadata: { name: "c24", generateName: "gen-" } },
    },
    {
      fact: "POST name and generateName, name taken",
      given: [post(template("c24"))],
      request: post(template("c24", {}, { generateName: "gen-" })),
      status: 409,
      reason: "AlreadyExists",
      message:
        'spacetemplates.<g> "c24" already exists, the server was not able to generate a unique name for the object',
      match: { details: { retryAfterSeconds: 1 } },
      retryAfter: "1",
    },
    {
      fact: "POST generateName of 300 characters",
      request: post(template(undefined, {}, { generateName: "g".repeat(300) })),
      ...invalid,
      message:
        'SpaceTemplate.<g> "g..." is invalid: metadata.generateName: Invalid value: "g...": must be no more than 253 characters',
      causes: ["FieldValueInvalid metadata.generateName"],
    },
    {
      fact: "POST dryRun=All",
      request: post(template("c25"), "?dryRun=All"),
      status: 201,
      match: { metadata: { name: "c25" } },
    },
    {
      fact: "GET after dryRun",
      given: [post(template("c25"), "?dryRun=All")],
      request: get("/spacetemplates/c25"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "c25" not found',
    },
    {
      fact: "POST dryRun=All, name taken",
      given: [post(template("c1"))],
      request: post(template("c1"), "?dryRun=All"),
      status: 409,
      reason: "AlreadyExists",
      message: 'spacetemplates.<g> "c1" already exists',
    },
    {
      fact: "POST dryRun=yes",
      request: post(template("c26"), "?dryRun=yes"),
      ...invalid,
      message: 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["yes"]: supported values: "All"',
      causes: ["FieldValueNotSupported dryRun"],
    },
    {
      fact: "POST label value not allowed",
      request: post(template("c27", {}, { labels: { a: "not ok!" } })),
      ...invalid,
      message:
        "SpaceTemplate.<g> \"c27\" is invalid: metadata.labels: Invalid value: \"not ok!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e...",
      causes: ["FieldValueInvalid metadata.labels"],
    },
    {
      fact: "POST label key not allowed",
      request: post(template("c27", {}, { labels: { "-a/": "x" } })),
      ...invalid,
      message:
        'SpaceTemplate.<g> "c27" is invalid: [metadata.labels: Invalid value: "-a/": prefix part a lowercase RFC 1123 subdomain must ..., metadata.labels: Invalid value: "-a/": name part must be non-empty, metadata.labels: Invalid value: "...',
      causes: [
        "FieldValueInvalid metadata.labels",
        "FieldValueInvalid metadata.labels",
        "FieldValueInvalid metadata.labels",
      ],
    },
    {
      fact: "POST label value a number",
      request: post(template("c27", {}, { labels: { a: 1 } })),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    },
    {
      fact: "POST annotation key not allowed",
      request: post(template("c27", {}, { annotations: { "a b": "x" } })),
      ...invalid,
      message:
        "SpaceTemplate.<g> \"c27\" is invalid: metadata.annotations: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name...",
      causes: ["FieldValueInvalid metadata.annotations"],
    },
    {
      fact: "POST annotations of 262144 bytes in all",
      request: post(template("c28", {}, { annotations: { a: "x".repeat(262_143) } })),
      status: 201,
      match: { metadata: { name: "c28" } },
    },
    {
      fact: "POST annotations of 262145 bytes in all",
      request: post(template("c29", {}, { annotations: { a: "x".repeat(262_144) } })),
      ...invalid,
      message: 'SpaceTemplate.<g> "c29" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
      causes: ["FieldValueTooLong metadata.annotations"],
    },
    {
      fact: "POST finalizer without a slash",
      request: post(template("c30", {}, { finalizers: ["plain"] })),
      status: 201,
      warning:
        '299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
    },
    {
      fact: "POST the same finalizer twice",
      request: post(template("c30", {}, { finalizers: ["x.test/a", "x.test/a"] })),
      status: 201,
      match: { metadata: { finalizers: ["x.test/a", "x.test/a"] } },
    },
    {
      fact: "POST ownerReference without uid",
      request: post(template("c31", {}, { ownerReferences: [owner({ uid: "" })] })),
      ...invalid,
      message: 'SpaceTemplate.<g> "c31" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      causes: ["FieldValueInvalid metadata.ownerReferences.uid"],
    },
    {
      fact: "POST two controllers",
      request: post(
        template(
          "c31",
          {},
          { ownerReferences: [owner({ controller: true }), owner({ name: "b", uid: "b", controller: true })] },
        ),
      ),
      ...invalid,
      message:
        'SpaceTemplate.<g> "c31" is invalid: metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Namespace","name":"a","uid":"a","controller":true},{"apiVersion":"v1","kind":"Namespace","name":"b","uid":"b","controller":tr...',
      causes: ["FieldValueInvalid metadata.ownerReferences"],
    },
    {
      fact: "POST body of 3 MiB",
      request: post(template("c32", { description: "x".repeat(3 * 1024 * 1024) })),
      status: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    },
    {
      fact: "POST body of 1.6 MiB (etcd limit)",
      request: post(template("c33", { description: "x".repeat(1_677_721) })),
      status: 500,
      message: "etcdserver: request is too large",
      absent: ["reason"],
    },
    {
      fact: "POST body of 1.4 MiB",
      request: post(template("c34", { description: "x".repeat(1_468_006) })),
      status: 201,
    },
    {
      fact: "empty list, map, string, false, 0 in spec are kept",
      request: post(template("c35", { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } })),
      status: 201,
      match: { spec: { access: [], displayName: "", template: {}, x: { b: false, i: 0, n: null } } },
    },
    {
      fact: "null in a typed field is dropped",
      request: post(template("c35", { displayName: null })),
      status: 201,
      absent: ["spec.displayName"],
    },
    {
      fact: "empty labels, annotations, finalizers are dropped",
      request: post(template("c36", {}, { labels: {}, annotations: {}, finalizers: [] })),
      status: 201,
      absent: ["metadata.labels", "metadata.annotations", "metadata.finalizers"],
    },
    {
      fact: "1.0, 1e2, 2^64, 0.1 as numbers",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"c37"},"spec":{"x":[1.0,1e2,18446744073709551616,0.1]}}`,
        "",
        json,
      ),
      status: 201,
      contains: '"x":[1,100,18446744073709552000,0.1]',
    },
    {
      fact: "2^53+1 in an untyped field",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"c38"},"spec":{"x":9007199254740993}}`,
        "",
        json,
      ),
      status: 201,
      contains: '"x":9007199254740993',
    },
    {
      fact: "doubled JSON key",
      request: post(
        `{"apiVersion":"${apiVersion}","kind":"SpaceTemplate","metadata":{"name":"c39"},"spec":{"description":"a","description":"b"}}`,
        "",
        json,
      ),
      status: 201,
      match: { spec: { description: "b" } },
      warning: '299 - "duplicate field \\"spec.description\\""',
    },
  ],
  todo: ["a 429 with Retry-After while the storage of a new kind starts"],
};
