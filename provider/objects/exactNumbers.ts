import { randomUUID } from "node:crypto";

// No text holds it, so that no text is taken for a number as it was written.
const written = `${randomUUID()} `;

/** A value as a reader with more digits than a double has sees it: the number, or what stands there where the number is another one. */
export const exactly = (source: string, value: unknown): unknown =>
  typeof value !== "number" || isKept(source, value) ? value : `${written}${source}`;

/** What only Go takes for a number, as Kubernetes does, and YAML for a text, as it is written: 0X1F, 0B1, -_1; undefined for all else. */
export const numberOfGo = (source: string): string | undefined =>
  isNumberOfGo(source.replaceAll("_", "")) ? `${written}${source}` : undefined;

const isNumberOfGo = (source: string): boolean =>
  /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)$/.test(source);

// A double has all numbers of so few digits.
const fewDigits = 15;

/** Whether a number is what was written: a double may be the nearest one only. */
function isKept(source: string, value: number): boolean {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return true;
  if (/^[-+]?0[xob]/.test(source)) return false;
  const digits = digitsOf(source);
  return digits.length <= fewDigits || digits === digitsOf(String(value));
}

/** The digits that say something, wherever the point stands. */
const digitsOf = (number: string): string =>
  number
    .replace(/[eE].*/, "")
    .replace(/[^0-9]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "");
