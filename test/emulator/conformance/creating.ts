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
  type Row,
  type Rows,
  taken,
  template,
  tooLarge,
} from "./row";

const create = (metadata: object = {}, spec: unknown = {}) => post(template("my-a", spec, metadata));
const createWith = (query: string, metadata: object = {}, more: object = {}) =>
  post(template("my-a", {}, metadata, more), query);
/** A field of the metadata that the server ignores. */
const ignores = (field: string, value: string): Row => [
  create({ [field]: value }),
  created({}, { absent: [`metadata.${field}`] }),
];
const exists = 'spacetemplates.<g> "my-a" already exists';

/** Names of a create, and what the server keeps for itself. */
export const createNames: Rows = {
  "POST minimal JSON": [
    create({}, { displayName: "d" }),
    created({ metadata: { generation: 1 }, spec: { displayName: "d" }, status: {} }),
  ],
  "POST YAML, Accept */*": [
    {
      ...postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: my-a\n`),
      headers: { accept: "*/*" },
    },
    created({ metadata: { name: "my-a" }, status: {} }),
  ],
  "managedFields is in every response": [
    create({}, { displayName: "d" }),
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
    create({ resourceVersion: "5" }),
    failed,
    "resourceVersion should not be set on objects to be created",
  ],
  'POST with resourceVersion "0"': [create({ resourceVersion: "0" }), created()],
  "POST with uid, generation, creationTimestamp set": [
    create({ uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" }),
    created({
      metadata: {
        generation: 1,
        uid: expect.not.stringMatching(/^mine$/),
        creationTimestamp: expect.not.stringMatching(/^2001/),
      },
    }),
  ],
  "POST with deletionTimestamp set": ignores("deletionTimestamp", "2001-01-01T00:00:00Z"),
  "POST with selfLink": ignores("selfLink", "/x"),
  "POST with namespace": ignores("namespace", "x"),
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
  "POST spec null": [create({}, null), created({ spec: {} })],
  "POST status with content (status subresource)": [
    createWith("", {}, { status: { x: 1 } }),
    created({}, { contains: '"status":{}' }),
  ],
  "POST top-level unknown field": [
    createWith("", {}, { bogus: 1 }),
    created({}, { absent: ["bogus"], warning: '299 - "unknown field \\"bogus\\""' }),
  ],
  "POST top-level unknown field, fieldValidation=Strict": [
    createWith("?fieldValidation=Strict", {}, { bogus: 1 }),
    cannotHandle('strict decoding error: unknown field "bogus"'),
  ],
  "POST unknown metadata field, fieldValidation=Strict": [
    createWith("?fieldValidation=Strict", { bogus: 1 }),
    cannotHandle('strict decoding error: unknown field "metadata.bogus"'),
  ],
  "POST unknown metadata field": [
    create({ bogus: 1 }),
    created({}, { absent: ["metadata.bogus"], warning: '299 - "unknown field \\"metadata.bogus\\""' }),
  ],
  "POST fieldValidation=Nope": [
    createWith("?fieldValidation=Nope"),
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
    create({ generateName: "gen-" }),
    created({ metadata: { name: "my-a", generateName: "gen-" } }),
  ],
  "POST name and generateName, name taken": [
    create(),
    create({ generateName: "gen-" }),
    { ...taken, match: { details: { retryAfterSeconds: 1 } }, retryAfter: "1" },
    `${exists}, the server was not able to generate a unique name for the object`,
  ],
  "POST generateName of 300 characters": [
    post(template(undefined, {}, { generateName: "g".repeat(300) })),
    {
      ...invalid("FieldValueInvalid metadata.generateName"),
      match: { details: { name: expect.stringMatching(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/) } },
    },
    'SpaceTemplate.<g> "g..." is invalid: metadata.generateName: Invalid value: "g...": must be no more than 253 characters',
  ],
  "POST dryRun=All": [createWith("?dryRun=All"), created({ metadata: { name: "my-a" } })],
  "GET after dryRun": [
    createWith("?dryRun=All"),
    get("/spacetemplates/my-a"),
    notFound,
    'spacetemplates.<g> "my-a" not found',
  ],
  "POST dryRun=All, name taken": [create(), createWith("?dryRun=All"), taken, exists],
  "POST dryRun=yes": [
    createWith("?dryRun=yes"),
    invalid("FieldValueNotSupported dryRun"),
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["yes"]: supported values: "All"',
  ],
};

const owner = (fields: object) => ({ apiVersion: "v1", kind: "Namespace", name: "a", uid: "a", ...fields });

/** Labels, annotations, finalizers, owners and sizes that a create may have. */
export const createMetadata: Rows = {
  "POST label value not allowed": [
    create({ labels: { a: "not ok!" } }),
    invalid("FieldValueInvalid metadata.labels"),
    "SpaceTemplate.<g> \"my-a\" is invalid: metadata.labels: Invalid value: \"not ok!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e...",
  ],
  "POST label key not allowed": [
    create({ labels: { "-a/": "x" } }),
    invalid(...Array<string>(3).fill("FieldValueInvalid metadata.labels")),
    'SpaceTemplate.<g> "my-a" is invalid: [metadata.labels: Invalid value: "-a/": prefix part a lowercase RFC 1123 subdomain must ..., metadata.labels: Invalid value: "-a/": name part must be non-empty, metadata.labels: Invalid value: "...',
  ],
  "POST label value a number": [
    create({ labels: { a: 1 } }),
    cannotHandle("json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string"),
  ],
  "POST annotation key not allowed": [
    create({ annotations: { "a b": "x" } }),
    invalid("FieldValueInvalid metadata.annotations"),
    "SpaceTemplate.<g> \"my-a\" is invalid: metadata.annotations: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name...",
  ],
  "POST annotations of 262144 bytes in all": [
    create({ annotations: { a: "x".repeat(262_143) } }),
    created({ metadata: { name: "my-a" } }),
  ],
  "POST annotations of 262145 bytes in all": [
    create({ annotations: { a: "x".repeat(262_144) } }),
    invalid("FieldValueTooLong metadata.annotations"),
    'SpaceTemplate.<g> "my-a" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
  ],
  "POST finalizer without a slash": [
    create({ finalizers: ["plain"] }),
    created(
      {},
      {
        warning:
          '299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
      },
    ),
  ],
  "POST the same finalizer twice": [
    create({ finalizers: ["x.test/a", "x.test/a"] }),
    created({ metadata: { finalizers: ["x.test/a", "x.test/a"] } }),
  ],
  "POST ownerReference without uid": [
    create({ ownerReferences: [owner({ uid: "" })] }),
    invalid("FieldValueInvalid metadata.ownerReferences.uid"),
    'SpaceTemplate.<g> "my-a" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
  ],
  "POST two controllers": [
    create({ ownerReferences: [owner({ controller: true }), owner({ name: "b", uid: "b", controller: true })] }),
    invalid("FieldValueInvalid metadata.ownerReferences"),
    'SpaceTemplate.<g> "my-a" is invalid: metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Namespace","name":"a","uid":"a","controller":true},{"apiVersion":"v1","kind":"Namespace","name":"b","uid":"b","controller":tr...',
  ],
  "POST body of 3 MiB": [
    create({}, { description: "x".repeat(3 * 1024 * 1024) }),
    tooLarge,
    "Request entity too large: limit is 3145728",
  ],
  "POST body of 1.6 MiB (etcd limit)": [
    create({}, { description: "x".repeat(1_677_721) }),
    failed,
    "etcdserver: request is too large",
  ],
  "POST body of 1.4 MiB": [create({}, { description: "x".repeat(1_468_006) }), created()],
};
