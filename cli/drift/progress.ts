import { clearLine, cursorTo } from "node:readline";
import { inDigits } from "./counted";

/** Tells people how far a search has come. */
export interface Progress {
  /** How many there are to read. */
  start(total: number): void;
  /** How many have been read by now. */
  step(done: number): void;
  /** Leaves nothing on a terminal. */
  end(): void;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean };

// A log keeps every line, so four are enough; a terminal shows the last one only.
const stepsInLog = 4;
const stepsOnTerminal = 200;

/** Progress on a stream: one line that changes on a terminal, a few lines elsewhere. */
export function progressOn(stream: Output, env: NodeJS.ProcessEnv = process.env): Progress {
  const rewrites = stream.isTTY === true && env.TERM !== "dumb";
  const tell = rewrites ? rewritten(stream) : (text: string) => void stream.write(`${text}\n`);
  const steps = rewrites ? stepsOnTerminal : stepsInLog;
  let total = 0;
  let told = 0;
  return {
    start: (count) => {
      [total, told] = [count, 0];
      tell(`Reading ${inDigits(total)} …`);
    },
    step: (done) => {
      const part = partOf(done, total, steps);
      // Answers may overtake each other.
      if (part <= partOf(told, total, steps)) return;
      told = done;
      tell(`Reading ${inDigits(done)} of ${inDigits(total)} …`);
    },
    end: () => {
      if (rewrites) clear(stream);
    },
  };
}

/** How many of some equal steps are done. */
const partOf = (done: number, total: number, steps: number): number =>
  Math.floor((done * Math.min(steps, total)) / Math.max(total, 1));

const rewritten = (stream: Output) => (text: string) => {
  clear(stream);
  stream.write(text);
};

function clear(stream: Output): void {
  cursorTo(stream, 0);
  clearLine(stream, 0);
}
