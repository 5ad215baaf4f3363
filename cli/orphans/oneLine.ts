import { shortLine } from "./shortLine";

/** A line with words of others in it: none of them begins another line, which could pass for one of ours, or moves the cursor. */
export function oneLine(text: string): string {
  return shortLine(text, undefined);
}
