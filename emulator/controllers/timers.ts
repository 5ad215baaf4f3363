import { StatusError } from "../statusError";
import { NotKeptError } from "../store/store";

/** What the controllers of a platform do later. */
export class Timers {
  private readonly timers = new Set<NodeJS.Timeout>();

  /** Does something after a delay, unless the platform stops before. */
  later(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      try {
        run();
      } catch (error) {
        // What cannot be written is tried again after the next change.
        if (!(error instanceof NotKeptError || error instanceof StatusError)) throw error;
      }
    }, delayMs);
    this.timers.add(timer.unref());
  }

  /** Stops everything that waits. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }
}
