/** The rules for an access key in an HTTP header, and their messages. */
export const accessKeyText = {
  longest: 16_384,
  tooLong: "is longer than 16384 characters, which no server takes",
  pattern: /^[\x21-\x7e]+$/,
  wrongCharacters: "has characters that no access key has, such as a space or a line break",
} as const;
