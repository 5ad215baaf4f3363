import type { ApiClient, Call } from "./client.js";
import { ApiError, isNotFound } from "./errors/errors.js";
import { now } from "./transport/clock.js";
import { shouldRetry } from "./transport/retry.js";

/** A project of every new platform. Its uid is unique (specification, section 2.1). */
export const identifyingPath = ["projects", "default"];

/** The uid of that project, if it exists; "hidden" if the access key may not read it. */
export type Shown = { readonly uid?: string | undefined } | "hidden";

/** Not the deadline of one operation, since the answer is for all of the session. */
const longestMs = 10_000;

/** Finds out which platform an address leads to, by one request in each session. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "get">;
  #answer: Promise<Shown> | undefined;

  constructor(client: Pick<ApiClient, "get">) {
    this.#client = client;
  }

  /** What no other platform shows. Throws where no answer came, and asks again next time. */
  of({ signal, secrets }: Call): Promise<Shown> {
    if (this.#answer) return this.#answer;
    const answer = this.#ask({ signal, secrets, deadline: now() + longestMs });
    this.#answer = answer;
    answer.catch(() => {
      this.#answer = undefined;
    });
    return answer;
  }

  async #ask(call: Call): Promise<Shown> {
    try {
      const { metadata } = await this.#client.get(identifyingPath, call, { isSentOnce: true });
      return { uid: metadata.uid };
    } catch (error) {
      if (isNotFound(error)) return {};
      if (error instanceof ApiError && !shouldRetry(true, error)) return "hidden";
      throw error;
    }
  }
}
