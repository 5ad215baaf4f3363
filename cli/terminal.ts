import { clearLine, cursorTo } from "node:readline";
import { inDigits } from "./words";

/** One line on a terminal that always says the newest. */
interface TerminalLine {
  show(text: string): void;
  /** Leaves nothing of it. */
  clear(): void;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** Such a line on a stream; a pipe, a file or a terminal that can only print gets nothing: whoever reads those wants the result. */
export function terminalLineOn(stream: Output, env: NodeJS.ProcessEnv = process.env): TerminalLine {
  if (stream.isTTY !== true || env.TERM === "dumb") return { show: () => {}, clear: () => {} };
  const clear = () => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  const show = (text: string) => {
    clear();
    stream.write(text);
  };
  return { show, clear };
}

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

/** Whether text has colors: on a terminal unless NO_COLOR or TERM denies it, or by FORCE_COLOR. */
export function isColorful(
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
