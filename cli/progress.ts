import { inDigits } from "./drift/counted";
import { terminalLineOn } from "./terminalLineOn";

/** Tells people how far a search has come. */
export interface Progress {
  /** How many there are to read. */
  start(total: number): void;
  /** How many have been read by now. */
  step(done: number): void;
  /** Leaves nothing on a terminal. */
  end(): void;
}

// More than people can see, and few enough to take no time.
const mostSteps = 200;

/** Progress as a line that changes on a terminal; elsewhere there is none. */
export function progressOn(...output: Parameters<typeof terminalLineOn>): Progress {
  const line = terminalLineOn(...output);
  let total = 0;
  let told = 0;
  return {
    start: (count) => {
      [total, told] = [count, 0];
      line.show(`Reading ${inDigits(total)} …`);
    },
    step: (done) => {
      const part = partOf(done, total);
      // Answers may overtake each other.
      if (part <= partOf(told, total)) return;
      told = done;
      line.show(`Reading ${inDigits(done)} of ${inDigits(total)} …`);
    },
    end: line.clear,
  };
}

/** How many of some equal steps are done. */
const partOf = (done: number, total: number): number =>
  Math.floor((done * Math.min(mostSteps, total)) / Math.max(total, 1));
