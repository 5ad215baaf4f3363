import { findOrphans } from "../../../../cli/orphans/findOrphans";
import { KnownObjects } from "../../../../cli/orphans/knownObjects";
import type { Orphan } from "../../../../cli/orphans/orphan";
import type { ApiObject } from "../../../../emulator/kinds/apiObject";
import type { RunningPlatform } from "../../../../emulator/platform";
import { resolveConfig } from "../../../../provider/config";
import { Session } from "../../../../provider/session";
import { groupPath } from "../../../support/http";
import { secretMark } from "../../../support/pluginDriver";
import type { RecordedPlatform } from "../../../support/startRecorded";
import type { Declared, Kind } from "./sequence";

/** A resource in the state of a stack, with secrets in clear text. */
export interface Held {
  letter: string;
  kind: Kind;
  id: string;
  /** Absent if the result of its create is unknown. */
  uid?: string | undefined;
  inputs: Record<string, unknown>;
  key?: string | undefined;
  /** Whether it is replaced and not deleted yet. */
  isReplaced?: boolean | undefined;
}

/** The namespace of a sequence: all names begin with the prefix and a dash; virtual clusters are in a project of their own. */
export interface Place {
  prefix: string;
  project: string;
}

/** The name of a resource, and the prefix of its objects. */
export const rowOf = ({ prefix }: Place, letter: string): string => `${prefix}-${letter}`;

/** The path segment of each kind's objects. */
export const pluralOf: Record<Kind, string> = {
  SpaceTemplate: "spacetemplates",
  OwnedAccessKey: "ownedaccesskeys",
  VirtualClusterImport: "virtualclusterinstances",
};

/** The key value that a program supplies. */
export const suppliedKey = (place: Place, { letter, supplied }: Declared): string =>
  `supplied-key-${rowOf(place, letter)}-${supplied}-of-the-program`;

/** The name in the program; undefined if the provider generates it. */
export function fixedName(place: Place, { letter, kind, isNamed, source }: Omit<Declared, "user">): string | undefined {
  if (kind === "VirtualClusterImport") return `${rowOf(place, letter)}-${source}`;
  return isNamed ? rowOf(place, letter) : undefined;
}

/** The declared inputs, without undefined members. */
export function inputsOf(place: Place, declared: Declared): Record<string, unknown> {
  return JSON.parse(JSON.stringify(makers[declared.kind](place, declared)));
}

const common = (place: Place, declared: Declared) => ({
  name: fixedName(place, declared),
  displayName: declared.displayName,
  description: declared.description,
  labels: declared.env === undefined ? undefined : { env: declared.env },
  conflictPolicy: declared.conflictPolicy,
});

const makers: Record<Kind, (place: Place, declared: Declared) => Record<string, unknown>> = {
  SpaceTemplate: common,
  OwnedAccessKey: (place, declared) => ({
    ...common(place, declared),
    user: declared.user,
    key: declared.supplied === undefined ? undefined : suppliedKey(place, declared),
    disabled: declared.disabled,
    rotationTriggers: declared.round === undefined ? undefined : { round: declared.round },
  }),
  VirtualClusterImport: (place, declared) => ({
    project: place.project,
    sourceVirtualCluster: {
      cluster: "c1",
      namespace: "vc",
      name: `source-${declared.source}`,
      importName: fixedName(place, declared),
    },
    deletionPolicy: declared.deletionPolicy,
  }),
};

/** An object of the platform and its location. */
export interface Found {
  kind: Kind;
  /** Path below the API group, such as `spacetemplates/dev`. */
  path: string;
  name: string;
  uid: string;
  version: string;
  isTerminating: boolean;
  object: Readonly<Record<string, unknown>>;
}

/** All objects of a sequence, by any creator. */
export function objectsAt({ store }: RunningPlatform, { prefix }: Place): Found[] {
  return (Object.keys(pluralOf) as Kind[]).flatMap((kind) =>
    store
      .list(pluralOf[kind])
      .filter(({ metadata }) => metadata.name.startsWith(`${prefix}-`))
      .map((object) => foundOf(kind, object)),
  );
}

function foundOf(kind: Kind, object: ApiObject): Found {
  const { name, namespace, uid, resourceVersion, deletionTimestamp } = object.metadata;
  const path = `${namespace ? `namespaces/${namespace}/` : ""}${pluralOf[kind]}/${name}`;
  const isTerminating = deletionTimestamp !== undefined;
  const plain = object as unknown as Record<string, unknown>;
  return { kind, path, name, uid: String(uid), version: String(resourceVersion), isTerminating, object: plain };
}

/** Whether an object's name belongs to a letter: declared or generated. */
export const isAt = (place: Place, letter: string, { name }: Found): boolean =>
  name === rowOf(place, letter) || name.startsWith(`${rowOf(place, letter)}-`);

/** The value at a path. */
export function valueIn(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}

/** A value without Pulumi's secret marks. */
export function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value;
  if (secretMark in value) return plainOf((value as { value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plainOf(inside)]));
}

const noFiles = { homedir: "", readFile: () => "" };

/** The result of `pulumi-platform orphans` for this state. */
export async function orphansIn(
  { baseUrl, accessKey }: RecordedPlatform,
  place: Place,
  state: readonly Held[],
): Promise<Orphan[]> {
  const resolved = resolveConfig({ baseUrl, accessKey }, {}, noFiles);
  if (!("config" in resolved)) throw new Error(`The platform cannot be reached: ${JSON.stringify(resolved)}`);
  const exported = state.map(({ letter, kind, id, uid, inputs }) => {
    const type = `platform:index:${kind}`;
    const urn = `urn:pulumi:${place.prefix}::fuzz::${type}::${rowOf(place, letter)}`;
    return { urn, type, id, inputs, outputs: { uid } };
  });
  const known = new KnownObjects(exported, [], [{ project: "fuzz", stack: place.prefix }]);
  const session = new Session(resolved.config);
  const { orphans, kept } = await findOrphans(session, known, () => {});
  return [...orphans, ...kept];
}

/** Deletes exactly this orphan, as docs/orphans.md advises. */
export async function deleteOrphan(
  { baseUrl, accessKey }: RecordedPlatform,
  { kind, name, uid }: Orphan,
): Promise<void> {
  const response = await fetch(`${baseUrl}${groupPath}/${pluralOf[kind as Kind]}/${name}`, {
    method: "DELETE",
    // A connection that was idle during a command may be closed at any moment.
    headers: { authorization: `Bearer ${accessKey}`, "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid } }),
  });
  await response.arrayBuffer();
}
