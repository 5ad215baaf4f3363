import { presentable } from "../../provider/api/presentable";

/** A line with words of others in it: none of them begins another line, which could pass for one of ours, or moves the cursor. */
export function oneLine(text: string): string {
  return presentable(text, []).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
