import { startTimer } from "../call.js";

/** Limits how many holders have a slot at once. */
export class Semaphore {
  #free: number;
  /** Grants for those who wait, the oldest first. */
  readonly #waiting = new Set<() => void>();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Waits for a slot and returns its release; undefined after the timeout or an abort. */
  acquire(timeoutMs: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const end = (release?: () => void) => {
        this.#waiting.delete(grant);
        clear();
        resolve(release);
      };
      const grant = () => {
        this.#free--;
        end(() => this.#release());
      };
      const giveUp = () => end();
      const clear = startTimer(timeoutMs, giveUp, signal);
      this.#waiting.add(grant);
      if (signal?.aborted) giveUp();
      else if (this.#free > 0) grant();
    });
  }

  #release(): void {
    this.#free++;
    const [oldest] = this.#waiting;
    oldest?.();
  }
}
