import { clearLine, cursorTo } from "node:readline";

/** One line on a terminal that always says the newest. */
export interface TerminalLine {
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
