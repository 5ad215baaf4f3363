import * as z from "zod";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import type { Stored } from "../../objects/operation.js";
import type { StoredOperation } from "../../objects/resource.js";
import { asList, asRecord, type Properties } from "../../objects/values.js";
import { expiryOf, hasPassed, unexpiredKeys } from "./accessKeyState.js";
import { defaultGracePeriod, keyExpiryOf } from "./replacedKeys.js";

/** An entry of the output `replacedKeys`. */
export const keptKey = z
  .strictObject({
    name: z.string().describe("Name of the key."),
    expiresAt: z.string().describe("When it stops granting access, RFC 3339 in UTC."),
  })
  .meta({ id: "ReplacedKey", description: "A replaced key that still works." });

/** The description of the output `replacedKeys`. */
export const replacedKeysText =
  'Keys that this resource replaced with `replacedKey: "expire"` and that still worked when it was last read. Before a refresh, ' +
  "their ends are estimates. A run that is killed between two steps of a replacement can lose an entry. Plugin only: " +
  "dynamic resources have an empty list.";

/** The key that this create replaces and those that it had replaced, if they continue to work. */
export function keptKeys({ replaces, inputs, client }: StoredOperation): unknown[] {
  const { id: replacedId, state = {} } = replaces ?? {};
  const now = client.platformTime;
  const earlier = unexpiredKeys(state.replacedKeys, now);
  const { name, replacedKey, gracePeriod = defaultGracePeriod } = inputs;
  if (state.active !== true || replacedKey !== "expire" || name === replacedId) return earlier;
  const end = expiryOf({ ttl: gracePeriod }, { creationTimestamp: `${now.toISOString().slice(0, 19)}Z` });
  // Both are in whole seconds in UTC, so the earlier one sorts first.
  const [expiresAt] = [state.expiresAt, end].filter((each) => typeof each === "string").sort();
  return unexpiredKeys([...earlier, { name: replacedId, expiresAt }], now);
}

/** The read key, without the replaced keys that are gone, disabled or expired. */
export async function withLiveKeys(operation: StoredOperation, read: Stored | undefined): Promise<Stored | undefined> {
  const recorded = asList(read?.state.replacedKeys);
  if (!read || recorded.length === 0) return read;
  const live = await Promise.all(recorded.map((each) => liveEntry(operation, asRecord(each))));
  return { ...read, state: { ...read.state, replacedKeys: live.flat() } };
}

/** The entry with the live expiry; empty if the key grants no access. A failure changes nothing. */
async function liveEntry(operation: StoredOperation, entry: Properties): Promise<Properties[]> {
  const { resource, client } = operation;
  try {
    const key = await findObject(operation, [resource.plural, String(entry.name)]);
    if (!key || key.spec?.disabled === true) return [];
    const expiresAt = keyExpiryOf(key) ?? entry.expiresAt;
    return hasPassed(expiresAt, client.platformTime) ? [] : [{ name: entry.name, expiresAt }];
  } catch {
    return [entry];
  }
}
