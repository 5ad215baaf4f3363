import type { Kept, Wire } from "../../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../../support/startRecorded";
import type { Face } from "../../../faults/matrix/startFace";
import type { Mutator } from "../startMutator";

/** A face of the provider behind a mutator. */
export interface World {
  readonly face: Face;
  readonly platform: RecordedPlatform;
  readonly mutator: Mutator;
}

/** A resource type as the cases use it. */
export interface Kind {
  readonly plural: string;
  readonly namespace: string;
  readonly inputs: (name: string) => Wire;
  /** The next inputs of the program. */
  readonly changed: (inputs: Wire) => Wire;
}

const renamed = (inputs: Wire): Wire => ({ ...inputs, displayName: "b" });

/** The resource types. */
export const kinds = {
  SpaceTemplate: {
    plural: "spacetemplates",
    namespace: "",
    inputs: (name) => ({
      name,
      displayName: "a",
      labels: { team: "web" },
      finalizers: [],
      access: [{ users: ["x"], verbs: ["get"] }],
      extraSpec: { owner: { team: "t" } },
    }),
    changed: renamed,
  },
  OwnedAccessKey: {
    plural: "ownedaccesskeys",
    namespace: "",
    inputs: (name) => ({ name, displayName: "a", user: "ci", ttl: 3600, scope: { projects: [{ project: "web" }] } }),
    changed: renamed,
  },
  VirtualClusterImport: {
    plural: "virtualclusterinstances",
    namespace: "p-web",
    inputs: (name) => ({
      project: "web",
      sourceVirtualCluster: { cluster: "c1", namespace: "ns", name },
      deletionPolicy: "delete",
    }),
    // No field of the platform can change in place.
    changed: (inputs) => inputs,
  },
} as const satisfies Record<string, Kind>;

/** The type of a kind. */
export type Type = keyof typeof kinds;

/** The stored object, if any. */
export function storedObject({ platform }: World, type: Type, name: string) {
  const { plural, namespace } = kinds[type];
  const stored = platform.store.get(plural, name, namespace);
  return stored && (JSON.parse(JSON.stringify(stored)) as { metadata: { uid: string }; spec: Wire });
}

/** Timeout of an operation in seconds. */
const seconds = 1;

/** The operations on changed responses. */
export type Operation = "create" | "read" | "update" | "replace" | "delete" | "list" | "import";

/** Runs an operation as the engine does; the resource after it, if any. */
export const operations: Readonly<
  Record<Operation, (world: World, type: Type, before: Kept, name: string) => Promise<Kept | undefined>>
> = {
  create: ({ face }, type, { inputs }) => face.driver.create(type, inputs, { timeout: seconds }),
  read: ({ face }, type, before) => face.driver.read(type, before, seconds),
  update: async ({ face }, type, before) => face.driver.update(type, before, next(type, before), { timeout: seconds }),
  replace: ({ face, platform }, type, before, name) => {
    platform.faults.add({ method: "PATCH", name, times: 100, action: { status: 415 } });
    return face.driver.update(type, before, next(type, before), { timeout: seconds });
  },
  delete: async ({ face }, type, before) => {
    await face.driver.delete(type, before, seconds);
    return undefined;
  },
  list: async ({ face }, _type, before) => {
    await face.list("team=web");
    return before;
  },
  // Only the plugin imports; the result goes into a program, not into this state.
  import: async ({ face }, type, before) => {
    if (face.name === "the plugin") await face.driver.read(type, { id: before.id, inputs: {}, state: {} }, seconds);
    return before;
  },
};

/** The next inputs of the program. */
export const next = (type: Type, { inputs }: Kept): Wire => kinds[type].changed(inputs);
