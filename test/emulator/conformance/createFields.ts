import { get, post, type Section, template } from "./row";

const bad = { status: 400, reason: "BadRequest" };
const invalid = { status: 422, reason: "Invalid" };

/** Fields and options of a create that are unknown, given twice or wrong. */
export const createFields: Section = {
  title: "Create: fields and options",
  rows: [
    { fact: "POST spec null", request: post(template("my-c16", null)), status: 201, match: { spec: {} } },
    {
      fact: "POST status with content (status subresource)",
      request: post(template("my-c17", {}, {}, { status: { x: 1 } })),
      status: 201,
      contains: '"status":{}',
    },
    {
      fact: "POST top-level unknown field",
      request: post(template("my-c18", {}, {}, { bogus: 1 })),
      status: 201,
      absent: ["bogus"],
      warning: '299 - "unknown field \\"bogus\\""',
    },
    {
      fact: "POST top-level unknown field, fieldValidation=Strict",
      request: post(template("my-c19", {}, {}, { bogus: 1 }), "?fieldValidation=Strict"),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error: unknown field "bogus"',
    },
    {
      fact: "POST unknown metadata field, fieldValidation=Strict",
      request: post(template("my-c20", {}, { bogus: 1 }), "?fieldValidation=Strict"),
      ...bad,
      message:
        'SpaceTemplate in version "v1" cannot be handled as a SpaceTemplate: strict decoding error: unknown field "metadata.bogus"',
    },
    {
      fact: "POST unknown metadata field",
      request: post(template("my-c21", {}, { bogus: 1 })),
      status: 201,
      absent: ["metadata.bogus"],
      warning: '299 - "unknown field \\"metadata.bogus\\""',
    },
    {
      fact: "POST fieldValidation=Nope",
      request: post(template("my-c22"), "?fieldValidation=Nope"),
      ...invalid,
      message:
        'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Nope": supported values: "", "Ignore", "Strict", "Warn"',
      causes: ["FieldValueNotSupported fieldValidation"],
    },
    {
      fact: "POST generateName",
      request: post(template(undefined, {}, { generateName: "my-gen-" })),
      status: 201,
      match: {
        metadata: { name: expect.stringMatching(/-gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/), generateName: "my-gen-" },
      },
    },
    {
      fact: "POST name and generateName",
      request: post(template("my-c24", {}, { generateName: "gen-" })),
      status: 201,
      match: { metadata: { name: "my-c24", generateName: "gen-" } },
    },
    {
      fact: "POST name and generateName, name taken",
      given: [post(template("my-c24"))],
      request: post(template("my-c24", {}, { generateName: "gen-" })),
      status: 409,
      reason: "AlreadyExists",
      message:
        'spacetemplates.<g> "my-c24" already exists, the server was not able to generate a unique name for the object',
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
      match: { details: { name: expect.stringMatching(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/) } },
    },
    {
      fact: "POST dryRun=All",
      request: post(template("my-c25"), "?dryRun=All"),
      status: 201,
      match: { metadata: { name: "my-c25" } },
    },
    {
      fact: "GET after dryRun",
      given: [post(template("my-c25"), "?dryRun=All")],
      request: get("/spacetemplates/my-c25"),
      status: 404,
      reason: "NotFound",
      message: 'spacetemplates.<g> "my-c25" not found',
    },
    {
      fact: "POST dryRun=All, name taken",
      given: [post(template("my-c1"))],
      request: post(template("my-c1"), "?dryRun=All"),
      status: 409,
      reason: "AlreadyExists",
      message: 'spacetemplates.<g> "my-c1" already exists',
    },
    {
      fact: "POST dryRun=yes",
      request: post(template("my-c26"), "?dryRun=yes"),
      ...invalid,
      message: 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["yes"]: supported values: "All"',
      causes: ["FieldValueNotSupported dryRun"],
    },
  ],
};
