import type { ApiClient, Call } from "./client.js";
import { ApiError } from "./errors.js";
import { shouldRetry } from "./retry.js";

/** Every platform has this project. Its uid is unique (specification, section 2.1). */
export const identifyingPath = ["projects", "default"];

/** A fixed limit, since all operations of the session share the request. */
const longestMs = 10_000;

/** Identifies the platform at an address. One request per session, even if it fails. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "get">;
  #answer: Promise<string | undefined> | undefined;

  constructor(client: Pick<ApiClient, "get">) {
    this.#client = client;
  }

  /** A unique text; undefined if the access key may not read it. Throws if no response came. */
  of({ signal, secrets }: Call): Promise<string | undefined> {
    this.#answer ??= this.#ask({ signal, secrets, deadline: Date.now() + longestMs });
    return this.#answer;
  }

  async #ask(call: Call): Promise<string | undefined> {
    try {
      const { metadata } = await this.#client.get(identifyingPath, call, { isSentOnce: true });
      return metadata.uid;
    } catch (error) {
      if (error instanceof ApiError && !shouldRetry(true, error)) return undefined;
      throw error;
    }
  }
}
