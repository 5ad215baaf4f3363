import type { ApiClient, Call } from "./client.js";
import { ApiError, isNotFound } from "./errors/errors.js";
import { identityTimeoutMs } from "./timeouts.js";
import { now } from "./transport/clock.js";
import { shouldRetry } from "./transport/retry.js";

/** Every new platform has this project. Its uid is unique (specification, section 2.1). */
export const defaultProjectPath = ["projects", "default"];

/** The uid of that project, if it exists; "hidden" after a permanent error response. */
export type ObservedIdentity = { readonly uid?: string | undefined } | "hidden";

/** Identifies the platform behind an address, with one request per session unless it fails. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "get">;
  #identity: Promise<ObservedIdentity> | undefined;

  constructor(client: Pick<ApiClient, "get">) {
    this.#client = client;
  }

  /** The platform's identity. Throws without a usable response; errors are not cached. */
  of({ signal, secrets }: Call): Promise<ObservedIdentity> {
    if (this.#identity) return this.#identity;
    const identity = this.#read({ signal, secrets, deadline: now() + identityTimeoutMs });
    this.#identity = identity;
    identity.catch(() => {
      this.#identity = undefined;
    });
    return identity;
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
