/** Line ends and tabs stay; what else moves the cursor, colours or reorders the text, or is no character at all, is written as an escape. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, (char) =>
      /[\n\t]/.test(char) ? char : escaped(char),
    );
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
