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

/** Seconds for which a replaced key still works, without `gracePeriod`. */
export const defaultGracePeriod = 3600;

/** Whether a replacement let this key expire instead of deleting it. */
export const isReplacedKey = ({ metadata }: ApiObject): boolean => metadata.annotations?.[replacedAt] !== undefined;

/** The expiry of a stored key in RFC 3339; undefined if it never expires. */
export const keyExpiryOf = ({ metadata, spec = {}, status = {} }: ApiObject): string | undefined =>
  expiryOf(spec, { lastActivity: status.lastActivity, creationTimestamp: metadata.creationTimestamp });

/** Whether a key was replaced and has expired, so that it may be deleted. */
const isSpent = (object: ApiObject, time: Date): boolean =>
  isReplacedKey(object) && hasPassed(keyExpiryOf(object), time);

/**
 * The ttl with which a key ends after the grace period, or when it ends now if that is earlier.
 * Undefined if the key has expired, or if its creation is unknown.
 */
export function ttlForGracePeriod(key: ApiObject, time: Date, gracePeriod: unknown): number | undefined {
  const seconds = typeof gracePeriod === "number" ? gracePeriod : defaultGracePeriod;
  const created = Date.parse(String(key.metadata.creationTimestamp));
  const end = keyExpiryOf(key);
  if (hasPassed(end, time)) return undefined;
  // This machine's clock (without a Date header) may be behind: the grace period is the minimum.
  const ttl = Math.max(1, seconds, Math.ceil((time.getTime() - created) / 1000) + seconds);
  if (!Number.isFinite(ttl)) return undefined;
  return end === undefined ? ttl : Math.min(ttl, Math.floor((Date.parse(end) - created) / 1000));
}

/** Milliseconds during which several replacements search only once for each principal. */
const searchIntervalMs = 5000;
const lastSearches = memoized((_client: ApiClient) => new Map<string, number>());

/** Whether the last search among these keys is long enough ago. If so, records this one. */
function isSearchDue(client: ApiClient, principal: Principal | undefined): boolean {
  const searches = lastSearches(client);
  const key = JSON.stringify(principal);
  const isDue = now() - (searches.get(key) ?? Number.NEGATIVE_INFINITY) >= searchIntervalMs;
  if (isDue) searches.set(key, now());
  return isDue;
}

/**
 * Deletes spent keys of this stack with a message for each. Searches the list of keys or, without
 * one, the keys of the new key's user or team. A failure is only a warning.
 */
export async function deleteSpentKeys(operation: StoredOperation): Promise<void> {
  const { client, resource, replacedBy = {} } = operation;
  const [principal] = principalsIn(replacedBy);
  // A key of another resource may have the annotation, too, so the run must know all resources.
  if (!operation.isProgramKnown || !isSearchDue(client, principal)) return;
  const { secrets } = operation.call;
  // Masks what the search reads, without the limit that an operation has for its secrets.
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
  const holder = principal ?? (await ownPrincipal(operation));
  if (!holder || !resource.ofPrincipal) throw new ResourceError(spentKept);
  yield await resource.ofPrincipal(operation, holder);
}

/**
 * Deletes the spent keys of this stack among the found ones, and returns the deleted keys. Keeps a
 * key that changed meanwhile, and one that a resource of the program has.
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

/** Maximum part of the remaining time of an operation that the search, or one delete, may take. */
const maxFraction = 1 / 4;

/** A call without the callbacks of the operation: the responses have secrets of other keys. */
function limitedCall({ call: { signal, deadline = Number.POSITIVE_INFINITY } }: Context): Call {
  return { signal, deadline: now() + Math.min((deadline - now()) * maxFraction, pageTimeoutMs) };
}
