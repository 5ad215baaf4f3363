import type { ApiObject, Call } from "../../api/client.js";
import { ApiError, isNotFound, isTooLarge, type PlatformError } from "../../api/errors/errors.js";
import type { Context } from "../../objects/operation.js";
import type { Principal } from "../../objects/principals.js";

/** Path segment of the keys of a user or team. */
export const keysSegment = "accesskeys";

const embeddedKeys = { field: "accessKeys", plural: "ownedaccesskeys" };

/** All keys of a user or team, whoever created them, with their values. An absent user has none. */
export async function keysOf(
  { client, call }: { readonly client: Pick<Context["client"], "embeddedObjects">; readonly call: Call },
  { kind, name }: Principal,
): Promise<readonly ApiObject[]> {
  try {
    return await client.embeddedObjects([`${kind}s`, name, keysSegment], embeddedKeys, call);
  } catch (error) {
    if (isNotFound(error)) return [];
    if (isTooLarge(error))
      (error as PlatformError).note(
        "All keys of a user or team come in one response, of at most 8 MiB. Delete keys that nobody uses.",
      );
    if (mayQuoteKeys(error)) error.withoutServerText();
    throw error;
  }
}

/** Whether a failure may quote a key of others that no response has shown. */
const mayQuoteKeys = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && !statusesAboutRequest.has(error.status);

// Their messages are about the caller, the path or the verb, not about stored keys.
const statusesAboutRequest: ReadonlySet<number> = new Set([401, 403, 404, 405]);
