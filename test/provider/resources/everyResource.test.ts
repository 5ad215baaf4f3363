import * as z from "zod";
import { check, secretPaths } from "../../../provider/engine";
import { bare, rulesOf } from "../../../provider/objects/fields";
import { formatPath, type Path, type Properties, textsAt } from "../../../provider/objects/values";
import { resources } from "../../../provider/resources";
import type { Resource } from "../../../provider/resources/resource";
import { onBothServers } from "../../support/faceUnderTest";
import { fullInputs } from "../../support/fullInputs";
import { writesOf } from "../../support/http";
import { type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";
import { specifiedFields } from "./specification";

const secretMark = "4dabf18193072939515e22adb298388d";

/** Every field of a resource at any depth, by path; items of lists have the key `[*]`. */
function declaredFields(schema: z.ZodType, prefix = ""): { path: string; schema: z.ZodType }[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return declaredFields(inner.element as z.ZodType, `${prefix}[*]`);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(inner.shape).flatMap(([key, field]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    return [{ path, schema: field }, ...declaredFields(field, path)];
  });
}

/** The paths of the fields without nested fields. */
function leafFields(schema: z.ZodType): string[] {
  const all = declaredFields(schema).map(({ path }) => path);
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[*].`)));
}

/** Every path in inputs, with lists as `[*]`. */
function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item) => pathsIn(item, `${path}[*]`))];
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, path === "" ? key : `${path}.${key}`))];
}

/** The inputs with one more key in the object at each path where the resource declares which keys there are. */
function misspellings(resource: Resource, inputs: Properties): { at: string; inputs: Properties }[] {
  const declared = new Set(["", ...declaredFields(resource.inputs).map(({ path }) => path)]);
  const holders = new Set([...declared].map((path) => path.replace(/(\[\*\])?\.?[^.[\]]+$/, (_, list) => list ?? "")));
  const found: { at: string; inputs: Properties }[] = [];
  const visit = (value: unknown, path: Path, pattern: string, put: (changed: unknown) => Properties): void => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries())
        visit(item, [...path, i], `${pattern}[*]`, (changed) => put(value.with(i, changed)));
    } else if (typeof value === "object" && value !== null && holders.has(pattern)) {
      found.push({ at: formatPath([...path, "colour"]), inputs: put({ ...value, colour: "red" }) });
      for (const [key, item] of Object.entries(value))
        visit(item, [...path, key], pattern === "" ? key : `${pattern}.${key}`, (changed) =>
          put({ ...value, [key]: changed }),
        );
    }
  };
  visit(inputs, [], "", (changed) => changed as Properties);
  return found;
}

describe.each(resources.map((resource) => [resource.type, resource] as const))("%s", (type, resource) => {
  const specified = specifiedFields[type] ?? { inputs: [], outputs: [], own: [] };
  const full = fullInputs()[type] ?? [{}];

  test("every field has a description of whole sentences", () => {
    const fields = [...declaredFields(resource.inputs), ...declaredFields(resource.outputs)];
    expect(fields.filter(({ schema }) => !/^[A-Z`].{5,}\.$/s.test(rulesOf(schema).description ?? ""))).toEqual([]);
    expect(resource.description).toMatch(/^[A-Z].*\.$/s);
  });

  test("has exactly the fields of the specification and its own", () => {
    const inputs = leafFields(resource.inputs).filter((path) => !specified.own.includes(path));
    expect(inputs.sort()).toEqual([...specified.inputs].sort());
    const outputs = leafFields(resource.outputs).filter((path) => !specified.own.includes(path));
    expect(outputs.sort()).toEqual([...specified.outputs].sort());
  });

  test("has full inputs that set every field", () => {
    const set = new Set(full.flatMap((inputs) => pathsIn(inputs)));
    expect(leafFields(resource.inputs).filter((path) => !set.has(path))).toEqual([]);
  });

  test("refuses an unknown key in every object, with its path", () => {
    const naming = { resourceName: "res", suffix: "abcdefg" };
    for (const inputs of full) {
      const wrong = misspellings(resource, inputs);
      expect(wrong.length).toBeGreaterThan(1);
      for (const each of wrong) {
        const { problems } = check(resource, { inputs: each.inputs, naming });
        expect(problems).toEqual([{ property: each.at, reason: expect.stringContaining("is not a property.") }]);
      }
    }
  });
});

describe("without a platform", () => {
  let driver: PluginDriver;
  beforeAll(async () => {
    driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "an-unknown-key" });
  });
  afterAll(() => driver.close());

  const cases = Object.entries(fullInputs()).flatMap(([type, list]) => list.map((inputs) => ({ type, inputs })));

  test.each(cases)(
    "creates, changes and replaces of a $type can be previewed: $inputs.name",
    async ({ type, inputs }) => {
      const { inputs: checked, failures } = await driver.check(type, inputs);
      expect(failures).toEqual([]);
      const planned = await driver.create(type, checked, { preview: true });
      expect(planned.state).toMatchObject(checked);
      const kept = { ...planned, id: "an-id", state: { ...planned.state, uid: "a-uid" } };
      expect((await driver.diff(type, kept, checked)).changes).toBe(false);
      expect((await driver.update(type, kept, checked, { preview: true })).state).toMatchObject({ uid: "a-uid" });
    },
  );
});

/** Each request of each operation, and what it is answered; an import is never written again. */
const failing: ["create" | "read" | "update" | "delete", "GET" | "POST" | "PATCH" | "DELETE", number][] = [
  ["create", "POST", 422],
  ["create", "POST", 400],
  ["create", "POST", 500],
  ["read", "GET", 403],
  ["read", "GET", 500],
  ["update", "GET", 500],
  ["update", "PATCH", 422],
  ["update", "PATCH", 400],
  ["delete", "DELETE", 403],
  ["delete", "DELETE", 500],
];

onBothServers((face) => {
  /** The full inputs, with an owner that exists: an object whose owners are gone goes too. */
  const fullOn = (type: string): Wire[] => {
    const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(face.platform.store.get("projects", "web")));
    return fullInputs({ apiVersion, kind, name: metadata.name, uid: metadata.uid })[type] ?? [];
  };
  /** Full inputs of an object of its own that nothing keeps from going. */
  const unheld = (type: string, name: string): Wire => {
    const { finalizers: _f, ownerReferences: _o, ...inputs } = fullOn(type)[0] ?? {};
    const source = inputs.sourceVirtualCluster as Wire | undefined;
    return { ...inputs, name, ...(source && { sourceVirtualCluster: { ...source, importName: name } }) };
  };

  describe.each(resources.map((resource) => [resource.type, resource] as const))("%s", (type, resource) => {
    test("a read after a create with every field shows no change", async () => {
      for (const inputs of fullOn(type)) {
        const kept = await face.create(type, inputs);
        const read = await face.driver.read(type, kept);
        expect(read?.inputs).toEqual(kept.inputs);
        expect(read?.state).toMatchObject({ uid: kept.state.uid });
        const { changes, detailed } = await face.driver.diff(type, { ...kept, ...read }, kept.inputs);
        expect({ changes, detailed }).toEqual({ changes: false, detailed: [] });
      }
    });

    test("an update without a change writes nothing", async () => {
      const kept = await face.create(type, unheld(type, `${type.toLowerCase()}-same`));
      face.platform.requests.length = 0;
      const updated = await face.driver.update(type, kept, kept.inputs);
      expect(writesOf(face.platform)).toEqual([]);
      expect(updated.state).toEqual(kept.state);
    });

    test("deleting an absent object succeeds", async () => {
      const kept = await face.create(type, unheld(type, `${type.toLowerCase()}-gone`));
      await face.driver.delete(type, kept);
      expect(await face.driver.read(type, kept)).toBeUndefined();
      await face.driver.delete(type, kept);
    });

    test("state holds secrets inside secret marks only", async () => {
      const kept = await face.create(type, unheld(type, `${type.toLowerCase()}-marked`));
      const read = await face.driver.read(type, kept);
      const secrets = textsAt(unheld(type, "x"), secretPaths(resource));
      expect(secrets.length > 0).toBe(secretPaths(resource).length > 0);
      for (const { inputs, state } of [kept, read ?? kept]) {
        const text = JSON.stringify([inputs, state], (_, value) => (value?.[secretMark] ? "hidden" : value));
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    });

    const failures = failing.filter(([operation]) => operation !== "update" || type !== "VirtualClusterImport");

    test.each(failures)("a failed %s shows no secret: %s %s", async (operation, method, status) => {
      const inputs = unheld(type, `${type.toLowerCase()}-${operation}-${method.toLowerCase()}-${status}`);
      const kept = operation === "create" ? { id: "", inputs, state: {} } : await face.create(type, inputs);
      const run = {
        create: () => face.create(type, inputs),
        read: () => face.driver.read(type, kept),
        update: () => face.driver.update(type, kept, { ...kept.inputs, displayName: "changed" }),
        delete: () => face.driver.delete(type, kept),
      }[operation];
      const secrets = [face.platform.accessKey, ...textsAt(inputs, secretPaths(resource))].flatMap(formsOf);
      for (const body of echoes(status, inputs, face.platform.accessKey)) {
        face.platform.faults.add({ method, times: 1, action: { status, body } });
        const error = await failureOf(run());
        face.platform.faults.clear();
        expect(error.message).toContain(String(status));
        const words =
          JSON.stringify([error.message, { ...error }]) + face.driver.plugin.stderr() + face.driver.plugin.stdout();
        expect(secrets.filter((secret) => words.includes(secret))).toEqual([]);
      }
    });
  });
});

function failureOf(running: Promise<unknown>): Promise<Error> {
  return running.then(
    () => new Error("nothing failed"),
    (error) => error,
  );
}

/** A secret as a server might repeat it. */
const formsOf = (secret: string) => [secret, Buffer.from(secret).toString("hex")];

/** Answers that quote the body that was sent, and the key that it was sent with. */
function echoes(status: number, inputs: Wire, accessKey: string) {
  const sent = JSON.stringify({ spec: inputs, authorization: `Bearer ${accessKey}` });
  return [sent, Buffer.from(sent).toString("hex")].flatMap((quoted) => {
    const message = `the body ${quoted} is wrong`;
    const details = { causes: [{ reason: "FieldValueInvalid", message, field: "spec" }] };
    const kind = { kind: "Status", apiVersion: "v1", metadata: {} };
    return [message, { ...kind, status: "Failure", code: status, message, details }];
  });
}
