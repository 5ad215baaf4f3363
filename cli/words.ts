import { Secrets } from "../provider/api/output/secrets";

/** A line with words of others in it: none of them begins another line, which could pass for one of ours, or moves the cursor. */
export function oneLine(text: string): string {
  return shortLine(text, undefined);
}

/** Words of others in a line of ours, and no more of them than asked for: nothing in them gives orders to a terminal or a pipeline. */
export function shortLine(text: string, longest: number | undefined): string {
  return new Secrets().present(text, "others", longest).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** A number as people write it: `1,000`. */
export const inDigits = (count: number): string => count.toLocaleString("en-US");

/** A number of things: `1 resource`, `1,000 resources`. */
export const counted = (count: number, thing: string): string => `${inDigits(count)} ${thing}${count === 1 ? "" : "s"}`;
