import { message } from "../messages/message.js";
import { previewMessages } from "../messages/pulumi.js";
import type { ApiClient, Call } from "./client.js";
import { isDeadlineExceeded, isDenied, isDryRunRejected, isNotFound, isRejected } from "./errors/errors.js";

/** Not a valid name by RFC 1123, so no object can have it. */
export const invalidName = "No_Object_Has_This_Name";

/** Probes once per kind whether the platform supports dryRun. Without it, a dry run would write. */
export class DryRunProbe {
  readonly #client: Pick<ApiClient, "delete">;
  readonly #results = new Map<string, Promise<string | undefined>>();

  constructor(client: Pick<ApiClient, "delete">) {
    this.#client = client;
  }

  /** Why dry runs are unavailable; undefined if supported. Other failures throw, uncached. */
  async problem(plural: string, call: Call): Promise<string | undefined> {
    const known = this.#results.get(plural);
    if (known) {
      return known.catch((error) => {
        // The shared probe hit another caller's deadline, so probe again with this one.
        if (isDeadlineExceeded(error)) return this.problem(plural, call);
        throw error;
      });
    }
    const result = this.#probe(plural, call);
    this.#results.set(plural, result);
    result.catch(() => this.#results.delete(plural));
    return result;
  }

  async #probe(plural: string, call: Call): Promise<string | undefined> {
    try {
      await this.#client.delete([plural, invalidName], {}, { ...call, dryRun: "bogus" });
    } catch (error) {
      if (isDryRunRejected(error)) return undefined;
      if (isRejected(error) || isDenied(error)) return message(previewMessages.notAsked, { failure: error.message });
      if (!isNotFound(error)) throw error;
    }
    return message(previewMessages.dryRunIgnored);
  }
}
