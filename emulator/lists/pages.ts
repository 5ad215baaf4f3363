import { randomUUID } from "node:crypto";
import type { Kind } from "../kinds/kind";
import { badRequest, versionExpired } from "../statusError";
import type { Snapshot } from "../store/history";
import type { Entry } from "../store/store";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { checkNotAhead, type ListOptions, parseVersion } from "./query";

/** A kind and the namespace of the path: empty for cluster scope, undefined for all namespaces. */
export interface CollectionTarget {
  kind: Kind;
  namespace: string | undefined;
}

/** A list, or a page of one. */
export interface Page {
  entries: readonly Entry[];
  metadata: JsonObject;
}

const tokenForm = /^([-0-9a-f]{36})_(\d{1,9})$/;

/** Reads the selected objects of a list, at most `limit` of them. All pages show one snapshot. */
export function readPage(world: World, target: CollectionTarget, options: ListOptions): Page {
  const { token, limit } = options;
  const requested = parseVersion(options.resourceVersion, (why) => badRequest(`invalid resource version: ${why}`));
  if (token !== "" && requested > 0) {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  checkNotAhead(world, requested);
  const [, id = randomUUID(), start = "0"] = tokenForm.exec(token) ?? [];
  const snapshot = token === "" ? newSnapshot(world, target, options) : knownSnapshot(world, target, token, id);
  const { version, entries } = snapshot;
  const end = limit > 0 ? Number(start) + limit : entries.length;
  const metadata: JsonObject = { resourceVersion: version, continue: "" };
  if (end < entries.length) {
    world.snapshots.keep(id, snapshot);
    metadata.continue = `${id}_${end}`;
    // With a selector a real server does not count what it has not read.
    if (!options.isSelective) metadata.remainingItemCount = entries.length - end;
  }
  return { entries: entries.slice(Number(start), end), metadata };
}

function newSnapshot({ store }: World, { kind: { plural }, namespace }: CollectionTarget, { matches }: ListOptions) {
  const entries = store.entries(plural, namespace).filter(matches);
  return { plural, namespace, version: store.resourceVersion, entries };
}

function knownSnapshot(world: World, { kind, namespace }: CollectionTarget, token: string, id: string): Snapshot {
  if (!tokenForm.test(token)) throw badRequest("invalid continue token: continue key is not valid");
  const snapshot = world.snapshots.get(id);
  if (snapshot?.plural === kind.plural && snapshot.namespace === namespace) return snapshot;
  throw versionExpired("The provided continue parameter is too old to display a consistent list result.");
}
