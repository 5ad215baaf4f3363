import { clearLine, cursorTo } from "node:readline";
import { inDigits } from "./words";

/** A progress line of a terminal. */
interface TerminalLine {
  show(text: string): void;
  clear(): void;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** A progress line on a terminal; pipes, files and dumb terminals get none. */
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

/** Progress of reads. */
export interface Progress {
  start(total: number): void;
  step(done: number): void;
  end(): void;
}

// Limits the time for writing.
const maxSteps = 200;

/** Progress as a line of a terminal. */
export function progressOn(...output: Parameters<typeof terminalLineOn>): Progress {
  const line = terminalLineOn(...output);
  let total = 0;
  let shown = 0;
  return {
    start: (count) => {
      [total, shown] = [count, 0];
      line.show(`Reading ${inDigits(total)} …`);
    },
    step: (done) => {
      const part = partOf(done, total);
      // Responses may come out of order.
      if (part <= partOf(shown, total)) return;
      shown = done;
      line.show(`Reading ${inDigits(done)} of ${inDigits(total)} …`);
    },
    end: line.clear,
  };
}

const partOf = (done: number, total: number): number =>
  Math.floor((done * Math.min(maxSteps, total)) / Math.max(total, 1));

/** Whether text has colors: on a terminal unless NO_COLOR or TERM denies it, or by FORCE_COLOR. */
export function isColorful(
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
