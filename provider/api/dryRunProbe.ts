import type { ApiClient, Call } from "./client.js";
import { isDeadlineExceeded, isDenied, isDryRunRejected, isInvalidRequest, isNotFound } from "./errors/errors.js";

/** No object can have this name by RFC 1123, so a request for it cannot land. */
export const invalidName = "No_Object_Has_This_Name";

/** Finds out, once for each kind, whether the platform reads dryRun: one that does not would do what a dry call asks for. */
export class DryRunProbe {
  readonly #client: Pick<ApiClient, "delete">;
  readonly #results = new Map<string, Promise<string | undefined>>();

  constructor(client: Pick<ApiClient, "delete">) {
    this.#client = client;
  }

  /** Why no dry call may be sent; undefined when the platform reads dryRun. Without an answer it throws, and asks again next time. */
  async problem(plural: string, call: Call): Promise<string | undefined> {
    const known = this.#results.get(plural);
    if (known) {
      return known.catch((error) => {
        // Whoever asked first had no more time, which says nothing of ours.
        if (isDeadlineExceeded(error)) return this.problem(plural, call);
        throw error;
      });
    }
    const answer = this.#probe(plural, call);
    this.#results.set(plural, answer);
    answer.catch(() => this.#results.delete(plural));
    return answer;
  }

  async #probe(plural: string, call: Call): Promise<string | undefined> {
    try {
      await this.#client.delete([plural, invalidName], {}, { ...call, dryRun: "bogus" });
    } catch (error) {
      if (isDryRunRejected(error)) return undefined;
      if (isInvalidRequest(error) || isDenied(error))
        return `it could not be asked whether it reads dryRun: ${error.message}`;
      if (!isNotFound(error)) throw error;
    }
    return "it does not read dryRun, so a trial would be the change itself.";
  }
}
