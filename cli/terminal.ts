import { clearLine, cursorTo } from "node:readline";
import { inDigits } from "./words";

/** A progress line of a terminal. */
interface TerminalLine {
  show(text: string): void;
  clear(): void;
}

/** A progress line on stderr; pipes, files and dumb terminals get none. */
export function terminalLine(): TerminalLine {
  const { stderr } = process;
  if (stderr.isTTY !== true || process.env.TERM === "dumb") return { show: () => {}, clear: () => {} };
  const clear = () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  const show = (text: string) => {
    clear();
    stderr.write(text);
  };
  return { show, clear };
}

/** Runs reads, and shows on a terminal how many are done: `step` is called after each. */
export async function withProgress<Result>(total: number, run: (step: () => void) => Promise<Result>): Promise<Result> {
  const line = terminalLine();
  const show = (done: number) => line.show(`Reading ${inDigits(done)} of ${inDigits(total)} …`);
  let done = 0;
  show(done);
  try {
    return await run(() => show(++done));
  } finally {
    line.clear();
  }
}

/** Whether text has colors: on a terminal unless NO_COLOR or TERM denies it, or by FORCE_COLOR. */
export function isColorful(
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
