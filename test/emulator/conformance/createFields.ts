import { get, post, type Section, template } from "./row";

const bad = { status: 400, reason: "BadRequest" };
const invalid = { status: 422, reason: "Invalid" };

export const createFields: Section = {
  title: "Create: fields and options",
  rows: [
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
  ],
  todo: [],
};
