import { operationSecrets } from "../provider/cliFacade";

/** Masks and escapes foreign text for one line, without control characters and CI commands. */
export function oneLine(text: string): string {
  return shortLine(text, undefined);
}

/** The same, truncated. */
export function shortLine(text: string, longest: number | undefined): string {
  return operationSecrets().redact(text, "provider", longest).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** A number with separators: `1,000`. */
export const inDigits = (count: number): string => count.toLocaleString("en-US");

/** A number with its noun: `1 resource`, `1,000 resources`. */
export const counted = (count: number, thing: string): string => `${inDigits(count)} ${thing}${count === 1 ? "" : "s"}`;

/** The same value, with every secret masked that the process has seen by now. */
export const maskedTexts = (value: object): object =>
  JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === "string" ? operationSecrets().mask(each, "provider") : each,
  );

/** Receives a sentence for people. */
export type Notify = (note: string) => void;

/** Prints a note on stderr. */
export const notify: Notify = (note) => console.error(`note: ${oneLine(note)}`);

/** The rows of a table with columns of equal width. */
export function alignedLines(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd());
}
