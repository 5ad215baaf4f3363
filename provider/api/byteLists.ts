/** A way to write bytes one by one: where such a list stands in a text, and what it holds, as hex without separators. */
interface Notation {
  readonly list: RegExp;
  hexOf(list: string): string;
}

// What Go, JSON and HTML make of bytes. All repetitions of something within another one are bounded, so that no text makes the search slow.
const notations: readonly Notation[] = [
  {
    // 73 33, 73:33 or 0x73, 0x33
    list: /(?:0x)?[0-9a-f]{2}(?:(?:[:\s]|,\s{0,20})(?:0x)?[0-9a-f]{2}){3,}/gi,
    hexOf: (list) => list.replace(/0x|[^0-9a-f]/gi, ""),
  },
  {
    // 115 51 or 115,51
    list: /\d{1,3}(?:(?:\s|,\s{0,20})\d{1,3}){3,}/g,
    hexOf: (list) => Buffer.from(list.split(/\D+/).map(Number)).toString("hex"),
  },
  {
    // &#115;&#x33;
    list: /(?:&#(?:x[0-9a-f]{1,6}|\d{1,7});){4,}/gi,
    hexOf: (list) => Buffer.from(list.replace(/&#(x?)([0-9a-f]+);/gi, character)).toString("hex"),
  },
];

function character(_reference: string, x: string, digits: string): string {
  const code = Number.parseInt(digits, x ? 16 : 10);
  return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
}

/** The text with something else in place of each list of bytes of which this says so, by their hex. */
export function replaceByteLists(text: string, isSought: (hex: string) => boolean, by: string): string {
  return notations.reduce(
    (left, { list, hexOf }) => left.replace(list, (found) => (isSought(hexOf(found)) ? by : found)),
    text,
  );
}

/** Whether any list of bytes stands in a text. */
export const hasByteList = (text: string): boolean => notations.some(({ list }) => text.match(list));
