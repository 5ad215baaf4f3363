import type { Kind } from "../kinds/kind";
import { present } from "../objects/present";
import type { StatusError } from "../statusError";
import { type Entry, type StoreEvent, withVersion } from "../store/store";
import { canonicalJson } from "../text/json";
import type { World } from "../world";

/** Which objects a watch is about. */
export interface Watched {
  kind: Kind;
  /** By namespace, labels and fields. */
  selects: (entry: Entry) => boolean;
}

/** The line that tells of an object that was there when the watch began. */
export function initialEvent(world: World, { kind }: Watched, entry: Entry): string {
  return line("ADDED", present(world, kind, entry));
}

/** The line that tells of a change; undefined if the watch is not about it. Coming to be selected is being added. */
export function changeEvent(world: World, { kind, selects }: Watched, change: StoreEvent): string | undefined {
  const { type, plural, entry, former, version } = change;
  if (plural !== kind.plural) return undefined;
  const was = former !== undefined && selects(former);
  if (type !== "DELETED" && selects(entry)) return line(was ? "MODIFIED" : "ADDED", present(world, kind, entry));
  if (!was) return undefined;
  // What left the selection is told of as it was while it was in it.
  return line("DELETED", present(world, kind, type === "DELETED" ? entry : withVersion(former.object, version)));
}

/** The line that tells up to which version everything was told. */
export function bookmarkEvent(world: World, { kind }: Watched, version: number): string {
  const metadata = { resourceVersion: String(version) };
  return line("BOOKMARK", canonicalJson({ apiVersion: world.apiVersion, kind: kind.kind, metadata }));
}

/** The line that ends a watch for a reason. */
export function errorEvent(error: StatusError): string {
  return line("ERROR", JSON.stringify(error.body()));
}

function line(type: string, json: string): string {
  return `{"type":"${type}","object":${json}}\n`;
}
