import { Secrets } from "../../provider/api/output/secrets";

/** A line with words of others in it: none of them begins another line, which could pass for one of ours, or moves the cursor. */
export function oneLine(text: string): string {
  return shortLine(text, undefined);
}

/** Words of others in a line of ours, and no more of them than asked for: nothing in them gives orders to a terminal or a pipeline. */
export function shortLine(text: string, longest: number | undefined): string {
  return new Secrets().redact(text, "others", longest).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
