import { startTimer } from "./clock.js";

/** Gives a place back; `isLimited` says that the server found there to be too many. */
export type Release = (isLimited: boolean) => void;

/** Limits the requests under way: a 429 halves the limit, and each other answer raises it a little. */
export class Concurrency {
  readonly #max: number;
  #limit: number;
  #running = 0;
  /** Grows with every halving: what was sent before one says nothing of what is right after it. */
  #halvings = 0;
  /** Who waits for a place, the longest first. */
  readonly #waiting = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  /** Waits for a place, at most so many milliseconds; whoever gives up goes on without one. */
  acquire(timeoutMs: number, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve) => {
      const end = (release: Release) => {
        this.#waiting.delete(grant);
        clear();
        resolve(release);
      };
      const grant = () => {
        this.#running++;
        end(this.#newRelease());
      };
      const giveUp = () => end(() => {});
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
