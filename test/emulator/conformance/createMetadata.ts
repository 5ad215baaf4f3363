import { post, type Section, template } from "./row";

const bad = { status: 400, reason: "BadRequest" };
const invalid = { status: 422, reason: "Invalid" };
const owner = (fields: object) => ({ apiVersion: "v1", kind: "Namespace", name: "a", uid: "a", ...fields });

/** Labels, annotations, finalizers, owners and sizes that a create may have. */
export const createMetadata: Section = {
  title: "Create: labels, annotations, finalizers, owners, sizes",
  rows: [
    {
      fact: "POST label value not allowed",
      request: post(template("my-c27", {}, { labels: { a: "not ok!" } })),
      ...invalid,
      message:
        "SpaceTemplate.<g> \"my-c27\" is invalid: metadata.labels: Invalid value: \"not ok!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e...",
      causes: ["FieldValueInvalid metadata.labels"],
    },
    {
      fact: "POST label key not allowed",
      request: post(template("my-c27", {}, { labels: { "-a/": "x" } })),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c27" is invalid: [metadata.labels: Invalid value: "-a/": prefix part a lowercase RFC 1123 subdomain must ..., metadata.labels: Invalid value: "-a/": name part must be non-empty, metadata.labels: Invalid value: "...',
      causes: [
        "FieldValueInvalid metadata.labels",
        "FieldValueInvalid metadata.labels",
        "FieldValueInvalid metadata.labels",
      ],
    },
    {
      fact: "POST label value a number",
      request: post(template("my-c27", {}, { labels: { a: 1 } })),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    },
    {
      fact: "POST annotation key not allowed",
      request: post(template("my-c27", {}, { annotations: { "a b": "x" } })),
      ...invalid,
      message:
        "SpaceTemplate.<g> \"my-c27\" is invalid: metadata.annotations: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name...",
      causes: ["FieldValueInvalid metadata.annotations"],
    },
    {
      fact: "POST annotations of 262144 bytes in all",
      request: post(template("my-c28", {}, { annotations: { a: "x".repeat(262_143) } })),
      status: 201,
      match: { metadata: { name: "my-c28" } },
    },
    {
      fact: "POST annotations of 262145 bytes in all",
      request: post(template("my-c29", {}, { annotations: { a: "x".repeat(262_144) } })),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c29" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
      causes: ["FieldValueTooLong metadata.annotations"],
    },
    {
      fact: "POST finalizer without a slash",
      request: post(template("my-c30", {}, { finalizers: ["plain"] })),
      status: 201,
      warning:
        '299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
    },
    {
      fact: "POST the same finalizer twice",
      request: post(template("my-c30", {}, { finalizers: ["x.test/a", "x.test/a"] })),
      status: 201,
      match: { metadata: { finalizers: ["x.test/a", "x.test/a"] } },
    },
    {
      fact: "POST ownerReference without uid",
      request: post(template("my-c31", {}, { ownerReferences: [owner({ uid: "" })] })),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c31" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      causes: ["FieldValueInvalid metadata.ownerReferences.uid"],
    },
    {
      fact: "POST two controllers",
      request: post(
        template(
          "my-c31",
          {},
          { ownerReferences: [owner({ controller: true }), owner({ name: "b", uid: "b", controller: true })] },
        ),
      ),
      ...invalid,
      message:
        'SpaceTemplate.<g> "my-c31" is invalid: metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Namespace","name":"a","uid":"a","controller":true},{"apiVersion":"v1","kind":"Namespace","name":"b","uid":"b","controller":tr...',
      causes: ["FieldValueInvalid metadata.ownerReferences"],
    },
    {
      fact: "POST body of 3 MiB",
      request: post(template("my-c32", { description: "x".repeat(3 * 1024 * 1024) })),
      status: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    },
    {
      fact: "POST body of 1.6 MiB (etcd limit)",
      request: post(template("my-c33", { description: "x".repeat(1_677_721) })),
      status: 500,
      message: "etcdserver: request is too large",
      absent: ["reason"],
    },
    {
      fact: "POST body of 1.4 MiB",
      request: post(template("my-c34", { description: "x".repeat(1_468_006) })),
      status: 201,
    },
  ],
};
