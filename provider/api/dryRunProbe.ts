import { message } from "../messages/message.js";
import { previewMessages } from "../messages/previews.js";
import type { ApiClient, Call } from "./client.js";
import { isDenied, isDryRunRefused, isNotFound, isOutOfTime, isRefused } from "./errors/errors.js";

/** No object can have this name by RFC 1123, so a request for it cannot land. */
export const impossibleName = "No_Object_Has_This_Name";

/** Finds out, once for each kind, whether the platform reads dryRun: one that does not would do what a dry call asks for. */
export class DryRunProbe {
  readonly #client: Pick<ApiClient, "delete">;
  readonly #answers = new Map<string, Promise<string | undefined>>();

  constructor(client: Pick<ApiClient, "delete">) {
    this.#client = client;
  }

  /** Why no dry call may be sent; undefined when the platform reads dryRun. Without an answer it throws, and asks again next time. */
  async problem(plural: string, call: Call): Promise<string | undefined> {
    const known = this.#answers.get(plural);
    if (known) {
      return known.catch((error) => {
        // Whoever asked first had no more time, which says nothing of ours.
        if (isOutOfTime(error)) return this.problem(plural, call);
        throw error;
      });
    }
    const answer = this.#ask(plural, call);
    this.#answers.set(plural, answer);
    answer.catch(() => this.#answers.delete(plural));
    return answer;
  }

  async #ask(plural: string, call: Call): Promise<string | undefined> {
    try {
      await this.#client.delete([plural, impossibleName], {}, { ...call, dryRun: "bogus" });
    } catch (error) {
      if (isDryRunRefused(error)) return undefined;
      if (isRefused(error) || isDenied(error)) return message(previewMessages.notAsked, { failure: error.message });
      if (!isNotFound(error)) throw error;
    }
    return message(previewMessages.dryRunIgnored);
  }
}
