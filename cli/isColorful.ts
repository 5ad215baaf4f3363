import { WriteStream } from "node:tty";

/** Whether text on stdout has colors: on a terminal, unless NO_COLOR or TERM denies it; always with FORCE_COLOR. */
export const isColorful = (
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean => (env.FORCE_COLOR !== undefined || stream.isTTY === true) && WriteStream.prototype.getColorDepth(env) > 2;
