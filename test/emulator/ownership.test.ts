import fc from "fast-check";
import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import type { Body, Request } from "./conformance/row";
import { merge, patch, post, template } from "./conformance/row";
import { send } from "./request";

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

/** What the platform has to do, told without trees: fields with a value and the managers that own each. */
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

function put(target: Record<string, unknown>, [key = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else {
    target[key] ??= {};
    put(target[key] as Record<string, unknown>, rest, value);
  }
}

function at(source: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], source);
}

function requestOf(name: string, { how, manager, values }: Step): Request {
  const body: Record<string, unknown> = how === "update" ? {} : template(name);
  for (const [field, value] of Object.entries(values)) put(body, fields[field] as string[], encode(field, value));
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

// Two thousand runs of up to sixteen requests, on a busy machine.
const timeout = 300_000;
let platform: RunningPlatform;
let count = 0;

beforeAll(async () => {
  platform = await startPlatform({});
});
afterAll(() => platform.close());

test(
  "every field has the value that was written last and the owners that wrote or apply it",
  () =>
    fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
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
          // The same once more changes nothing.
          expect((await send(platform, requestOf(name, one))).body).toEqual(body);
          before = body;
        }
        expect((await send(platform, { method: "GET", path: `/spacetemplates/${name}` })).body).toEqual(before);
      }),
    ),
  timeout,
);
