import fc from "fast-check";
import type { RunningPlatform } from "../../emulator/platform";
import { applyType, as, type Body, get, merge, patch, post, put, type Request, template } from "./conformance/row";
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

/** A few fields of every sort, each by the way to it. */
const fields: Record<string, string[]> = {
  displayName: ["spec", "displayName"],
  objects: ["spec", "template", "objects"],
  templateLabel: ["spec", "template", "metadata", "labels", "a"],
  access: ["spec", "access"],
  unknownA: ["spec", "more", "a"],
  unknownB: ["spec", "more", "b"],
  label: ["metadata", "labels", "a"],
  annotation: ["metadata", "annotations", "a"],
};

interface Step {
  how: "update" | "apply" | "force";
  manager: string;
  values: Record<string, string | null>;
}

const step = (how: Step["how"], value: fc.Arbitrary<string | null>): fc.Arbitrary<Step> =>
  fc.record({
    how: fc.constant(how),
    manager: fc.constantFrom("m1", "m2", "m3"),
    values: fc.dictionary(fc.constantFrom(...Object.keys(fields)), value, { noNullPrototype: true }),
  });
const word = fc.constantFrom("x", "y");
const steps = fc.array(fc.oneof(step("update", fc.option(word)), step("apply", word), step("force", word)), {
  minLength: 1,
  maxLength: 8,
});

/** Fields with a value, and the managers that own each. */
type Model = Map<string, { value: string; owners: Set<string> }>;

/** Does a step by the rules of ownership, without trees; false if it is refused. */
function take(model: Model, { how, manager, values }: Step): boolean {
  const writer = `${manager} ${how === "update" ? "Update" : "Apply"}`;
  const changes = Object.entries(values).filter(([field, value]) => model.get(field)?.value !== (value ?? undefined));
  const others = changes.flatMap(([field]) => [...(model.get(field)?.owners ?? [])]).filter((one) => one !== writer);
  if (how === "apply" && others.length > 0) return false;
  for (const [field, value] of changes) {
    if (value === null) model.delete(field);
    else model.set(field, { value, owners: new Set([writer]) });
  }
  if (how === "update") return true;
  for (const [field, { owners }] of model) {
    if (field in values) owners.add(writer);
    else if (owners.delete(writer) && owners.size === 0) model.delete(field);
  }
  return true;
}

// A list stands for every value that is owned as a whole.
const encode = (field: string, value: string | null) =>
  field === "access" && value !== null ? [{ users: [value] }] : value;

function assign(target: Record<string, unknown>, [key = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= {};
    assign(target[key] as Record<string, unknown>, rest, value);
  }
}

function at(source: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], source);
}

function requestOf(name: string, { how, manager, values }: Step): Request {
  const body: Record<string, unknown> = how === "update" ? {} : template(name);
  for (const [field, value] of Object.entries(values)) assign(body, fields[field] as string[], encode(field, value));
  const query = `?fieldManager=${manager}`;
  if (how === "update") return { ...merge(name, body), path: `/spacetemplates/${name}${query}` };
  return patch(name, body, how === "force" ? `${query}&force=true` : query, applyType);
}

/** The value and the owners of each field. */
function seen(body: Body): Record<string, [string | undefined, string[]]> {
  const found = Object.entries(fields).map(([field, path]): [string, [string | undefined, string[]]] => {
    const value = at(body, field === "access" ? [...path, "0", "users", "0"] : path);
    const steps = ["fieldsV1", ...path.map((key) => `f:${key}`)];
    const owners = entriesOf(body).filter((entry) => at(entry, steps) !== undefined);
    return [field, [value as string, owners.map(({ manager, operation }) => `${manager} ${operation}`).sort()]];
  });
  return Object.fromEntries(found.filter(([, [value, owners]]) => value !== undefined || owners.length > 0));
}

let count = 0;

async function expectOwners(platform: RunningPlatform, sequence: Step[]): Promise<void> {
  count += 1;
  const name = `a${count}`;
  const model: Model = new Map();
  let { body: before } = await send(platform, post(template(name)));
  for (const one of sequence) {
    const { status, body } = await send(platform, requestOf(name, one));
    const isDone = take(model, one);
    expect(status).toBe(isDone ? 200 : 409);
    if (!isDone) continue;
    const expected = [...model].map(([field, { value, owners }]) => [field, [value, [...owners].sort()]]);
    expect(seen(body)).toEqual(Object.fromEntries(expected));
    // The same request again changes nothing.
    expect((await send(platform, requestOf(name, one))).body).toEqual(body);
    before = body;
  }
  expect((await send(platform, get(`/spacetemplates/${name}`))).body).toEqual(before);
}

test(
  "every field has the value that was written last and the owners that wrote or apply it",
  () =>
    withPlatform({}, (platform) => fc.assert(fc.asyncProperty(steps, (sequence) => expectOwners(platform, sequence)))),
  300_000,
);
