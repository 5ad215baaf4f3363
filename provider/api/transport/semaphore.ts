import { startTimer } from "../call.js";

/** Limits the number of holders of a slot. */
export class Semaphore {
  #free: number;
  /** Callbacks that give a slot to those who wait, the oldest first. */
  readonly #waiting = new Set<() => void>();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Waits for a slot and returns its release; undefined after the timeout or an abort. */
  acquire(timeoutMs: number, signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      const settle = (release?: () => void) => {
        this.#waiting.delete(grant);
        clearTimer();
        resolve(release);
      };
      const grant = () => {
        this.#free--;
        settle(() => this.#release());
      };
      const giveUp = () => settle();
      const clearTimer = startTimer(timeoutMs, giveUp, signal);
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
