import { createAsColleague, editAsColleague } from "../../../support/http";
import type { Kept, Wire } from "../../../support/pluginDriver";
import type { Arrival } from "../network/relay";
import type { Adapter } from "./startAdapter";
import type { World } from "./world";

/** A column of the table: an operation on an object of its own. */
export interface Operation {
  readonly type: string;
  readonly plural: string;
  /** Kind of the object; the type by default. */
  readonly kind?: string;
  namespaceOf?(name: string): string;
  /** Whether the fault meets this request. */
  hits(arrival: Arrival): boolean;
  /** Inputs that the object begins with. */
  inputs(name: string): Wire;
  readonly begins: "with it" | "without it";
  /** Another client writes before the operation. */
  readonly isEdited?: boolean;
  /** The operation waits for its object with reads, also after the request that meets the fault. */
  readonly waits?: boolean | undefined;
  /** Runs the operation; returns the new state, undefined if the object is gone. */
  run(adapter: Adapter, given: Given, seconds: number): Promise<Kept | undefined>;
  /** What the program declares after the operation. */
  wants(inputs: Wire): Wire;
  /** The expected events of the object. */
  readonly changes: readonly string[];
  /** Concurrent actions of another client, by fault. */
  readonly meanwhile: Readonly<Record<string, Meanwhile>>;
}

/** The start of an operation. */
export interface Given {
  readonly name: string;
  readonly inputs: Wire;
  /** Undefined where there is no object yet. */
  readonly kept: Kept | undefined;
}

type Meanwhile = (world: World, name: string) => Promise<unknown>;

/** Each import has its own project, because a session remembers a project's namespace. */
export const projectOf = (importName: string): string => `of-${importName}`;

const pathIn = ({ plural, namespaceOf }: Pick<Subject, "plural" | "namespaceOf">, name: string) => {
  const namespace = namespaceOf?.(name);
  return namespace === undefined ? plural : `namespaces/${namespace}/${plural}`;
};

const createsTheirs =
  (subject: Omit<Subject, "inputs">, spec: object): Meanwhile =>
  ({ platform }, name) => {
    const theirs = { kind: subject.kind ?? subject.type, metadata: { name }, spec: { displayName: "theirs", ...spec } };
    return createAsColleague(platform, pathIn(subject, name), theirs);
  };

const importsTheirs: Meanwhile = ({ platform }, importName) =>
  createAsColleague(platform, `projects/${projectOf(importName)}/importvirtualcluster`, {
    kind: "ProjectImportVirtualCluster",
    sourceVirtualCluster: { cluster: "c2", namespace: "theirs", name: "theirs", importName },
  });

/** Another client adds a label that the program does not declare, to which no controller reacts. */
export const addLabel = ({ platform }: World, operation: Operation, name: string) =>
  editAsColleague(platform, `${pathIn(operation, name)}/${name}`, { metadata: { labels: { note: "theirs" } } });

const has = (method: string) => (arrival: Arrival) => arrival.method === method;
const before = (given: Given): Kept => given.kept as Kept;

const template = (name: string): Wire => ({ name, displayName: "one", labels: { cell: name } });
/** The inputs with these fields of the spec, which some types have in one input. */
const withFields = (inputs: Wire, fields: Wire): Wire =>
  inputs.spec === undefined ? { ...inputs, ...fields } : { ...inputs, spec: { ...(inputs.spec as Wire), ...fields } };
const changed = (inputs: Wire): Wire => withFields(inputs, { displayName: "two" });
/** A new list may have entries on the platform, so this update reads first. */
const changedAndNew = (inputs: Wire): Wire => withFields(changed(inputs), { access: [{ users: ["u"] }] });

/** A type of resource, where its objects are, and what they begin with. */
type Subject = Pick<Operation, "type" | "kind" | "plural" | "namespaceOf" | "inputs" | "waits">;

/** The operations on one object that need no rule of its type. */
export function operationsOn(subject: Subject) {
  const { type, plural, namespaceOf } = subject;
  const wants = (inputs: Wire) => inputs;
  const goneMeanwhile: Record<string, Meanwhile> = {
    "404 of the API: it is gone": async ({ platform }, name) =>
      platform.store.remove(plural, name, namespaceOf?.(name)),
  };
  const get: Operation = {
    ...subject,
    wants,
    hits: has("GET"),
    begins: "with it",
    run: ({ driver }, given, seconds) => driver.read(type, before(given), seconds),
    changes: [],
    meanwhile: goneMeanwhile,
  };
  const create: Operation = {
    ...subject,
    wants,
    hits: has("POST"),
    begins: "without it",
    run: ({ driver }, { inputs }, timeout) => driver.create(type, inputs, { timeout }),
    changes: ["ADDED"],
    meanwhile: { "409 AlreadyExists": createsTheirs(subject, {}) },
  };
  const update: Operation = {
    ...subject,
    hits: has("PATCH"),
    begins: "with it",
    run: ({ driver }, given, timeout) => driver.update(type, before(given), changed(given.inputs), { timeout }),
    wants: changed,
    changes: ["MODIFIED"],
    meanwhile: goneMeanwhile,
  };
  const patch: Operation = {
    ...update,
    isEdited: true,
    run: ({ driver }, given, timeout) => driver.update(type, before(given), changedAndNew(given.inputs), { timeout }),
    wants: changedAndNew,
  };
  const remove: Operation = {
    ...subject,
    wants,
    hits: has("DELETE"),
    begins: "with it",
    async run({ driver }, given, seconds) {
      await driver.delete(type, before(given), seconds);
      return before(given);
    },
    changes: ["DELETED"],
    meanwhile: goneMeanwhile,
  };
  return { get, create, patch, update, delete: remove } as const;
}

const {
  get,
  create,
  patch,
  update,
  delete: remove,
} = operationsOn({ type: "SpaceTemplate", plural: "spacetemplates", inputs: template });

const key = {
  type: "OwnedAccessKey",
  plural: "ownedaccesskeys",
  inputs: (name: string) => ({ name, displayName: "one", user: "ci" }),
};

/** The operations by the heads of the table's columns. */
export const operations: Readonly<Record<string, Operation>> = {
  list: {
    ...get,
    async run(adapter, given) {
      const found = await adapter.list(`cell=${given.name}`);
      if (found.length !== 1 || found[0] !== given.name) throw new Error(`listed ${JSON.stringify(found)}`);
      return before(given);
    },
    meanwhile: {},
  },
  get,
  create,
  "create a key": {
    ...operationsOn(key).create,
    meanwhile: { "409 AlreadyExists": createsTheirs(key, { user: "them" }) },
  },
  patch,
  update,
  delete: remove,
  import: {
    ...create,
    type: "VirtualClusterImport",
    plural: "virtualclusterinstances",
    namespaceOf: (importName) => `p-${projectOf(importName)}`,
    inputs: (importName) => ({
      project: projectOf(importName),
      sourceVirtualCluster: { cluster: "c1", namespace: "vc-ns", name: "vc", importName },
    }),
    run: ({ driver }, { inputs }, timeout) => driver.create("VirtualClusterImport", inputs, { timeout }),
    meanwhile: { "409 AlreadyExists": importsTheirs },
  },
};
