import { now, pageTimeoutMs } from "../../api/call.js";
import type { ApiClient, ApiObject, Call } from "../../api/client.js";
import { isForbidden } from "../../api/errors/errors.js";
import { isListed } from "../../objects/lifecycle/storedLookups.js";
import type { Context } from "../../objects/operation.js";
import { isFromThisStack, ourPrefix, ownerSelector } from "../../objects/ownership.js";
import { ownPrincipal, type Principal, principalsIn } from "../../objects/principals.js";
import type { StoredOperation } from "../../objects/resource.js";
import { ResourceError } from "../../objects/resourceError.js";
import { memoized } from "../../objects/values.js";
import { npmName } from "../../packageNames.js";
import { expiryOf, hasPassed, keyLabel } from "./accessKeyState.js";

/** Annotation with the time of a replacement that lets the old key expire. */
export const replacedAt = `${ourPrefix}replaced-at`;

/** Seconds that a replaced key works on, without `gracePeriod`. */
export const defaultGracePeriod = 3600;

/** Whether a replacement has set the end of this key. */
export const isReplacedKey = ({ metadata }: ApiObject): boolean => metadata.annotations?.[replacedAt] !== undefined;

/** The end of a stored key in RFC 3339; undefined if it never expires. */
export const keyExpiryOf = ({ metadata, spec = {}, status = {} }: ApiObject): string | undefined =>
  expiryOf(spec, { lastActivity: status.lastActivity, creationTimestamp: metadata.creationTimestamp });

/** Whether a key was replaced and has expired, so that it may be deleted. */
const isSpent = (object: ApiObject, time: Date): boolean =>
  isReplacedKey(object) && hasPassed(keyExpiryOf(object), time);

/**
 * Seconds from the creation to the end of the grace period, or to the present end if that is
 * earlier. Undefined if the key has expired.
 */
export function lifetimeUntil(key: ApiObject, time: Date, gracePeriod: unknown): number | undefined {
  const seconds = typeof gracePeriod === "number" ? gracePeriod : defaultGracePeriod;
  const created = Date.parse(String(key.metadata.creationTimestamp));
  const end = keyExpiryOf(key);
  if (hasPassed(end, time)) return undefined;
  // A ttl of 0 never ends. Without a Date header, this machine's clock may be behind.
  const ttl = Math.max(1, seconds, Math.ceil((time.getTime() - created) / 1000) + seconds);
  if (!Number.isFinite(ttl)) return undefined;
  return end === undefined ? ttl : Math.min(ttl, Math.floor((Date.parse(end) - created) / 1000));
}

/** Milliseconds during which several replacements search only once for each principal. */
const searchIntervalMs = 5000;
const lastSearches = memoized((_client: ApiClient) => new Map<string, number>());

/** Whether the last search among these keys is long enough ago. Notes the time of this one. */
function isSearchDue(client: ApiClient, principal: Principal | undefined): boolean {
  const searches = lastSearches(client);
  const place = JSON.stringify(principal);
  const isDue = now() - (searches.get(place) ?? Number.NEGATIVE_INFINITY) >= searchIntervalMs;
  if (isDue) searches.set(place, now());
  return isDue;
}

/**
 * Searches for spent keys of this stack, deletes them and names each: in the list, or among the
 * keys of the new key's user or team. Its failure does not stop the end of a replacement.
 */
export async function deleteSpentKeys(operation: StoredOperation): Promise<void> {
  const { client, resource, replacedBy = {} } = operation;
  const [principal] = principalsIn(replacedBy);
  // Another client can mark a key that a resource has. So all resources must be known.
  if (!operation.isProgramKnown || !isSearchDue(client, principal)) return;
  const { secrets } = operation.call;
  // Not the hook of the operation, whose number of secrets is limited.
  const onObject = ({ spec = {} }: ApiObject) => {
    if (typeof spec.key === "string") secrets?.add(spec.key);
  };
  const call = { ...limitedCall(operation), secrets, onObject };
  try {
    for await (const keys of keysToSearch({ ...operation, call }, principal))
      for (const key of await deleteSpent(operation, resource.plural, keys)) operation.inform(deletedText(key));
  } catch {
    // The keys grant no access, and the next replacement searches again.
    operation.warnOnce(spentKept);
  }
}

const spentKept =
  "Replaced keys that have expired may remain: they could not be searched or deleted. If the access key lacks the " +
  "permissions to get users/accesskeys or teams/accesskeys and to delete ownedaccesskeys, grant them. " +
  `\`${npmName} orphans\` names such keys.`;

const deletedText = (key: ApiObject) =>
  `Deleted ${keyLabel(String(key.metadata.name))}, which a replacement kept until ` +
  `${keyExpiryOf(key)} (replacedKey: expire).`;

async function* keysToSearch(
  operation: StoredOperation,
  principal: Principal | undefined,
): AsyncGenerator<readonly ApiObject[]> {
  const { client, resource, call } = operation;
  if (await isListed(resource, operation)) {
    const query = { labelSelector: ownerSelector(operation), noRetry: true };
    for await (const { items } of client.pages([resource.plural], query, call)) yield items;
    return;
  }
  const whose = principal ?? (await ownPrincipal(operation));
  if (!whose || !resource.ofPrincipal) throw new ResourceError(spentKept);
  yield await resource.ofPrincipal(operation, whose);
}

/**
 * Deletes the spent keys of this stack among others, unless they changed or a resource of the
 * program has them. Returns them.
 */
async function deleteSpent(
  context: Context & Pick<StoredOperation, "managerOf">,
  plural: string,
  found: readonly ApiObject[],
): Promise<ApiObject[]> {
  const time = context.client.platformTime;
  const isManaged = ({ metadata }: ApiObject) => context.managerOf?.(String(metadata.name)) !== undefined;
  // Without a uid, a delete would hit whatever object has the name by then.
  const isGuarded = ({ metadata: { uid } }: ApiObject) => Boolean(uid);
  const isOurs = (each: ApiObject) => isFromThisStack(each, context) && isGuarded(each) && !isManaged(each);
  const spent = found.filter((each) => isOurs(each) && isSpent(each, time));
  const remove = async (key: ApiObject) => {
    const { name, uid, resourceVersion } = key.metadata;
    await context.client.delete([plural, String(name)], { uid, resourceVersion }, limitedCall(context));
    return [key];
  };
  // A failed delete leaves the key for the next run.
  const skip = (error: unknown) => {
    if (isForbidden(error)) context.warnOnce(spentKept);
    return [];
  };
  return (await Promise.all(spent.map((key) => remove(key).catch(skip)))).flat();
}

/** Maximum fraction of the time of an operation for such a request. */
const maxFraction = 1 / 4;

/** A call without the hooks of the operation: the responses have secrets of other keys. */
function limitedCall({ call: { signal, deadline = Number.POSITIVE_INFINITY } }: Context): Call {
  return { signal, deadline: now() + Math.min((deadline - now()) * maxFraction, pageTimeoutMs) };
}
