import { startTimer } from "./clock.js";

/** Releases a slot; `isLimited` reports a 429. */
export type Release = (isLimited: boolean) => void;

/** Limits concurrent requests: a 429 halves the limit, any other response raises it slightly. */
export class Concurrency {
  readonly #max: number;
  #limit: number;
  #running = 0;
  /** Counts halvings: requests sent before one must not halve the limit again. */
  #halvings = 0;
  /** Grants for waiting requests, the oldest first. */
  readonly #waiting = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  /** Waits for a slot; undefined after the timeout or an abort. */
  acquire(timeoutMs: number, signal: AbortSignal | undefined): Promise<Release | undefined> {
    return new Promise((resolve) => {
      const end = (release?: Release) => {
        this.#waiting.delete(grant);
        clear();
        resolve(release);
      };
      const grant = () => {
        this.#running++;
        end(this.#newRelease());
      };
      const giveUp = () => end();
      const clear = startTimer(timeoutMs, giveUp, signal);
      this.#waiting.add(grant);
      if (signal?.aborted) giveUp();
      else this.#grantWaiting();
    });
  }

  #newRelease(): Release {
    const halvings = this.#halvings;
    return (isLimited) => {
      this.#running--;
      if (!isLimited) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
      else if (halvings === this.#halvings) {
        this.#halvings++;
        this.#limit = Math.max(1, this.#limit / 2);
      }
      this.#grantWaiting();
    };
  }

  #grantWaiting(): void {
    for (const take of this.#waiting) {
      if (this.#running >= Math.floor(this.#limit)) return;
      take();
    }
  }
}
