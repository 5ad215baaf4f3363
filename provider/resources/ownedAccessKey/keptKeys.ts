import * as z from "zod";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import type { Stored } from "../../objects/operation.js";
import type { StoredOperation } from "../../objects/resource.js";
import { asList, asRecord, type Properties } from "../../objects/values.js";
import { expiryOf, hasPassed, notEnded } from "./accessKeyState.js";
import { defaultGracePeriod, keyExpiryOf } from "./replacedKeys.js";

/** An entry of the output `replacedKeys`. */
export const keptKey = z
  .strictObject({
    name: z.string().describe("Name of the key."),
    expiresAt: z.string().describe("When it stops granting access, RFC 3339 in UTC."),
  })
  .meta({ id: "ReplacedKey", description: "A replaced key that still works." });

/** The description of the output. */
export const replacedKeysText =
  'Keys that this resource replaced with `replacedKey: "expire"` and that still worked when it was last read. Before a refresh, ' +
  "their ends are estimates. A run that is killed between two steps of a replacement can lose an entry. Plugin only: " +
  "dynamic resources have an empty list.";

/** The replaced key and those that it had replaced, if they work on after this create. */
export function keptKeys({ replaces, inputs, client }: StoredOperation): unknown[] {
  const { id, state = {} } = replaces ?? {};
  const now = client.platformTime;
  const earlier = notEnded(state.replacedKeys, now);
  const { name, replacedKey, gracePeriod = defaultGracePeriod } = inputs;
  if (state.active !== true || replacedKey !== "expire" || name === id) return earlier;
  const end = expiryOf({ ttl: gracePeriod }, { creationTimestamp: `${now.toISOString().slice(0, 19)}Z` });
  const [expiresAt] = [state.expiresAt, end].filter((each) => typeof each === "string").sort();
  return notEnded([...earlier, { name: id, expiresAt }], now);
}

/** The read key, without the replaced keys that are gone, disabled or expired. */
export async function withLiveKeys(operation: StoredOperation, read: Stored | undefined): Promise<Stored | undefined> {
  const recorded = asList(read?.state.replacedKeys);
  if (!read || recorded.length === 0) return read;
  const live = await Promise.all(recorded.map((each) => liveKey(operation, asRecord(each))));
  return { ...read, state: { ...read.state, replacedKeys: live.flat() } };
}

/** The key with its live end; empty if it grants no access. A failure keeps it as it is. */
async function liveKey(operation: StoredOperation, known: Properties): Promise<Properties[]> {
  const { resource, client } = operation;
  try {
    const key = await findObject(operation, [resource.plural, String(known.name)]);
    if (!key || key.spec?.disabled === true) return [];
    const { expiresAt } = { ...known, ...(keyExpiryOf(key) && { expiresAt: keyExpiryOf(key) }) } as Properties;
    return hasPassed(expiresAt, client.platformTime) ? [] : [{ name: known.name, expiresAt }];
  } catch {
    return [known];
  }
}
