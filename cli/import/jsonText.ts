/** A text between double quotes, as JSON, YAML and TypeScript all read it; nothing in it moves a cursor or turns a line round. */
export const jsonText = (text: string): string =>
  JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu, escaped);

// The languages write what needs two units in different ways, and all of them take it as it is.
const escaped = (char: string): string =>
  char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
