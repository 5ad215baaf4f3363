import type { FieldError } from "../fieldError";
import { badRequest, continueExpired, versionExpired, versionTooLarge } from "../statusError";
import { type Entry, entryKey } from "../store/store";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { writeContinueToken } from "./continueToken";
import { entriesAt } from "./entriesAt";
import type { ListOptions } from "./listOptions";
import type { CollectionTarget } from "./operation";
import { currentVersion, parseVersion } from "./resourceVersion";

/** A list, or a part of one that was asked for in parts. */
export interface Page {
  entries: Entry[];
  metadata: JsonObject;
}

/** Reads what a list asks for: selected, as of the asked version, and no more than the limit. */
export function readPage(world: World, target: CollectionTarget, options: ListOptions): Page {
  const version = versionToRead(world, options);
  const found = entriesToRead(world, target, options, version).filter(options.matches);
  const entries = options.limit > 0 ? found.slice(0, options.limit) : found;
  const next = nextPage(entries, found.length, version, options.isSelective);
  return { entries, metadata: { resourceVersion: String(version), ...next } };
}

function versionToRead(world: World, options: ListOptions): number {
  const current = currentVersion(world);
  const asked = askedVersion(options);
  if (asked > current) throw versionTooLarge(String(asked), String(current));
  return isExact(options, asked) ? asked : current;
}

function askedVersion({ token, resourceVersion }: ListOptions): number {
  if (token !== undefined && !["", "0"].includes(resourceVersion)) {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  const refuse = ({ field, message }: FieldError) => badRequest(`invalid resource version: ${field}: ${message}`);
  return token === undefined ? parseVersion(resourceVersion, refuse) : token.version;
}

// A version together with a limit means exactly this version.
function isExact({ token, limit }: ListOptions, asked: number): boolean {
  return asked > 0 && (token !== undefined || limit > 0);
}

function entriesToRead(world: World, target: CollectionTarget, { token }: ListOptions, version: number): Entry[] {
  const entries = entriesAt(world, target, version, token?.after);
  if (entries !== undefined) return entries;
  if (token === undefined) throw versionExpired("The resourceVersion for the provided list is too old.");
  throw continueExpired(writeContinueToken({ ...token, version: -1 }));
}

function nextPage(page: Entry[], total: number, version: number, isSelective: boolean): JsonObject {
  const last = page.at(-1);
  const remaining = total - page.length;
  if (last === undefined || remaining === 0) return { continue: "" };
  const token = writeContinueToken({ version, after: entryKey(last) });
  // With a selector the server does not know how many are left without reading them.
  return isSelective ? { continue: token } : { continue: token, remainingItemCount: remaining };
}
