import { type Call, identityTimeoutMs, now } from "./call.js";

/** One result that all callers share. An error is not kept. */
export class SharedResult<Result> {
  readonly #read: (call: Call) => Promise<Result>;
  /** The result of the last call, unless it failed. */
  known: Promise<Result> | undefined;

  constructor(read: (call: Call) => Promise<Result>) {
    this.#read = read;
  }

  get({ signal, secrets }: Call): Promise<Result> {
    if (this.known) return this.known;
    const result = this.#read({ signal, secrets, deadline: now() + identityTimeoutMs });
    this.known = result;
    result.catch(() => {
      this.known = undefined;
    });
    return result;
  }
}
