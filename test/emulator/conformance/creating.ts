import {
  apiVersion,
  bad,
  cannotHandle,
  created,
  failed,
  get,
  invalid,
  notFound,
  post,
  postProject,
  postYaml,
  type Rows,
  taken,
  template,
  tooLarge,
} from "./row";

/** Names of a create, and what the server keeps for itself. */
export const createNames: Rows = {
  "POST minimal JSON": [
    post(template("my-c1", { displayName: "d" })),
    created({ metadata: { generation: 1 }, spec: { displayName: "d" }, status: {} }),
  ],
  "POST YAML, Accept */*": [
    {
      ...postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: my-c2\n`),
      headers: { accept: "*/*" },
    },
    created({ metadata: { name: "my-c2" }, status: {} }),
  ],
  "managedFields is in every response": [
    post(template("my-c1", { displayName: "d" })),
    created({
      metadata: {
        managedFields: [
          {
            operation: "Update",
            apiVersion: "<g>/v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:spec": { "f:displayName": {} } },
          },
        ],
      },
    }),
  ],
  "POST no name": [
    post(template(undefined)),
    invalid("FieldValueRequired metadata.name"),
    'SpaceTemplate.<g> "" is invalid: metadata.name: Required value: name or generateName is required',
  ],
  "POST bad name": [
    post(template("Bad_Name")),
    invalid("FieldValueInvalid metadata.name"),
    'SpaceTemplate.<g> "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain must ...',
  ],
  "POST name of 254 characters": [
    post(template("a".repeat(254))),
    invalid("FieldValueInvalid metadata.name"),
    'SpaceTemplate.<g> "a..." is invalid: metadata.name: Invalid value: "a...": must be no more than 253 characters',
  ],
  "POST with resourceVersion": [
    post(template("my-c3", {}, { resourceVersion: "5" })),
    failed,
    "resourceVersion should not be set on objects to be created",
  ],
  'POST with resourceVersion "0"': [post(template("my-c3", {}, { resourceVersion: "0" })), created()],
  "POST with uid, generation, creationTimestamp set": [
    post(template("my-c4", {}, { uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" })),
    created({
      metadata: {
        generation: 1,
        uid: expect.not.stringMatching(/^mine$/),
        creationTimestamp: expect.not.stringMatching(/^2001/),
      },
    }),
  ],
  "POST with deletionTimestamp set": [
    post(template("my-c5", {}, { deletionTimestamp: "2001-01-01T00:00:00Z" })),
    created({}, { absent: ["metadata.deletionTimestamp"] }),
  ],
  "POST with selfLink": [
    post(template("my-c6", {}, { selfLink: "/x" })),
    created({}, { absent: ["metadata.selfLink"] }),
  ],
  "POST with namespace": [
    post(template("my-c7", {}, { namespace: "x" })),
    created({}, { absent: ["metadata.namespace"] }),
  ],
  "POST with another namespace": [
    postProject("my-web"),
    {
      method: "POST",
      path: "/namespaces/p-my-web/virtualclusterinstances",
      body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "my-v", namespace: "p-my-other" } },
    },
    bad,
    "the namespace of the provided object does not match the namespace sent on the request",
  ],
};

/** Fields and options of a create that are unknown, given twice or wrong. */
export const createFields: Rows = {
  "POST spec null": [post(template("my-c16", null)), created({ spec: {} })],
  "POST status with content (status subresource)": [
    post(template("my-c17", {}, {}, { status: { x: 1 } })),
    created({}, { contains: '"status":{}' }),
  ],
  "POST top-level unknown field": [
    post(template("my-c18", {}, {}, { bogus: 1 })),
    created({}, { absent: ["bogus"], warning: '299 - "unknown field \\"bogus\\""' }),
  ],
  "POST top-level unknown field, fieldValidation=Strict": [
    post(template("my-c19", {}, {}, { bogus: 1 }), "?fieldValidation=Strict"),
    cannotHandle('strict decoding error: unknown field "bogus"'),
  ],
  "POST unknown metadata field, fieldValidation=Strict": [
    post(template("my-c20", {}, { bogus: 1 }), "?fieldValidation=Strict"),
    cannotHandle('strict decoding error: unknown field "metadata.bogus"'),
  ],
  "POST unknown metadata field": [
    post(template("my-c21", {}, { bogus: 1 })),
    created({}, { absent: ["metadata.bogus"], warning: '299 - "unknown field \\"metadata.bogus\\""' }),
  ],
  "POST fieldValidation=Nope": [
    post(template("my-c22"), "?fieldValidation=Nope"),
    invalid("FieldValueNotSupported fieldValidation"),
    'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Nope": supported values: "", "Ignore", "Strict", "Warn"',
  ],
  "POST generateName": [
    post(template(undefined, {}, { generateName: "my-gen-" })),
    created({
      metadata: { name: expect.stringMatching(/-gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/), generateName: "my-gen-" },
    }),
  ],
  "POST name and generateName": [
    post(template("my-c24", {}, { generateName: "gen-" })),
    created({ metadata: { name: "my-c24", generateName: "gen-" } }),
  ],
  "POST name and generateName, name taken": [
    post(template("my-c24")),
    post(template("my-c24", {}, { generateName: "gen-" })),
    { ...taken, match: { details: { retryAfterSeconds: 1 } }, retryAfter: "1" },
    'spacetemplates.<g> "my-c24" already exists, the server was not able to generate a unique name for the object',
  ],
  "POST generateName of 300 characters": [
    post(template(undefined, {}, { generateName: "g".repeat(300) })),
    {
      ...invalid("FieldValueInvalid metadata.generateName"),
      match: { details: { name: expect.stringMatching(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/) } },
    },
    'SpaceTemplate.<g> "g..." is invalid: metadata.generateName: Invalid value: "g...": must be no more than 253 characters',
  ],
  "POST dryRun=All": [post(template("my-c25"), "?dryRun=All"), created({ metadata: { name: "my-c25" } })],
  "GET after dryRun": [
    post(template("my-c25"), "?dryRun=All"),
    get("/spacetemplates/my-c25"),
    notFound,
    'spacetemplates.<g> "my-c25" not found',
  ],
  "POST dryRun=All, name taken": [
    post(template("my-c1")),
    post(template("my-c1"), "?dryRun=All"),
    taken,
    'spacetemplates.<g> "my-c1" already exists',
  ],
  "POST dryRun=yes": [
    post(template("my-c26"), "?dryRun=yes"),
    invalid("FieldValueNotSupported dryRun"),
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["yes"]: supported values: "All"',
  ],
};

const owner = (fields: object) => ({ apiVersion: "v1", kind: "Namespace", name: "a", uid: "a", ...fields });

/** Labels, annotations, finalizers, owners and sizes that a create may have. */
export const createMetadata: Rows = {
  "POST label value not allowed": [
    post(template("my-c27", {}, { labels: { a: "not ok!" } })),
    invalid("FieldValueInvalid metadata.labels"),
    "SpaceTemplate.<g> \"my-c27\" is invalid: metadata.labels: Invalid value: \"not ok!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e...",
  ],
  "POST label key not allowed": [
    post(template("my-c27", {}, { labels: { "-a/": "x" } })),
    invalid(
      "FieldValueInvalid metadata.labels",
      "FieldValueInvalid metadata.labels",
      "FieldValueInvalid metadata.labels",
    ),
    'SpaceTemplate.<g> "my-c27" is invalid: [metadata.labels: Invalid value: "-a/": prefix part a lowercase RFC 1123 subdomain must ..., metadata.labels: Invalid value: "-a/": name part must be non-empty, metadata.labels: Invalid value: "...',
  ],
  "POST label value a number": [
    post(template("my-c27", {}, { labels: { a: 1 } })),
    cannotHandle("json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string"),
  ],
  "POST annotation key not allowed": [
    post(template("my-c27", {}, { annotations: { "a b": "x" } })),
    invalid("FieldValueInvalid metadata.annotations"),
    "SpaceTemplate.<g> \"my-c27\" is invalid: metadata.annotations: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name...",
  ],
  "POST annotations of 262144 bytes in all": [
    post(template("my-c28", {}, { annotations: { a: "x".repeat(262_143) } })),
    created({ metadata: { name: "my-c28" } }),
  ],
  "POST annotations of 262145 bytes in all": [
    post(template("my-c29", {}, { annotations: { a: "x".repeat(262_144) } })),
    invalid("FieldValueTooLong metadata.annotations"),
    'SpaceTemplate.<g> "my-c29" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
  ],
  "POST finalizer without a slash": [
    post(template("my-c30", {}, { finalizers: ["plain"] })),
    created(
      {},
      {
        warning:
          '299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
      },
    ),
  ],
  "POST the same finalizer twice": [
    post(template("my-c30", {}, { finalizers: ["x.test/a", "x.test/a"] })),
    created({ metadata: { finalizers: ["x.test/a", "x.test/a"] } }),
  ],
  "POST ownerReference without uid": [
    post(template("my-c31", {}, { ownerReferences: [owner({ uid: "" })] })),
    invalid("FieldValueInvalid metadata.ownerReferences.uid"),
    'SpaceTemplate.<g> "my-c31" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
  ],
  "POST two controllers": [
    post(
      template(
        "my-c31",
        {},
        { ownerReferences: [owner({ controller: true }), owner({ name: "b", uid: "b", controller: true })] },
      ),
    ),
    invalid("FieldValueInvalid metadata.ownerReferences"),
    'SpaceTemplate.<g> "my-c31" is invalid: metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Namespace","name":"a","uid":"a","controller":true},{"apiVersion":"v1","kind":"Namespace","name":"b","uid":"b","controller":tr...',
  ],
  "POST body of 3 MiB": [
    post(template("my-c32", { description: "x".repeat(3 * 1024 * 1024) })),
    tooLarge,
    "Request entity too large: limit is 3145728",
  ],
  "POST body of 1.6 MiB (etcd limit)": [
    post(template("my-c33", { description: "x".repeat(1_677_721) })),
    failed,
    "etcdserver: request is too large",
  ],
  "POST body of 1.4 MiB": [post(template("my-c34", { description: "x".repeat(1_468_006) })), created()],
};
