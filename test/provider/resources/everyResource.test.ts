import { check, secretPaths } from "../../../provider/engine/engine";
import { pathsWith } from "../../../provider/objects/fields/fieldRules";
import type { Resource } from "../../../provider/objects/resource";
import { formatPath, mapValues, type Path, type Properties, textsAt, valueAt } from "../../../provider/objects/values";
import { manifestText } from "../../../provider/objects/wire/templateObjects";
import { resources } from "../../../provider/resources/registry";
import { driftTable } from "../../parts/drift/table/driftTable";
import { inputLeaves } from "../../parts/drift/table/inputLeaves";
import { noiseTable } from "../../parts/drift/table/noiseTable";
import { type AdapterUnderTest, onPlugin, onServers, type StoredObject } from "../../support/adapterUnderTest";
import { refusal } from "../../support/echoes";
import { fullInputs } from "../../support/fullInputs";
import { writesOf } from "../../support/http";
import { type Kept, type PluginDriver, secretMark, startDriver, type Wire } from "../../support/pluginDriver";
import { productResources, specResources } from "../../support/productTypes";
import { rejection } from "../api/scriptedServer";

const unique = (texts: string[]) => [...new Set(texts)].sort();
const byType = resources.map((resource) => [resource.type, resource] as const);

/** The outputs of the specification (section 2.1) and our note of changes. */
const serverOutputs = ["creationTimestamp", "externalChange", "generation", "resourceVersion", "uid"];
/** The other outputs of each resource. */
const ownOutputs: Record<string, string[]> = {
  SpaceTemplate: [],
  OwnedAccessKey: ["key", "lastActivity", "expiresAt", "active", "replacedKeys"],
  VirtualClusterImport: ["virtualCluster", "namespace", "connection"],
  Project: ["namespace"],
  VirtualClusterInstance: ["cluster", "hostNamespace", "phase", "ready"],
  SpaceInstance: ["cluster", "hostNamespace", "phase", "ready"],
  PlatformObject: ["plural", "phase"],
};

/** The inputs that full inputs do not set. */
const unset: Record<string, string[]> = {
  // A key with a fixed name has no grace period.
  OwnedAccessKey: ["gracePeriod"],
  // Every kind in a namespace has a resource of its own, and a role has no phase.
  PlatformObject: ["project", "namespace", "waitFor"],
};

/** The paths of all objects inside of a value. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inside = members.flatMap(([key, item]) => objectsIn(item, [...path, key]));
  return Array.isArray(value) ? inside : [path, ...inside];
}

/** A path as the drift table writes it. */
const patternOf = (path: Path) => formatPath(path).replace(/\[\d+\]/g, "[]");

describe.each(byType)("%s", (type, resource) => {
  const leaves = inputLeaves(resource.inputs);
  const full = fullInputs()[type] ?? [{}];

  test("has exactly the inputs of the drift table, and a description", () => {
    expect(unique(driftTable.filter((row) => row.type === type).map(({ path }) => path))).toEqual(unique(leaves));
    expect(resource.description).toMatch(/^[A-Z].*\.$/s);
  });

  test("has exactly the outputs of the specification and its own", () => {
    expect(Object.keys(resource.outputs.shape).sort()).toEqual([...serverOutputs, ...(ownOutputs[type] ?? [])].sort());
  });

  test("has full inputs that set every field", () => {
    const isSet = (value: unknown, [key = "", ...rest]: string[]): boolean => {
      if (key === "") return value !== undefined;
      if (key === "[]") return Array.isArray(value) && value.some((item) => isSet(item, rest));
      return isSet(valueAt(value, [key]), rest);
    };
    const keysOf = (leaf: string) => leaf.replaceAll("[]", ".[]").split(".");
    expect(leaves.filter((leaf) => !full.some((inputs) => isSet(inputs, keysOf(leaf))))).toEqual(unset[type] ?? []);
  });

  test("refuses an unknown key in every object, with its path", () => {
    const parents = leaves.flatMap((leaf) => leaf.split(".").map((_, i, keys) => keys.slice(0, i).join(".")));
    for (const inputs of full) {
      const paths = objectsIn(inputs).filter((path) => parents.includes(patternOf(path)));
      expect(paths.length).toBeGreaterThan(1);
      for (const path of paths) {
        const wrong = JSON.parse(JSON.stringify(inputs));
        Object.assign(valueAt(wrong, path) as object, { colour: "red" });
        const { problems } = check(resource, { inputs: wrong, naming: { resourceName: "res", suffix: "abcdefg" } });
        const reason = expect.stringContaining("is not a property.");
        expect(problems).toEqual([{ property: formatPath([...path, "colour"]), reason }]);
      }
    }
  });
});

test("every row of the drift table changes its leaf on the server, or says why no change can be seen", () => {
  expect(driftTable.filter(({ change, unseen }) => change === undefined && !unseen)).toEqual([]);
});

test("the table of noise has at least 50 kinds, and no name stands for two rows", () => {
  expect(noiseTable.length).toBeGreaterThanOrEqual(50);
  const ids = [...driftTable, ...noiseTable].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

function metadataOf({ name, labels, annotations, finalizers, ownerReferences }: Wire) {
  const owner = { "pulumi-vcluster-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) };
  const nonce = { "pulumi-vcluster-platform/create-nonce": expect.stringMatching(/^[0-9a-f-]{36}$/) };
  return {
    ...{ name, finalizers, ownerReferences },
    ...{ labels: { ...(labels as object), ...owner }, annotations: { ...(annotations as object), ...nonce } },
  };
}

const notInSpec = new Set([
  ...["name", "generateName", "labels", "annotations", "finalizers", "ownerReferences", "conflictPolicy"],
  ...[
    "rotateBeforeExpiry",
    "rotateEvery",
    "rotationTriggers",
    "replacedKey",
    "gracePeriod",
    "allowSelfLockout",
    "forceDelete",
  ],
  "waitForReady",
]);

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** An object whose inputs are the fields of its spec; a secret has one map for its values. */
const plainWire =
  (kind: string) =>
  ({ extraSpec, data, binaryData, project, namespace = project && `p-${project}`, ...inputs }: Wire): object => {
    const fields = Object.fromEntries(Object.entries(inputs).filter(([key]) => !notInSpec.has(key)));
    if (data) fields.data = { ...mapValues(data as Wire, (text) => base64(String(text))), ...(binaryData as Wire) };
    const metadata = { ...metadataOf(inputs), ...(namespace !== undefined && { namespace }) };
    return { kind, metadata, spec: { ...fields, ...(extraSpec as object) } };
  };

/** The specification's own form of the inputs (sections 2.2 to 2.4). */
const wire: Record<string, (inputs: Wire) => object> = {
  SpaceTemplate: (inputs) => {
    const { extraSpec, ...others } = inputs;
    const fields = Object.fromEntries(Object.entries(others).filter(([key]) => !notInSpec.has(key)));
    const { objects, ...more } = inputs.template as Properties;
    // The engine sorts the keys of objects.
    const inOrder = (each: Properties) => Object.fromEntries(Object.entries(each).sort());
    const template = { ...more, objects: Array.isArray(objects) ? manifestText(objects.map(inOrder)) : objects };
    const spec = { ...fields, template, ...(extraSpec as object) };
    return { kind: "SpaceTemplate", metadata: metadataOf(inputs), spec };
  },
  OwnedAccessKey: (inputs) => {
    const { extraSpec, scope, ...others } = inputs;
    const fields = Object.fromEntries(Object.entries(others).filter(([key]) => !notInSpec.has(key)));
    const { allowCli, ...reach } = scope as Properties;
    const spec = { ...fields, scope: { ...reach, allowLoftCli: allowCli }, ...(extraSpec as object) };
    return { kind: "OwnedAccessKey", metadata: metadataOf(inputs), spec };
  },
  VirtualClusterImport: ({ sourceVirtualCluster, project, deletionPolicy, restart, host, manage, ...metadata }) => ({
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null, ...metadata },
    sourceVirtualCluster,
  }),
  ...Object.fromEntries(productResources.map(({ type }) => [type, plainWire(type)])),
  PlatformObject: ({ kind, spec, ...inputs }) => ({ kind, metadata: metadataOf(inputs), spec }),
};

const preview = { preview: true };

type Operation = "create" | "read" | "update" | "delete";

/** A request of each operation, and its answer; an import is never written again. */
const failing: [Operation, method: "GET" | "POST" | "PATCH" | "DELETE", status: number][] = [
  ["create", "POST", 422],
  ["create", "POST", 500],
  ["read", "GET", 403],
  ["update", "GET", 500],
  ["update", "PATCH", 400],
  ["delete", "DELETE", 403],
];

type Typed = readonly (readonly [type: string, resource: Resource])[];

const typed = (some: readonly Resource[]): Typed => some.map((resource) => [resource.type, resource]);

/** Inputs that no update in place can change, and the one that turns off a wait. */
const fixedInputs = new Set(["name", "user", "team", "subject", "project", "namespace", "waitForReady"]);

/** The rules that hold for these resources. */
function describeResources(adapter: AdapterUnderTest<PluginDriver>, ofTypes: Typed): void {
  /** The full inputs, with an owner that exists: an object whose owners are gone goes too. */
  const fullOn = (type: string): Wire[] => {
    const { apiVersion, kind, metadata } = JSON.parse(JSON.stringify(adapter.platform.store.get("projects", "web")));
    return fullInputs({ apiVersion, kind, name: metadata.name, uid: metadata.uid })[type] ?? [];
  };
  /** Full inputs of an object of its own that nothing keeps from going. */
  const unheld = (type: string, suffix: string): Wire => {
    const { finalizers: _f, ownerReferences: _o, ...inputs } = fullOn(type)[0] ?? {};
    const name = `${type.toLowerCase()}-${suffix}`;
    const source = inputs.sourceVirtualCluster as Wire | undefined;
    return { ...inputs, name, ...(source && { sourceVirtualCluster: { ...source, importName: name } }) };
  };

  describe.each(ofTypes)("%s", (type, resource) => {
    const isImport = type === "VirtualClusterImport";
    /** State and inputs hold secrets inside secret marks only. */
    const expectMarked = (inputs: Wire, all: Kept[]) => {
      const secretsIn = (each: Wire) => textsAt(each, secretPaths(resource));
      const secrets = secretsIn(inputs);
      expect(fullOn(type).flatMap(secretsIn).length > 0).toBe(pathsWith(resource.inputs, "secret").length > 0);
      const text = JSON.stringify(all, (_, value) => (value?.[secretMark] ? "hidden" : value));
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    };

    test("a create sends every field where the specification has it, and a read shows no change", async () => {
      for (const inputs of fullOn(type)) {
        adapter.platform.requests.length = 0;
        const { inputs: checked } = await adapter.driver.check(type, inputs);
        const planned = await adapter.driver.create(type, checked, preview);
        expect(planned.state).toMatchObject(checked);
        expect(adapter.sent()).toEqual([]);
        const kept = await adapter.create(type, inputs);
        const { body } = adapter.platform.requests.findLast(({ method }) => method === "POST") ?? {};
        const status = !isImport && { status: {} };
        const sent = { apiVersion: "management.loft.sh/v1", ...wire[type]?.(inputs), ...status };
        expect(JSON.parse(body ?? "")).toEqual(sent);
        const read = (await adapter.driver.read(type, kept)) ?? kept;
        expect(read.inputs).toEqual(kept.inputs);
        expect(read.state).toMatchObject({ uid: kept.state.uid });
        const { changes, detailed } = await adapter.driver.diff(type, { ...kept, ...read }, kept.inputs);
        expect({ changes, detailed }).toEqual({ changes: false, detailed: [] });
        const updated = await adapter.driver.update(type, kept, checked, preview);
        expect(updated.state).toMatchObject({ uid: kept.state.uid });
        expectMarked(inputs, [kept, read]);
      }
    });

    test("an update without a change writes nothing, and the delete of an absent object succeeds", async () => {
      const kept = await adapter.create(type, unheld(type, "gone"));
      adapter.platform.requests.length = 0;
      expect((await adapter.driver.update(type, kept, kept.inputs)).state).toEqual(kept.state);
      expect(writesOf(adapter.platform)).toEqual([]);
      await adapter.driver.delete(type, kept);
      // An import deletes no virtual cluster.
      if (isImport) adapter.platform.store.remove("virtualclusterinstances", "virtualclusterimport-gone", "p-web");
      expect(await adapter.driver.read(type, kept)).toBeUndefined();
      await adapter.driver.delete(type, kept);
    });

    const failures = failing.filter(([operation]) => !isImport || operation === "create" || operation === "read");

    test.each(failures)("a failed %s shows no secret: %s %s", async (operation, method, status) => {
      const inputs = unheld(type, `${operation}-${method.toLowerCase()}-${status}`);
      const kept = operation === "create" ? { id: "", inputs, state: {} } : await adapter.create(type, inputs);
      const run = {
        create: () => adapter.create(type, inputs),
        read: () => adapter.driver.read(type, kept),
        update: () => adapter.driver.update(type, kept, { ...kept.inputs, annotations: { note: "changed" } }),
        delete: () => adapter.driver.delete(type, kept),
      }[operation];
      const { accessKey } = adapter.platform;
      const hexOf = (text: string) => Buffer.from(text).toString("hex");
      const secrets = [accessKey, ...textsAt(inputs, secretPaths(resource))].flatMap((each) => [each, hexOf(each)]);
      // Answers that quote the body of the request and its access key.
      const echo = JSON.stringify({ spec: inputs, authorization: `Bearer ${accessKey}` });
      for (const body of [echo, hexOf(echo)].flatMap((words) => [words, { ...refusal(words), code: status }])) {
        // The first patch of an update may be sent without a read.
        const all = operation === "update" ? (["PATCH", method] as const) : [method];
        for (const each of all) adapter.platform.faults.add({ method: each, times: 1, action: { status, body } });
        const error = await rejection(run());
        adapter.platform.faults.clear();
        expect(error.message).toContain(String(status));
        const { plugin } = adapter.driver;
        const words = JSON.stringify([error.message, { ...error }]) + plugin.stderr() + plugin.stdout();
        expect(secrets.filter((secret) => words.includes(secret))).toEqual([]);
      }
    });
  });

  /** Inputs of an object without other fields. */
  const fixed = (inputs: Wire) =>
    Object.fromEntries(Object.entries(inputs).filter(([key]) => fixedInputs.has(key) && inputs[key] !== undefined));

  const stored = ofTypes.filter(([, { plural }]) => plural !== undefined);
  const updated = stored.flatMap(([type]) => (fullInputs()[type] ?? []).map((_, index) => [type, index] as const));

  test.each(updated)(
    "an update of a %s adds every field and removes every field again: full input %i",
    async (type, index) => {
      const inputs: Wire = { ...fullOn(type)[index], name: `updated-${index}` };
      const namespace = inputs.project === undefined ? inputs.namespace : `p-${inputs.project}`;
      const stored = () => adapter.stored(`${type.toLowerCase()}s`, String(inputs.name), namespace as string);
      const created = await adapter.create(type, fixed(inputs));
      const before = stored();
      const filled = await adapter.driver.update(type, created, inputs);
      const sent = (wire[type]?.(inputs) ?? {}) as StoredObject;
      // The platform's own entries of shared lists stay.
      const finalizers = [...(before.metadata.finalizers ?? []), ...(inputs.finalizers as string[])];
      const access = [...((before.spec.access ?? []) as unknown[]), ...((inputs.access ?? []) as unknown[])];
      const spec = { ...sent.spec, ...("access" in inputs && { access }) };
      expect(stored()).toMatchObject({ ...sent, metadata: { ...sent.metadata, finalizers }, spec });
      const emptied = await adapter.driver.update(type, filled, fixed(inputs));
      const { metadata, spec: left } = stored();
      // The platform sets a key and an owner only in a create, and an instance stays in its place.
      const ofCreate = { key: undefined, owner: undefined, clusterRef: undefined };
      expect({ ...left, ...ofCreate }).toEqual({ ...before.spec, ...ofCreate });
      expect(left).not.toHaveProperty("owner");
      expect([metadata.labels, metadata.annotations]).toEqual([before.metadata.labels, before.metadata.annotations]);
      expect(metadata.finalizers).toEqual(before.metadata.finalizers);
      expect(metadata).not.toHaveProperty("ownerReferences");
      expect(emptied.state.displayName).toBeNull();
    },
  );
}

onPlugin((adapter) => describeResources(adapter, typed(specResources)));
onServers(startDriver, (adapter) => describeResources(adapter, typed(productResources)), [
  // No agent changes an instance meanwhile.
  { api: 4, omitEmpty: true, readyMs: 86_400_000 },
]);
