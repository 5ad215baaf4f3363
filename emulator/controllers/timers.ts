import { StatusError } from "../statusError";
import { NotKeptError } from "../store/store";

/** What the controllers of a platform do later. */
export class Timers {
  private readonly timers = new Map<unknown, NodeJS.Timeout>();

  /** Does something after a delay, unless the platform stops or another run of the key is set. */
  later(delayMs: number, run: () => void, key: unknown = run): void {
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      try {
        run();
      } catch (error) {
        // What cannot be written is tried again after the next change.
        if (!(error instanceof NotKeptError || error instanceof StatusError)) throw error;
      }
    }, delayMs);
    this.timers.set(key, timer.unref());
  }

  /** Stops everything that waits. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
