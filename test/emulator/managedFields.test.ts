import fc from "fast-check";
import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get, merge, patch, post, put, type Request, template } from "./conformance/row";
import { send } from "./request";
import { clockTest, platformTest, withPlatform } from "./withPlatform";

const as = (manager: string, request: Request): Request => ({
  ...request,
  path: `${request.path}?fieldManager=${manager}`,
});
const entriesOf = (body: Body) => body.metadata.managedFields as unknown as Record<string, unknown>[];

clockTest("each manager owns what it wrote last, with the time of its last change", async (platform, clock) => {
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

platformTest("a manager without fields is removed", async (platform) => {
  await send(platform, as("one", post(template("a"))));
  await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
  const { body } = await send(platform, as("one", merge("a", { spec: { displayName: null } })));
  expect(entriesOf(body).map(({ manager }) => manager)).toEqual(["one"]);
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
    ["missing", undefined],
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

  platformTest("that differ in their times only are no change", async (platform) => {
    const { body } = await send(platform, made);
    const later = entriesOf(body).map((one) => ({ ...one, time: "2030-01-01T00:00:00Z" }));
    expect((await send(platform, changing(body, later))).body).toEqual(body);
  });

  platformTest("are a 400 if they have a wrong type", async (platform) => {
    const { body } = await send(platform, made);
    expect((await send(platform, changing(body, "x"))).status).toBe(400);
  });
});

clockTest("removing a field updates the time of a manager, losing one does not", async (platform, clock) => {
  await send(platform, as("one", post(template("a", { displayName: "x", description: "d" }))));
  clock.pass(60);
  await send(platform, as("two", merge("a", { spec: { displayName: "y" } })));
  clock.pass(60);
  const { body } = await send(platform, as("two", merge("a", { spec: { description: null } })));
  expect(entriesOf(body).map(({ manager, time }) => [manager, time])).toEqual([
    ["one", "2026-01-01T00:00:00Z"],
    ["two", "2026-01-01T00:02:00Z"],
  ]);
});

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
type Values = Record<string, string>;

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

/** The rules of ownership without trees: fields with a value and the managers that own each. */
class Model {
  values: Values = {};
  readonly owners: Record<string, Set<string>> = {};

  /** Does a step; false if it is refused. */
  take({ how, manager, values }: Step): boolean {
    if (how === "update") this.update(`${manager} Update`, values);
    else return this.apply(`${manager} Apply`, values as Values, how === "force");
    return true;
  }

  private update(writer: string, values: Step["values"]): void {
    for (const [field, value] of Object.entries(values)) {
      if (value === null) this.remove(field);
      else if (this.values[field] !== value) this.set(field, value, writer);
    }
  }

  private apply(applier: string, values: Values, force: boolean): boolean {
    const changed = Object.keys(values).filter((field) => this.values[field] !== values[field]);
    if (!force && changed.some((field) => this.ownersOf(field).some((owner) => owner !== applier))) return false;
    const former = Object.keys(fields).filter((field) => this.ownersOf(field).includes(applier));
    for (const field of changed) this.set(field, values[field] as string, applier);
    for (const field of Object.keys(values)) this.owners[field] = new Set([...this.ownersOf(field), applier]);
    for (const field of former.filter((name) => !(name in values))) {
      this.owners[field]?.delete(applier);
      if (this.ownersOf(field).length === 0) this.remove(field);
    }
    return true;
  }

  private ownersOf(field: string): string[] {
    return [...(this.owners[field] ?? [])];
  }

  private set(field: string, value: string, owner: string): void {
    this.values[field] = value;
    this.owners[field] = new Set([owner]);
  }

  private remove(field: string): void {
    delete this.values[field];
    delete this.owners[field];
  }
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
  return patch(name, body, how === "force" ? `${query}&force=true` : query, "application/apply-patch+yaml");
}

function seen(body: Body): { values: Values; owners: Record<string, string[]> } {
  const values: Values = {};
  const owners: Record<string, string[]> = {};
  for (const [field, path] of Object.entries(fields)) {
    const value = at(body, path);
    if (value !== undefined)
      values[field] = field === "access" ? String(at(value, ["0", "users", "0"])) : String(value);
    const steps = path.map((key) => `f:${key}`);
    const entries = body.metadata.managedFields as unknown as Record<"manager" | "operation", string>[];
    const holders = entries.filter((entry) => at(entry, ["fieldsV1", ...steps]) !== undefined);
    if (holders.length > 0) owners[field] = holders.map(({ manager, operation }) => `${manager} ${operation}`).sort();
  }
  return { values, owners };
}

let count = 0;

async function expectOwners(platform: RunningPlatform, sequence: Step[]): Promise<void> {
  count += 1;
  const name = `a${count}`;
  const model = new Model();
  let { body: before } = await send(platform, post(template(name)));
  for (const one of sequence) {
    const { status, body } = await send(platform, requestOf(name, one));
    const isDone = model.take(one);
    expect(status).toBe(isDone ? 200 : 409);
    if (!isDone) continue;
    const owners = Object.entries(model.owners).map(([field, names]) => [field, [...names].sort()]);
    expect(seen(body)).toEqual({ values: model.values, owners: Object.fromEntries(owners) });
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
