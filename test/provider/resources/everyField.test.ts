import { load } from "js-yaml";
import { resolveConfig } from "../../../provider/config";
import * as engine from "../../../provider/engine";
import type { Properties } from "../../../provider/objects/values";
import { resources } from "../../../provider/resources";
import type { Resource } from "../../../provider/resources/resource";
import { Session } from "../../../provider/session";
import { fullInputs } from "../../support/fullInputs";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

let platform: RecordedPlatform;
let session: Session;

beforeAll(async () => {
  platform = await startRecorded({ projects: ["web"] });
  const noFiles = { homedir: "/nowhere", readFile: () => "" };
  const resolved = resolveConfig({ baseUrl: platform.baseUrl, accessKey: platform.accessKey }, {}, noFiles);
  if (!("config" in resolved)) throw new Error("The settings are not complete");
  session = new Session(resolved.config);
});
afterAll(async () => {
  session.cancel();
  await platform.close();
});
beforeEach(() => {
  platform.requests.length = 0;
});

const contextOf = (kind: "create" | "update") =>
  session.context({
    kind,
    owner: { project: "test", stack: "dev", type: "platform:index:Any", name: "res" },
    secrets: [],
    secretPaths: [],
    audience: { warn: () => {}, inform: () => {}, status: () => {} },
  });
const resourceOf = (type: string) => resources.find((each) => each.type === type) as Resource;

/** The inputs without an owner, whose absence would take the object away, and with the platform's own project. */
const full = (type: string): Properties[] =>
  (fullInputs()[type] ?? []).map(({ ownerReferences: _, ...inputs }) => inputs);

/** The body of the last request with this method. */
const bodySent = (method: string) =>
  JSON.parse(platform.requests.filter((each) => each.method === method).at(-1)?.body ?? "");

/** What a create stamps on its object beside what the program declares. */
const stamp = {
  labels: { "pulumi-platform/owner": expect.stringMatching(/^[0-9a-f]{40}$/) },
  annotations: { "pulumi-platform/create-nonce": expect.stringMatching(/^[0-9a-f-]{36}$/) },
};

function metadataOf({ name, labels, annotations, finalizers }: Properties) {
  return {
    name,
    labels: { ...(labels as object), ...stamp.labels },
    annotations: { ...(annotations as object), ...stamp.annotations },
    finalizers,
  };
}

const notInSpec = new Set([
  ...["name", "generateName", "labels", "annotations", "finalizers", "conflictPolicy"],
  ...["rotateBeforeExpiry", "rotationTriggers", "replacedKey", "allowSelfLockout"],
]);

/** The specification's own form of the inputs (sections 2.2 to 2.4). */
const wire: Record<string, (inputs: Properties) => object> = {
  SpaceTemplate: (inputs) => {
    const { displayName, description, access, template, extraSpec } = inputs;
    return {
      metadata: metadataOf(inputs),
      spec: { displayName, description, access, template, ...(extraSpec as object) },
      status: {},
    };
  },
  OwnedAccessKey: (inputs) => {
    const { extraSpec, scope, ...others } = inputs;
    const spec = Object.fromEntries(Object.entries(others).filter(([key]) => !notInSpec.has(key)));
    const { allowCli, ...reach } = scope as Properties;
    return {
      metadata: metadataOf(inputs),
      spec: { ...spec, scope: { ...reach, allowLoftCli: allowCli }, ...(extraSpec as object) },
      status: {},
    };
  },
  VirtualClusterImport: ({ name, generateName, labels, annotations, finalizers, sourceVirtualCluster }) => ({
    metadata: { creationTimestamp: null, name, generateName, labels, annotations, finalizers },
    sourceVirtualCluster,
  }),
};

const kinds: Record<string, string> = { VirtualClusterImport: "ProjectImportVirtualCluster" };

describe.each(resources.map(({ type }) => type))("%s", (type) => {
  test("sends every field where the specification has it", async () => {
    for (const inputs of full(type)) {
      await engine.create(resourceOf(type), contextOf("create"), inputs);
      const sent = bodySent("POST");
      // Objects that a program gives as a list travel as text.
      const objects = sent.spec?.template?.objects;
      const given = (inputs.template as Properties | undefined)?.objects;
      if (Array.isArray(given)) {
        expect(load(objects)).toEqual(given[0]);
        sent.spec.template.objects = given;
      }
      const common = { apiVersion: "management.loft.sh/v1", kind: kinds[type] ?? type };
      expect(sent).toEqual({ ...common, ...wire[type]?.(inputs) });
    }
  });
});

describe.each(["SpaceTemplate", "OwnedAccessKey"])("an update of a %s", (type) => {
  /** Fields whose change would replace the resource. */
  const fixed = (inputs: Properties) => {
    const { name, user, team, subject } = inputs;
    return Object.fromEntries(Object.entries({ name, user, team, subject }).filter(([, value]) => value !== undefined));
  };
  const plural = `${type.toLowerCase()}s`;
  const stored = (name: unknown) => JSON.parse(JSON.stringify(platform.store.get(plural, String(name))));

  test.each([0, 1])("adds every field and takes every field away again: full input %i", async (index) => {
    const inputs = { ...full(type)[index], name: `updated-${index}` };
    const bare = fixed(inputs);
    const resource = resourceOf(type);
    const created = await engine.create(resource, contextOf("create"), bare);
    const before = stored(inputs.name);
    const filled = await engine.update(resource, contextOf("update"), created.id, created, inputs);
    const whole = stored(inputs.name);
    expect(whole).toMatchObject(withText(wire[type]?.(inputs), whole));
    const emptied = await engine.update(resource, contextOf("update"), created.id, filled, bare);
    const after = stored(inputs.name);
    expect({ ...after.spec, key: undefined }).toEqual({ ...before.spec, key: undefined });
    expect(after.metadata.labels).toEqual(before.metadata.labels);
    expect(after.metadata.annotations).toEqual(before.metadata.annotations);
    expect(after.metadata).not.toHaveProperty("finalizers");
    expect(emptied.state).not.toHaveProperty("displayName");
  });
});

/** The expected object, with the text that the platform has where a program gave a list. */
function withText(expected: object | undefined, { spec }: Properties): object {
  const object = expected as { spec: Properties };
  const template = object.spec.template as Properties | undefined;
  if (!Array.isArray(template?.objects)) return object;
  const { objects } = (spec as Properties).template as Properties;
  return { ...object, spec: { ...object.spec, template: { ...template, objects } } };
}
