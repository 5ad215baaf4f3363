import { randomUUID } from "node:crypto";
import { defineScalarTag, NOT_RESOLVED, type ScalarTagDefinition } from "js-yaml";

// No text holds it, so that no text is taken for a number as it was written.
const written = `${randomUUID()} `;

/** The tag, whose numbers are what stands there where a double would be another one to a reader with more digits. */
export const exactly = <Result>(tag: ScalarTagDefinition<Result>) => ({
  ...tag,
  resolve(source: string, isExplicit: boolean, tagName: string) {
    const value = tag.resolve(source, isExplicit, tagName);
    return typeof value !== "number" || isKept(source, value) ? value : `${written}${source}`;
  },
});

/** What only Go takes for a number, as Kubernetes does, and YAML for a text: 0X1F, 0B1, -_1. */
export const numberOfGo = defineScalarTag("tag:go.dev,2009:number", {
  implicit: true,
  implicitFirstChars: [..."+-.0123456789"],
  // For readers only.
  identify: () => false,
  resolve: (source) => (isNumberOfGo(source.replaceAll("_", "")) ? `${written}${source}` : NOT_RESOLVED),
});

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
