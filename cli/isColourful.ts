/** The words of --color; the first holds where it is not given. */
export const colourWords = ["auto", "always", "never"] as const;

/** Whether text on stdout gets colours: in doubt on a terminal that has them, unless NO_COLOR is set. */
export function isColourful(
  wanted: (typeof colourWords)[number],
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (wanted !== "auto") return wanted === "always";
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
}
