import { after } from "./clock.js";

/** Gives a place back; `isLimited` says that the server found there to be too many. */
export type Leave = (isLimited: boolean) => void;

/** Limits the requests under way: a 429 halves the limit, and each other answer raises it a little. */
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

  /** Waits for a place, at most so many milliseconds; whoever gives up goes on without one. */
  enter(patienceMs: number, signal: AbortSignal | undefined): Promise<Leave> {
    return new Promise((resolve) => {
      const end = (leave: Leave) => {
        this.#waiting.delete(take);
        clear();
        resolve(leave);
      };
      const take = () => {
        this.#running++;
        end(this.#leave());
      };
      const giveUp = () => end(() => {});
      const clear = after(patienceMs, giveUp, signal);
      this.#waiting.add(take);
      if (signal?.aborted) giveUp();
      else this.#callNext();
    });
  }

  #leave(): Leave {
    const halvings = this.#halvings;
    return (isLimited) => {
      this.#running--;
      if (!isLimited) this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
      else if (halvings === this.#halvings) {
        this.#halvings++;
        this.#limit = Math.max(1, this.#limit / 2);
      }
      this.#callNext();
    };
  }

  #callNext(): void {
    for (const take of this.#waiting) {
      if (this.#running >= Math.floor(this.#limit)) return;
      take();
    }
  }
}
