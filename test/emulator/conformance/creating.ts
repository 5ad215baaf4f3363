import { bad, created, failed, invalid, notFound, type Row, type Rows, taken, tooLarge } from "./expectations";
import { apiVersion, get, post, postProject, postYaml, template } from "./row";

const create = (metadata: object = {}, spec: unknown = {}) => post(template("my-a", spec, metadata));
const createWith = (query: string, metadata: object = {}, more: object = {}) =>
  post(template("my-a", {}, metadata, more), query);
/** A field of the metadata that the server ignores. */
const ignores = (field: string, value: string): Row => [
  create({ [field]: value }),
  created({}, { absent: [`metadata.${field}`] }),
];

/** Names of a create, and fields that only the server sets. */
export const createNames: Rows = {
  "POST minimal JSON": [
    create({}, { displayName: "d" }),
    created({ metadata: { generation: 1 }, spec: { displayName: "d" }, status: {} }),
  ],
  "POST YAML, Accept */*": [
    {
      ...postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata: {name: my-a}\n`),
      headers: { accept: "*/*" },
    },
    created({ metadata: { name: "my-a" }, status: {} }),
  ],
  "managedFields is in every response": [
    create({}, { displayName: "d" }),
    created({
      metadata: { managedFields: [{ operation: "Update", fieldsV1: { "f:spec": { "f:displayName": {} } } }] },
    }),
  ],
  "POST no name": [post(template(undefined)), invalid("Required metadata.name")],
  "POST bad name": [post(template("Bad_Name")), invalid("Invalid metadata.name")],
  "POST name of 254 characters": [post(template("a".repeat(254))), invalid("Invalid metadata.name")],
  "POST with resourceVersion": [create({ resourceVersion: "5" }), failed],
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
  ],
};

const unknownField = (metadata: object, more: object, field: string): Row => [
  createWith("", metadata, more),
  created({}, { absent: [field], warning: `299 - "unknown field \\"${field}\\""` }),
];

/** Fields and options of a create that are unknown, duplicate or wrong. */
export const createFields: Rows = {
  "POST spec null": [create({}, null), created({ spec: {} })],
  "POST status with content (status subresource)": [
    createWith("", {}, { status: { x: 1 } }),
    created({}, { contains: '"status":{}', product: created({}, { warning: '299 - "unknown field \\"status.x\\""' }) }),
  ],
  "POST top-level unknown field": unknownField({}, { bogus: 1 }, "bogus"),
  "POST unknown metadata field": unknownField({ bogus: 1 }, {}, "metadata.bogus"),
  "POST top-level unknown field, fieldValidation=Strict": [
    createWith("?fieldValidation=Strict", {}, { bogus: 1 }),
    { ...bad, message: '...unknown field "bogus"' },
  ],
  "POST unknown metadata field, fieldValidation=Strict": [createWith("?fieldValidation=Strict", { bogus: 1 }), bad],
  "POST fieldValidation=Nope": [createWith("?fieldValidation=Nope"), invalid("NotSupported fieldValidation")],
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
  ],
  "POST generateName of 300 characters": [
    post(template(undefined, {}, { generateName: "g".repeat(300) })),
    {
      ...invalid("Invalid metadata.generateName"),
      match: { details: { name: expect.stringMatching(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/) } },
    },
  ],
  "POST dryRun=All": [createWith("?dryRun=All"), created({ metadata: { name: "my-a" } })],
  "GET after dryRun": [createWith("?dryRun=All"), get("/spacetemplates/my-a"), notFound],
  "POST dryRun=All, name taken": [create(), createWith("?dryRun=All"), taken],
  "POST dryRun=yes": [createWith("?dryRun=yes"), invalid("NotSupported dryRun")],
};

const owner = (fields: object) => ({ apiVersion: "v1", kind: "Namespace", name: "a", uid: "a", ...fields });
const rejects = (metadata: object, ...causes: string[]): Row => [create(metadata), invalid(...causes)];
const described = (length: number) => create({}, { description: "x".repeat(length) });

/** Labels, annotations, finalizers, owners and sizes of a create. */
export const createMetadata: Rows = {
  "POST label value not allowed": rejects({ labels: { a: "not ok!" } }, "Invalid metadata.labels"),
  "POST label key not allowed": rejects({ labels: { "-a/": "x" } }, ...Array(3).fill("Invalid metadata.labels")),
  "POST label value a number": [create({ labels: { a: 1 } }), bad],
  "POST annotation key not allowed": rejects({ annotations: { "a b": "x" } }, "Invalid metadata.annotations"),
  "POST annotations of 262144 bytes in all": [create({ annotations: { a: "x".repeat(262_143) } }), created()],
  "POST annotations of 262145 bytes in all": rejects(
    { annotations: { a: "x".repeat(262_144) } },
    "TooLong metadata.annotations",
  ),
  "POST finalizer without a slash": [
    create({ finalizers: ["plain"] }),
    created({}, { warning: '299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name ..."' }),
  ],
  "POST the same finalizer twice": [
    create({ finalizers: ["x.test/a", "x.test/a"] }),
    created({ metadata: { finalizers: ["x.test/a", "x.test/a"] } }),
  ],
  "POST ownerReference without uid": rejects(
    { ownerReferences: [owner({ uid: "" })] },
    "Invalid metadata.ownerReferences.uid",
  ),
  "POST two controllers": rejects(
    { ownerReferences: [owner({ controller: true }), owner({ name: "b", uid: "b", controller: true })] },
    "Invalid metadata.ownerReferences",
  ),
  "POST body of 3 MiB": [described(3 * 1024 * 1024), tooLarge],
  "POST body of 1.6 MiB (etcd limit)": [described(1_677_721), failed],
  "POST body of 1.4 MiB": [described(1_468_006), created()],
};
