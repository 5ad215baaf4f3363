import { as, type Body, merge, patch, post, put, type Request, template } from "./conformance/row";
import { send } from "./request";
import { clockTest, platformTest, withPlatform } from "./withPlatform";

const entriesOf = (body: Body) => body.metadata.managedFields as unknown as Record<string, unknown>[];

clockTest("an entry has the time of the last change and the fields of its manager", async (platform, clock) => {
  await send(platform, as("one", post(template("a", { displayName: "x", description: "d" }, { labels: { a: "b" } }))));
  clock.pass(60);
  const { body } = await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
  expect(entriesOf(body)).toEqual([
    {
      manager: "one",
      operation: "Update",
      apiVersion: "management.loft.sh/v1",
      time: "2026-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } }, "f:spec": { ".": {}, "f:description": {} } },
    },
    expect.objectContaining({
      manager: "two",
      time: "2026-01-01T00:01:00Z",
      fieldsV1: { "f:spec": { "f:displayName": {} } },
    }),
  ]);
});

platformTest("without fieldManager the first product of the User-Agent is the manager", async (platform) => {
  const { body } = await send(platform, {
    ...post(template("a", { displayName: "x" })),
    headers: { "user-agent": "tool/1.0 (x)" },
  });
  expect(entriesOf(body)[0]).toMatchObject({ manager: "tool" });
});

describe("managedFields that a client sends", () => {
  const changing = (body: Body, managedFields: unknown): Request =>
    put("a", { ...body, metadata: { ...body.metadata, managedFields } });
  const made = as("one", post(template("a", { displayName: "x" })));
  const entry = (more: object = {}) => ({
    manager: "by-hand",
    operation: "Apply",
    apiVersion: "management.loft.sh/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:displayName": {} } },
    ...more,
  });

  platformTest("replace what is recorded, in a PUT and in a patch", async (platform) => {
    const { body } = await send(platform, made);
    const replaced = await send(platform, changing(body, [entry()]));
    expect(entriesOf(replaced.body)).toEqual([entry()]);
    expect(replaced.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
    const value = [entry({ manager: "by-patch", subresource: "status" })];
    const patched = await send(platform, patch("a", [{ op: "replace", path: "/metadata/managedFields", value }]));
    expect(entriesOf(patched.body)).toEqual(value);
  });

  test.each([
    ["an empty list", []],
    ["one empty entry", [{}]],
  ])("as %s remove every manager, and later updates are not recorded", (_, managedFields) =>
    withPlatform({}, async (platform) => {
      const { body } = await send(platform, made);
      const reset = await send(platform, changing(body, managedFields));
      expect(reset.body.metadata).not.toHaveProperty("managedFields");
      const updated = await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
      expect(updated.body.metadata).not.toHaveProperty("managedFields");
    }),
  );

  test.each([
    ["of an unknown operation", [entry({ operation: "Delete" })]],
    ["of another format", [entry({ fieldsType: "FieldsV2" })]],
    ["without a version", [entry({ apiVersion: "" })]],
    ["with an invalid step", [entry({ fieldsV1: { spec: {} } })]],
    ["with a key that is not JSON", [entry({ fieldsV1: { "k:{": {} } })]],
    ["with a list for a tree", [entry({ fieldsV1: [] })]],
  ])("are ignored if %s", (_, managedFields) =>
    withPlatform({}, async (platform) => {
      const { body } = await send(platform, made);
      expect((await send(platform, changing(body, managedFields))).body).toEqual(body);
    }),
  );

  platformTest("are ignored if only their times differ, and a 400 if they have a wrong type", async (platform) => {
    const { body } = await send(platform, made);
    const later = entriesOf(body).map((one) => ({ ...one, time: "2030-01-01T00:00:00Z" }));
    expect((await send(platform, changing(body, later))).body).toEqual(body);
    expect((await send(platform, changing(body, "x"))).status).toBe(400);
  });
});

clockTest(
  "a manager that removes a field gets a new time, one that loses a field does not",
  async (platform, clock) => {
    await send(platform, as("one", post(template("a", { displayName: "x", description: "d", more: "m" }))));
    clock.pass(60);
    await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
    await send(platform, as("three", merge("a", { spec: { more: "n" } })));
    await send(platform, as("two", merge("a", { spec: { more: null } })));
    clock.pass(60);
    const { body } = await send(platform, as("two", merge("a", { spec: { description: null } })));
    expect(entriesOf(body).map(({ manager, time }) => [manager, time])).toEqual([
      ["one", "2026-01-01T00:00:00Z"],
      ["two", "2026-01-01T00:02:00Z"],
    ]);
  },
);

platformTest("a generated name belongs to the manager of the create", async (platform) => {
  const { body } = await send(platform, as("one", post(template(undefined, {}, { generateName: "g-" }))));
  expect(entriesOf(body)[0]?.fieldsV1).toEqual({ "f:metadata": { "f:generateName": {} }, "f:spec": {} });
});
