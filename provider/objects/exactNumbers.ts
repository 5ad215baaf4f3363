import { randomUUID } from "node:crypto";

// No text holds it, so that no text is taken for a number as it was written.
const written = `${randomUUID()} `;

/** A value as a reader with more digits than a double has sees it: the number, or what stands there where the number is another one. */
export const exactly = (source: string, value: unknown): unknown =>
  isKept(source, value) ? value : `${written}${source}`;

/** What only Go takes for a number, as Kubernetes does, and YAML for a text, as it is written: 0X1F, 0B1, -_1; undefined for all else. */
export const numberOfGo = (source: string): string | undefined =>
  isNumberOfGo(source.replaceAll("_", "")) ? `${written}${source}` : undefined;

const isNumberOfGo = (source: string): boolean =>
  /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)$/.test(
    source,
  );

/** Whether a value is no finite number, or the one that was written: a double may be the nearest one only. */
function isKept(source: string, value: unknown): boolean {
  if (!Number.isFinite(value) || (Number.isSafeInteger(value) && !source.includes("."))) return true;
  return !/0[xob]/.test(source) && digitsOf(source) === digitsOf(String(value));
}

/** The digits that say something, wherever the point stands. */
const digitsOf = (number: string): string =>
  // The lookbehind keeps this linear: a search starts once in each run of zeros, not at each zero.
  number.replace(/[eE].*|[^0-9]/g, "").replace(/^0+|(?<!0)0+$/g, "");
