import type { ApiClient, ApiObject, Call } from "../../api/client.js";
import { isForbidden } from "../../api/errors/errors.js";
import { pageTimeoutMs } from "../../api/timeouts.js";
import { now } from "../../api/transport/clock.js";
import { keyMessages } from "../../messages/accessKeys.js";
import { message } from "../../messages/message.js";
import type { OperationContext } from "../../objects/operation.js";
import { isFromThisStack, ourPrefix, ownerSelector } from "../../objects/ownership.js";
import { withCreation } from "../../objects/state/storedState.js";
import type { Properties } from "../../objects/values.js";
import { expiryOf, hasPassed } from "./accessKeyExpiry.js";

/** Annotation with the time of a replacement that lets the old key expire. */
export const replacedAt = `${ourPrefix}replaced-at`;

/** Seconds that a replaced key works on, without `gracePeriod`. */
export const defaultGracePeriod = 3600;

/** Whether a replacement has set the end of this key. */
export const isReplacedKey = ({ metadata }: ApiObject): boolean => metadata.annotations?.[replacedAt] !== undefined;

/** The end of a stored key in RFC 3339; undefined if it never expires. */
export const endOf = ({ metadata, spec = {}, status = {} }: ApiObject): string | undefined =>
  expiryOf(spec, { lastActivity: status.lastActivity, creationTimestamp: metadata.creationTimestamp });

/** Whether a key was replaced and has expired, so that it may be deleted. */
export const isSpent = (object: ApiObject, time: Date): boolean =>
  isReplacedKey(object) && hasPassed(endOf(object), time);

/**
 * Seconds from the creation to the end of the grace period, or to the present end if that is
 * earlier. Undefined if the key has expired.
 */
export function lifetimeUntil(live: ApiObject, state: Properties, time: Date, gracePeriod: unknown) {
  const key = withCreation(live, state);
  const seconds = typeof gracePeriod === "number" ? gracePeriod : defaultGracePeriod;
  const created = Date.parse(String(key.metadata.creationTimestamp));
  const end = endOf(key);
  if (hasPassed(end, time)) return undefined;
  // A ttl of 0 never ends. Without a Date header, this machine's clock may be behind.
  const ttl = Math.max(1, seconds, Math.ceil((time.getTime() - created) / 1000) + seconds);
  if (!Number.isFinite(ttl)) return undefined;
  return end === undefined ? ttl : Math.min(ttl, Math.floor((Date.parse(end) - created) / 1000));
}

/** Milliseconds in which several creates of a run search once. */
const searchIntervalMs = 5000;
const lastSearches = new WeakMap<ApiClient, number>();

/** Searches for spent keys of this stack and deletes them. Its failure does not stop a create. */
export async function deleteSpentKeys(context: OperationContext, plural: string): Promise<void> {
  const { client, call } = context;
  if (call.dryRun) return;
  if (now() - (lastSearches.get(client) ?? Number.NEGATIVE_INFINITY) < searchIntervalMs) return;
  lastSearches.set(client, now());
  const query = { labelSelector: ownerSelector(context), noRetry: true };
  try {
    for await (const { items } of client.pages([plural], query, limitedCall(context)))
      await deleteSpent(context, plural, items);
  } catch (error) {
    warnIfForbidden(context, error);
  }
}

/** Deletes the spent keys of this stack among listed ones, unless they changed. Counts them. */
export async function deleteSpent(
  context: OperationContext,
  plural: string,
  listed: readonly ApiObject[],
): Promise<number> {
  const time = context.client.platformTime;
  const spent = listed.filter((each) => isFromThisStack(each, context) && isSpent(each, time));
  const remove = async ({ metadata: { name, uid, resourceVersion } }: ApiObject) => {
    await context.client.delete([plural, String(name)], { uid, resourceVersion }, limitedCall(context));
    return true;
  };
  // A failed delete leaves the key for the next run.
  const deleted = await Promise.all(spent.map((key) => remove(key).catch((error) => warnIfForbidden(context, error))));
  return deleted.filter(Boolean).length;
}

/** Maximum fraction of the time of an operation for such a request. */
const maxFraction = 1 / 4;

/** A call without the hooks of the operation: the responses have secrets of other keys. */
function limitedCall({ call: { signal, deadline = Number.POSITIVE_INFINITY } }: OperationContext): Call {
  return { signal, deadline: now() + Math.min((deadline - now()) * maxFraction, pageTimeoutMs) };
}

function warnIfForbidden({ warnOnce }: OperationContext, error: unknown): void {
  if (isForbidden(error)) warnOnce(message(keyMessages.spentKept));
}
