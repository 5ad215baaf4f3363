import { after } from "./after.js";

/** Gives a place back; `isLimited` says that the server found there to be too many. */
export type Leave = (isLimited: boolean) => void;

/**
 * How many requests are under way at once: at most a fixed number, half as many each time that the server limits requests, but not
 * fewer than one, and slowly more again while it does not.
 */
export class Concurrency {
  readonly #most: number;
  #limit: number;
  #running = 0;
  /** Grows with every halving: what was sent before one says nothing of what is right after it. */
  #halvings = 0;
  /** Who waits for a place, the longest first. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
  }

  /** Waits for a place, for at most so many milliseconds; who gives up before goes on without one. */
  async enter(patienceMs: number, signal: AbortSignal | undefined): Promise<Leave> {
    if (this.#running < Math.floor(this.#limit)) this.#running++;
    else if (!(await this.#placeFor(patienceMs, signal))) return () => {};
    const halvings = this.#halvings;
    return (isLimited) => {
      this.#running--;
      if (!isLimited) this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
      else if (halvings === this.#halvings) this.#halve();
      this.#callNext();
    };
  }

  #halve(): void {
    this.#halvings++;
    this.#limit = Math.max(1, this.#limit / 2);
  }

  #callNext(): void {
    const free = Math.floor(this.#limit) - this.#running;
    for (const call of [...this.#waiting].slice(0, Math.max(0, free))) call();
  }

  /** Whether there is one before the patience ends. */
  #placeFor(patienceMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isCalled: boolean) => {
        this.#waiting.delete(called);
        clear();
        signal?.removeEventListener("abort", gaveUp);
        resolve(isCalled);
      };
      const called = () => {
        this.#running++;
        end(true);
      };
      const gaveUp = () => end(false);
      const clear = after(patienceMs, gaveUp);
      signal?.addEventListener("abort", gaveUp);
      this.#waiting.add(called);
    });
  }
}
