/** The words of --color; the first holds where it is not given. */
export const colourWords = ["auto", "always", "never"] as const;

/** Whether text on stdout gets colours: in doubt on a terminal, unless NO_COLOR is set. */
export function isColourful(wanted: (typeof colourWords)[number]): boolean {
  if (wanted !== "auto") return wanted === "always";
  return process.stdout.isTTY && !process.env.NO_COLOR;
}
