import type { ApiClient, Call } from "./client.js";
import { ApiError, isNotFound } from "./errors/errors.js";
import { now } from "./transport/clock.js";
import { shouldRetry } from "./transport/retry.js";

/** Every new platform has this project. Its uid is unique (specification, section 2.1). */
export const defaultProjectPath = ["projects", "default"];

/** A resource that vCluster Platform has and the specification has not. */
const productResource = "selves";

/** The uid of that project, if it exists; "hidden" after a permanent error response. */
export type ObservedIdentity = { readonly uid?: string | undefined } | "hidden";

// Timeout of the shared request. No single operation's deadline applies.
const timeoutMs = 10_000;

/** Identifies the platform behind an address: one request per fact and session, unless it fails. */
export class PlatformIdentity {
  readonly #client: Pick<ApiClient, "get" | "resourceNames">;
  readonly #of = sharedAnswer((call) => this.#readIdentity(call));
  readonly #isProduct = sharedAnswer((call) => this.#askProduct(call));

  constructor(client: Pick<ApiClient, "get" | "resourceNames">) {
    this.#client = client;
  }

  /** The platform's identity. Throws without a usable response; errors are not cached. */
  of(call: Call): Promise<ObservedIdentity> {
    return this.#of(call);
  }

  /** Whether it is vCluster Platform. Throws without a usable response; errors are not cached. */
  isVClusterPlatform(call: Call): Promise<boolean> {
    return this.#isProduct(call);
  }

  async #readIdentity(call: Call): Promise<ObservedIdentity> {
    try {
      const { metadata } = await this.#client.get(defaultProjectPath, call, { noRetry: true });
      return { uid: metadata.uid };
    } catch (error) {
      if (isNotFound(error)) return {};
      if (error instanceof ApiError && !shouldRetry(true, error)) return "hidden";
      throw error;
    }
  }

  async #askProduct(call: Call): Promise<boolean> {
    try {
      return (await this.#client.resourceNames(call)).includes(productResource);
    } catch (error) {
      // The specification has no discovery, so another platform may refuse it.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused && !shouldRetry(true, error)) return false;
      throw error;
    }
  }
}

/** Sends a request once for all callers, without their deadlines, until it has an answer. */
function sharedAnswer<Answer>(ask: (call: Call) => Promise<Answer>): (call: Call) => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return ({ signal, secrets }) => {
    if (answer) return answer;
    const asked = ask({ signal, secrets, deadline: now() + timeoutMs });
    answer = asked;
    asked.catch(() => {
      answer = undefined;
    });
    return asked;
  };
}
