import { findOrphans } from "../../../cli/orphans/findOrphans";
import { KnownObjects } from "../../../cli/orphans/knownObjects";
import type { Orphan } from "../../../cli/orphans/orphan";
import type { RunningPlatform } from "../../../emulator/platform";
import { resolveConfig } from "../../../provider/config/resolveConfig";
import { Session } from "../../../provider/engine/session";
import { groupPath } from "../../support/http";
import { projectName } from "../../support/project";
import { type Kind, prefixOf } from "./anySequence";

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
  isReplaced: boolean;
}

/** The path segment of each kind's objects. */
export const pluralOf: Record<Kind, string> = {
  SpaceTemplate: "spacetemplates",
  OwnedAccessKey: "ownedaccesskeys",
  VirtualClusterImport: "virtualclusterinstances",
};

/** An object of the platform and its location. */
export interface Found {
  kind: Kind;
  /** Path below the API group, such as `spacetemplates/dev`. */
  path: string;
  name: string;
  uid: string;
  version: string;
  object: Readonly<Record<string, unknown>>;
}

/** All objects of the platform, by any creator. */
export function objectsOn({ store }: RunningPlatform): Found[] {
  return (Object.keys(pluralOf) as Kind[]).flatMap((kind) =>
    store.list(pluralOf[kind]).map((object) => {
      const { name, namespace, uid, resourceVersion } = object.metadata;
      const path = `${namespace ? `namespaces/${namespace}/` : ""}${pluralOf[kind]}/${name}`;
      const plain = object as unknown as Record<string, unknown>;
      return { kind, path, name, uid: String(uid), version: String(resourceVersion), object: plain };
    }),
  );
}

/** Whether an object's name belongs to a letter: declared or generated. */
export const isOf = (letter: string, { name }: Pick<Found, "name">): boolean =>
  name === prefixOf(letter) || name.startsWith(`${prefixOf(letter)}-`);

/** The value at a path. */
export function valueIn(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}

/** The orphans of this state. A late request of a killed provider causes another search. */
export async function orphansOf(platform: RunningPlatform, state: readonly Held[]): Promise<Orphan[]> {
  const { store } = platform;
  const before = store.resourceVersion;
  const orphans = await searchOrphans(platform, state);
  return store.resourceVersion === before ? orphans : orphansOf(platform, state);
}

/** The result of `pulumi-vcluster-platform orphans` for this state. */
async function searchOrphans(
  { baseUrl, accessKey, store }: RunningPlatform,
  state: readonly Held[],
): Promise<Orphan[]> {
  const resolved = resolveConfig(
    { baseUrl, accessKey },
    { env: {}, files: { homedir: "", readFile: () => ({ text: "", isWritableByOthers: false }) } },
  );
  if (!("config" in resolved)) throw new Error(`The platform cannot be reached: ${JSON.stringify(resolved)}`);
  const exported = state.map(({ letter, kind, id, uid, inputs }) => {
    const type = `vcluster-platform:index:${kind}`;
    const urn = `urn:pulumi:dev::${projectName}::${type}::${prefixOf(letter)}`;
    return { urn, type, id, inputs, outputs: { uid } };
  });
  const known = new KnownObjects({ resources: exported, creating: [] }, [{ project: projectName, stack: "dev" }]);
  const users = new Set(store.list("ownedaccesskeys").map(({ spec }) => String(spec.user)));
  // As with an option --user for each user of the platform.
  const principals = [...users].map((name) => ({ kind: "user", name }) as const);
  const options = { notify: () => {}, heldBy: async () => new Map(), principals };
  const sessions = [new Session(resolved.config)];
  const { found, errors } = await findOrphans(
    [{ address: baseUrl, sessions, problems: [], known, providers: [] }],
    options,
  );
  if (errors.length > 0) throw errors[0];
  return [...found.orphans, ...found.kept];
}

/** Deletes exactly this orphan, as docs/orphans.md advises. */
export async function deleteOrphan(
  { baseUrl, accessKey }: RunningPlatform,
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
