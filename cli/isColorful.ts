/** Whether text has colors: on a terminal unless NO_COLOR or TERM denies it, or by FORCE_COLOR. */
export function isColorful(
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
