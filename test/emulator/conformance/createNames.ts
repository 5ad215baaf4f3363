import { apiVersion, post, postProject, postYaml, type Section, template } from "./row";

const invalid = { status: 422, reason: "Invalid" };

/** Names of a create, and what the server keeps for itself. */
export const createNames: Section = {
  title: "Create: names and what the server keeps for itself",
  rows: [
    {
      fact: "POST minimal JSON",
      request: post(template("my-c1", { displayName: "d" })),
      status: 201,
      match: { metadata: { generation: 1 }, spec: { displayName: "d" }, status: {} },
    },
    {
      fact: "POST YAML, Accept */*",
      request: {
        ...postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: my-c2\n`),
        headers: { accept: "*/*" },
      },
      status: 201,
      match: { metadata: { name: "my-c2" }, status: {} },
    },
    {
      fact: "managedFields is in every response",
      request: post(template("my-c1", { displayName: "d" })),
      status: 201,
      match: {
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
      },
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
      request: post(template("my-c3", {}, { resourceVersion: "5" })),
      status: 500,
      message: "resourceVersion should not be set on objects to be created",
      absent: ["reason"],
    },
    {
      fact: 'POST with resourceVersion "0"',
      request: post(template("my-c3", {}, { resourceVersion: "0" })),
      status: 201,
    },
    {
      fact: "POST with uid, generation, creationTimestamp set",
      request: post(template("my-c4", {}, { uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" })),
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
      request: post(template("my-c5", {}, { deletionTimestamp: "2001-01-01T00:00:00Z" })),
      status: 201,
      absent: ["metadata.deletionTimestamp"],
    },
    {
      fact: "POST with selfLink",
      request: post(template("my-c6", {}, { selfLink: "/x" })),
      status: 201,
      absent: ["metadata.selfLink"],
    },
    {
      fact: "POST with namespace",
      request: post(template("my-c7", {}, { namespace: "x" })),
      status: 201,
      absent: ["metadata.namespace"],
    },
    {
      fact: "POST with another namespace",
      given: [postProject("my-web")],
      request: {
        method: "POST",
        path: "/namespaces/p-my-web/virtualclusterinstances",
        body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name: "my-v", namespace: "p-my-other" } },
      },
      status: 400,
      reason: "BadRequest",
      message: "the namespace of the provided object does not match the namespace sent on the request",
    },
  ],
};
