import type { ApiClient, Call } from "./client.js";
import { ApiError, isNotFound } from "./errors/errors.js";
import { now } from "./transport/clock.js";
import { shouldRetry } from "./transport/retry.js";

/** A project of every new platform. Its uid is unique (specification, section 2.1). */
export const defaultProjectPath = ["projects", "default"];

/** The uid of that project, if it exists; "hidden" if the access key may not read it. */
export type ObservedIdentity = { readonly uid?: string | undefined } | "hidden";

/** Not the deadline of one operation, since the answer is for all of the session. */
const timeoutMs = 10_000;

/** Finds out which platform an address leads to, by one request in each session. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "get">;
  #identity: Promise<ObservedIdentity> | undefined;

  constructor(client: Pick<ApiClient, "get">) {
    this.#client = client;
  }

  /** What no other platform shows. Throws where no answer came, and asks again next time. */
  of({ signal, secrets }: Call): Promise<ObservedIdentity> {
    if (this.#identity) return this.#identity;
    const answer = this.#read({ signal, secrets, deadline: now() + timeoutMs });
    this.#identity = answer;
    answer.catch(() => {
      this.#identity = undefined;
    });
    return answer;
  }

  async #read(call: Call): Promise<ObservedIdentity> {
    try {
      const { metadata } = await this.#client.get(defaultProjectPath, call, { noRetry: true });
      return { uid: metadata.uid };
    } catch (error) {
      if (isNotFound(error)) return {};
      if (error instanceof ApiError && !shouldRetry(true, error)) return "hidden";
      throw error;
    }
  }
}
